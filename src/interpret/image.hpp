// What must hold of a texture before it is sampled.
#pragma once

#include <string>

#include "agal/interpret.hpp"

namespace agal::interpret {

/// What is wrong with a texture, "" if nothing is.
std::string fault_of(const Texture& texture);

}  // namespace agal::interpret
