// Reads files of frames (docs/frame-files.md): ZIP archives with the calls of a game to Stage3D, and the data of the
// calls.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "agal/result.hpp"
#include "base/bytes.hpp"

namespace agal::frames {

/// Limits on the resources that an untrusted file may use.
struct FrameLimits {
  /// The maximum total size of the unpacked entries. The objects and targets that the calls make have the same limit,
  /// together.
  std::uint64_t max_unpacked_bytes = std::uint64_t{1} << 30;
  std::uint32_t max_entries = 65'535;
  std::uint32_t max_calls = 1'000'000;
  std::uint32_t max_line_bytes = 1 << 20;
};

/// Identifies an object of Stage3D.
struct ObjectNumber {
  std::uint32_t number = 0;
};

/// The data of an upload. Only a bitmap has a size.
struct BlobArgument {
  const base::ByteVector* bytes = nullptr;  // an element of FrameFile::blobs
  std::uint16_t width = 0, height = 0;
};

/// An argument of a call. Booleans are the numbers 0 and 1, a rectangle is a list of numbers, and `null` is
/// std::monostate.
using Argument = std::variant<std::monostate, double, std::string, ObjectNumber, std::vector<float>, BlobArgument>;

struct Call {
  std::uint32_t line = 0;    // the line in calls.jsonl
  std::uint32_t frame = 0;   // the frame of the call, or 0 before the first frame
  std::uint32_t draw = 0;    // the number of a draw, from 1; 0 for other calls, and for draws before the first frame
  std::uint32_t on = 0;      // the object on which the method was called
  std::uint32_t result = 0;  // the object that the call created, or 0
  std::string method;
  std::vector<Argument> arguments;

  bool is_draw() const { return method == "drawTriangles" || method == "drawTrianglesInstanced"; }
  // Return an argument. If the game left it out or it has another type, they return `otherwise`, 0 or nullptr.
  double number(std::size_t index, double otherwise = 0) const;
  std::string_view text(std::size_t index, std::string_view otherwise = {}) const;
  std::uint32_t object(std::size_t index) const;
  const std::vector<float>* numbers(std::size_t index) const;
  const BlobArgument* blob(std::size_t index) const;
};

/// The hashes of a vertex and a fragment program, as in the names of their blobs.
using ProgramKey = std::pair<std::string, std::string>;

struct FrameFile {
  FrameLimits limits;                                  // the limits that applied when the file was read
  std::string game;                                    // the hash of the game, or "" if the file does not say it
  std::string title;                                   // the name of the game, or "" if the file does not say it
  std::uint32_t first = 0, last = 0;                   // the numbers of the first and the last frame
  std::uint32_t draws = 0;                             // the number of draws in the frames
  base::ByteVector lines;                              // calls.jsonl
  std::vector<Call> calls;                             // in file order
  std::map<std::string, base::ByteVector> blobs;       // the key is the hash
  std::map<std::uint32_t, base::ByteVector> pictures;  // PNG files of the player; the key is the frame
  std::map<std::uint32_t, ProgramKey> uploads;         // the programs of each upload; the key is its line
  /// The bytecode of both programs of each uploaded pair.
  std::map<ProgramKey, std::pair<base::ByteVector, base::ByteVector>> programs;

  FrameFile() = default;
  FrameFile(FrameFile&&) = default;
  FrameFile& operator=(FrameFile&&) = default;
  FrameFile(const FrameFile&) = delete;  // calls refer to blobs
  FrameFile& operator=(const FrameFile&) = delete;
  ~FrameFile() = default;
};

/// Returns AGAL1152 for a line of calls.jsonl in the file `name`.
Diagnostics malformed_line(const std::string& name, std::uint32_t line, std::string_view problem);

/// Reads a file and checks every line: the keys and types of docs/frames.schema.json, that an earlier line creates each
/// object in an argument, and that the file contains each blob. Errors: AGAL1150 to AGAL1153. Linear in the unpacked
/// size.
Result<FrameFile> read_frames(std::span<const std::byte> file, const std::string& name, const FrameLimits& limits = {});

}  // namespace agal::frames
