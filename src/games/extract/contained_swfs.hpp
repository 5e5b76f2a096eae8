// Lists the SWF files in a container of any kind that extract() reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace agal::extraction {

struct ContainedSwf {
  std::string name;  // see Origin::container
  base::ByteVector bytes;
};

/// Limits on the unpacked data.
struct UnpackLimits {
  std::uint64_t bytes = 0;
  std::uint32_t levels = 0;  // the depth of containers, including the file itself
  std::uint32_t entries = 65536;
};

/// Returns the SWF files in archives (also at the end of other data), compressed data, projectors and other files, in
/// file order. SWF files inside these SWF files are not listed. Damaged files and files beyond a limit are left out.
std::vector<ContainedSwf> contained_swfs(base::Bytes file, const std::string& name, UnpackLimits limits);

}  // namespace agal::extraction
