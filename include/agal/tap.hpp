// Changes a game so that it logs the programs that it uploads.
//
// docs/capture.md describes how this works, its limits, and the log that the tapped game writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agal/result.hpp"

namespace agal {

/// Limits on the resources that an untrusted file may use.
struct TapOptions {
  std::uint64_t max_unpacked_bytes = std::uint64_t{256} << 20;  // total size of everything unpacked from one file
  std::uint32_t max_nesting = 4;                                // levels of SWF files, including the file itself
  /// The address that also gets every call of Stage3D, with its data, by HTTP (docs/frames.md); "": none.
  std::string receiver;
};

/// A changed game.
struct Tapped {
  std::vector<std::byte> file;  // the SWF file; as it was, if nothing was changed
  std::size_t movies = 0;       // SWF files that were tapped: the file itself, and those in its binary data
  std::size_t code_files = 0;   // ABC files in which calls were renamed
};

/// Taps a SWF file of any version and compression, and the SWF files in its binary data. If the file is a container
/// with one SWF file, such as a projector or an archive, taps that one, without the container (AGAL1099). No value: it
/// is damaged, not a SWF file, signed, has no ActionScript 3, or contains several SWF files (AGAL1090 to AGAL1092,
/// AGAL1098, AGAL1133). A file that is tapped already, or whose
/// code does not upload programs, is returned unchanged, with a message (AGAL1095, AGAL1093). Linear in the unpacked
/// size.
Result<Tapped> tap(std::span<const std::byte> file, const std::string& name, const TapOptions& options = {});

}  // namespace agal
