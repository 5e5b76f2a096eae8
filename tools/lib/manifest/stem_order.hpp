// Defines the order of the lines of a manifest.
#pragma once

#include <string>
#include <string_view>

namespace agal::manifest {

/// Returns a key that sorts by bytes in the natural order of the stems: "pair-2" comes before "pair-10". Different
/// stems have different keys.
std::string order_key(std::string_view stem);

/// Returns the stem of an order key.
std::string_view stem_of(std::string_view order_key);

}  // namespace agal::manifest
