// The samplers: what shader code cannot say of them, and the tokens that say it.
#pragma once

#include <vector>

#include "agal/interface.hpp"
#include "reflect/interface.hpp"
#include "reflect/usage.hpp"

namespace agal::reflect {

std::vector<Interface::Sampler> samplers_of(const Subject& subject, const Usage& usage);

}  // namespace agal::reflect
