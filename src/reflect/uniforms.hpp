// The constant registers: which are read before and after, where they are bound, and the relative addresses.
#pragma once

#include <vector>

#include "agal/interface.hpp"
#include "base/register_set.hpp"
#include "reflect/interface.hpp"
#include "reflect/live.hpp"
#include "reflect/usage.hpp"

namespace agal::reflect {

Interface::Uniforms uniforms_of(const Subject& subject, const Usage& usage, const Live& live);

std::vector<Interface::RelativeAddress> relative_addresses_of(const Subject& subject, const Usage& usage);

/// The numbers of a set as maximal ranges.
std::vector<RegisterRange> ranges_of(const base::RegisterSet& set);

}  // namespace agal::reflect
