// Where resources are bound in each API.
#pragma once

#include "agal/interface.hpp"
#include "target/output.hpp"

namespace agal::reflect {

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
