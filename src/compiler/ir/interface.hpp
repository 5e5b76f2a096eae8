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
  std::uint32_t constants = 0;  // the number of registers in the uniform array; 0 if there is none
  bool indirect = false;
  bool position = false, depth = false, instance = false, kills = false;
  bool derivatives = false;  // the module contains derivatives; see `interface_of`
  bool gradients = false;    // fetches have derivatives or a level as operands

  /// Returns true if the module uses this feature, which needs an extension in some targets.
  bool needs(ExtensionUse use) const;
};

/// Returns the interface of a module. With `program`, ModuleInterface::derivatives is true only for derivatives that
/// its tokens `ddx` and `ddy` compute, and not for gradients that a pass added for fetches in branches. Without it, all
/// derivatives count.
ModuleInterface interface_of(const Module& module, const Program* program = nullptr);

}  // namespace agal::ir
