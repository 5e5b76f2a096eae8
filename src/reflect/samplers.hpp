// The samplers: the states that shader code cannot express, and the tokens that ask for them.
#pragma once

#include <vector>

#include "agal/interface.hpp"
#include "reflect/interface.hpp"
#include "reflect/usage.hpp"

namespace agal::reflect {

std::vector<Interface::Sampler> samplers_of(const Subject& subject, const Usage& usage);

}  // namespace agal::reflect
