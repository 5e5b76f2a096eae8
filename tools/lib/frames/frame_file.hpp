// Files of frames (docs/frames.md): ZIP archives with the calls of Stage3D of a game, and their data.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agal/result.hpp"
#include "base/bytes.hpp"

namespace agal::frames {

/// Limits on the resources that an untrusted file may use.
struct FrameLimits {
  std::uint64_t max_unpacked_bytes = std::uint64_t{1} << 30;  // of all entries
  std::uint32_t max_entries = 65'535;
  std::uint32_t max_calls = 1'000'000;
  std::uint32_t max_line_bytes = 1 << 20;
};

struct FrameFile {
  std::string title;                         // the name of the game, or "" if the file does not say it
  std::uint32_t first = 0, last = 0;         // the frames
  std::size_t calls = 0;                     // of these frames
  std::map<std::string, std::size_t> blobs;  // sizes by hash
  /// The pairs that are uploaded, by the hashes of their programs, and the bytecode of both.
  std::map<std::pair<std::string, std::string>, std::pair<base::ByteVector, base::ByteVector>> programs;
};

/// Reads a file and checks every line: keys and types of docs/frames.schema.json, objects that were created before, and
/// blobs that are there. Errors: AGAL1150 to AGAL1153. Linear in the unpacked size.
Result<FrameFile> read_frames(std::span<const std::byte> file, const std::string& name, const FrameLimits& limits = {});

}  // namespace agal::frames
