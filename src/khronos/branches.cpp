#include "khronos/branches.hpp"

#include <cstddef>

#include "khronos/words.hpp"

namespace agal::khronos {

std::uint32_t count_branches(std::span<const std::uint32_t> words) {
  std::uint32_t branches = 0;
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t length = words[at] >> spv::WordCountShift;
    if (length == 0 || length > words.size() - at) break;
    branches += (words[at] & spv::OpCodeMask) == spv::OpSelectionMerge;
    at += length;
  }
  return branches;
}

}  // namespace agal::khronos
