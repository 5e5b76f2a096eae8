#include "agal/suggest.hpp"

#include "base/text.hpp"

namespace agal {

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> candidates) {
  return base::nearest(word, candidates);
}

}  // namespace agal
