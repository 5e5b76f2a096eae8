// The samplers: what shader code cannot say of them, and the tokens that say it.
#pragma once

#include "reflect/describe.hpp"
#include "reflect/json.hpp"
#include "reflect/usage.hpp"

namespace agal::reflect {

Json samplers_of(const Subject& subject, const Usage& usage);

}  // namespace agal::reflect
