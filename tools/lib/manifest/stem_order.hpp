// The order of the lines of a manifest.
#pragma once

#include <string>
#include <string_view>

namespace agal::manifest {

/// A key whose order by bytes is the order of the stems as people count: "pair-2" comes before "pair-10". Different
/// stems have different keys.
std::string order_key(std::string_view stem);

/// The stem of an order key.
std::string_view stem_of(std::string_view order_key);

}  // namespace agal::manifest
