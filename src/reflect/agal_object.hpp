// The `agal` object of a reflection: what no other tool can say of the module.
#pragma once

#include "reflect/describe.hpp"
#include "reflect/json.hpp"
#include "reflect/live.hpp"
#include "reflect/usage.hpp"

namespace agal::reflect {

Json agal_object(const Subject& subject, const Usage& usage, const Live& live);

}  // namespace agal::reflect
