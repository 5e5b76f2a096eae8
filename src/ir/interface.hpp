// The interface of a module: the inputs, outputs and resources that must be bound to run it.
#pragma once

#include <cstdint>

#include "agal/program.hpp"
#include "agal/target.hpp"
#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::ir {

/// The registers that the instructions of a module refer to. After all passes, all of them are live.
struct ModuleInterface {
  base::RegisterSet attributes;
  base::RegisterSet varyings;  // read by a fragment program, stored by a vertex program
  base::RegisterSet colors;
  base::RegisterSet samplers;   // slots of Module::samplers
  std::uint32_t constants = 0;  // registers in the uniform array; 0: no array
  bool indirect = false;
  bool position = false, depth = false, instance = false, kills = false;
  bool derivatives = false;  // the module contains `ddx` or `ddy`

  /// Returns true if the module has a feature that needs an extension in some targets.
  bool needs(ExtensionUse use) const;
};

/// Returns the interface of a module. `program` is needed to distinguish derivatives of its own tokens from derivatives
/// that are operands of fetches in branches. Without it, all derivatives count as derivatives of tokens.
ModuleInterface interface_of(const Module& module, const Program* program = nullptr);

}  // namespace agal::ir
