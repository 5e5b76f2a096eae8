// Changes (taps) a game so that it logs the programs that it uploads.
//
// docs/capture.md describes the method, its limits, and the log of the tapped game.
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
  /// The address to which the tapped game also sends every call of Stage3D, with its data, by HTTP (docs/frames.md); ""
  /// to send nothing.
  std::string receiver;
};

/// A changed game.
struct Tapped {
  std::vector<std::byte> file;  // the SWF file, tapped or unchanged
  std::size_t movies = 0;       // the number of tapped SWF files: the file itself, and SWF files in its binary data
  std::size_t code_files = 0;   // the number of ABC files with renamed calls
};

/// Taps a SWF file of any version and compression, and the SWF files in its binary data. In a container with one SWF
/// file, such as a projector or an archive, taps this file and drops the container (AGAL1099). Returns no value if the
/// file is damaged, is not a SWF file, is signed, does not have ActionScript 3, or contains several SWF files (AGAL1090
/// to AGAL1092, AGAL1098, AGAL1133). A file that is already tapped (AGAL1095), or that does not upload programs
/// (AGAL1093), is returned unchanged with a message. Linear in the unpacked size.
Result<Tapped> tap(std::span<const std::byte> file, const std::string& name, const TapOptions& options = {});

}  // namespace agal
