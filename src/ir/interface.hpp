// The interface of a module: what has to be bound to run it.
#pragma once

#include <cstdint>

#include "agal/program.hpp"
#include "agal/target.hpp"
#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::ir {

/// The registers that the instructions of a module refer to. After all passes, nothing dead is among them.
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

/// `program` tells the derivatives that its tokens take from those that fetches in branches have as operands; without
/// it, all are taken for the former.
ModuleInterface interface_of(const Module& module, const Program* program = nullptr);

}  // namespace agal::ir
