// Checks a texture before it is sampled.
#pragma once

#include <string>

#include "agal/interpret.hpp"

namespace agal::interpret {

/// The first error in a texture, "" if there is none.
std::string fault_of(const Texture& texture);

}  // namespace agal::interpret
