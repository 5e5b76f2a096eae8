// Derives the interface of a compiled program.
#pragma once

#include "agal/interface.hpp"
#include "agal/program.hpp"
#include "agal/semantics.hpp"
#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "lower/varying_plan.hpp"
#include "target/output.hpp"

namespace agal::reflect {

/// The input of `interface_of`.
struct Subject {
  const Program& program;
  const ir::Module& module;              // after all passes
  const ir::ModuleInterface& interface;  // the interface of `module`
  const target::Output& output;
  const Semantics& semantics;
  bool bindings_only = false;                // CompileOptions::bindings_only
  const lower::VaryingPlan* plan = nullptr;  // the locations of varyings; nullptr if they do not share locations
};

/// Returns the interface of a compiled program. Linear in the number of tokens and instructions.
Interface interface_of(const Subject& subject);

/// Returns the shared interface of two programs that were compiled for each other, derived from their interfaces.
SharedInterface shared_interface_of(const Interface& vertex, const Interface& fragment);

}  // namespace agal::reflect
