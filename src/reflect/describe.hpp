// The interface of a compiled program as JSON: what an engine must know to bind it, and what shader code cannot say.
#pragma once

#include <string>

#include "agal/program.hpp"
#include "agal/semantics.hpp"
#include "agal/target.hpp"
#include "ir/module.hpp"
#include "spirv/emit.hpp"

namespace agal::reflect {

/// What there is to describe of one program.
struct Subject {
  const Program& program;
  const ir::Module& module;                 // after all passes
  const spirv::ModuleInterface& interface;  // of that module
  const OutputOptions& options;
  const Semantics& semantics;
  std::uint32_t push_offset = 0;  // bytes before our range of the push constants
};

/// docs/reflection.schema.json, docs/reflection.md.
std::string describe(const Subject& subject);

/// A pair: both programs under "vertex" and "fragment", and what they share.
std::string describe_pair(const Subject& vertex, const Subject& fragment);

}  // namespace agal::reflect
