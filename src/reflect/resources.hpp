// The resources of a compiled program: the constants, the samplers, and where they are bound.
#pragma once

#include <cstdint>
#include <vector>

#include "agal/interface.hpp"
#include "base/register_set.hpp"
#include "reflect/interface.hpp"
#include "reflect/usage.hpp"
#include "target/output.hpp"

namespace agal::reflect {

/// The constant registers: which are read before and after, and where they are bound.
Interface::Uniforms uniforms_of(const Subject& subject, const Usage& usage, const Live& live);

std::vector<Interface::RelativeAddress> relative_addresses_of(const Subject& subject, const Usage& usage);

/// The numbers of a set as maximal ranges.
std::vector<RegisterRange> ranges_of(const base::RegisterSet& set);

/// The samplers: the states that shader code cannot express, and the tokens that ask for them.
std::vector<Interface::Sampler> samplers_of(const Subject& subject, const Usage& usage);

/// Where a resource is bound in each API.
inline Interface::Slots slots_of(target::ResourceId resource, const target::Output& output) {
  const target::BindingPoint at = output.binding_of(resource);
  Interface::Slots out;
  if (output.has_sets()) out.set = at.set;
  out.binding = at.binding;
  out.msl = output.msl_slot(resource);
  out.hlsl = output.hlsl_slot(resource);
  out.hlsl_space = output.hlsl_space(resource);
  return out;
}

}  // namespace agal::reflect
