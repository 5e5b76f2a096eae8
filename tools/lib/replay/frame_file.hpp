// Reads files of frames (docs/frame-files.md): ZIP archives with the calls of a game to Stage3D, and the data of the
// calls.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agal/result.hpp"
#include "base/bytes.hpp"
#include "stage/stage.hpp"

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

/// The entry of a file of frames that has the log of uploads.
inline constexpr const char* log_name = "game.capture";

struct FrameFile {
  FrameLimits limits;                                  // the limits that applied when the file was read
  std::string game;                                    // the hash of the game, or "" if the file does not say it
  std::string title;                                   // the name of the game, or "" if the file does not say it
  std::uint32_t first = 0, last = 0;                   // the numbers of the first and the last frame
  std::uint32_t draws = 0;                             // the number of draws in the frames
  std::string head;                                    // the first line of calls.jsonl
  std::vector<Call> calls;                             // in file order
  std::map<std::string, base::ByteVector> blobs;       // the key is the hash
  std::map<std::uint32_t, base::ByteVector> pictures;  // PNG files of the player; the key is the frame
  base::ByteVector log;                                // the log of uploads (docs/capture.md), or empty
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

/// Reads all pairs of a file. A pair that is rejected is a warning (AGAL1154).
Pairs read_pairs(const FrameFile& frames, const std::string& name, Diagnostics& found);

/// Returns the options of a stage that makes the calls of a file, with a decoder of all textures.
StageOptions stage_options(const FrameFile& frames, Mode mode);

/// Reads a file and checks every line: the keys and types of docs/frames.schema.json, that an earlier line creates each
/// object in an argument, and that the file contains each blob. Errors: AGAL1150 to AGAL1153. Linear in the unpacked
/// size.
Result<FrameFile> read_frames(std::span<const std::byte> file, const std::string& name, const FrameLimits& limits = {});

}  // namespace agal::frames
