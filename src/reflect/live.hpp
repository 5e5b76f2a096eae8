// What is left of the interface after all passes: the components of the inputs that something still reads.
#pragma once

#include "agal/program.hpp"
#include "base/buffer.hpp"
#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::reflect {

struct Live {
  base::Buffer<WriteMask> attributes, varyings;  // by number; varyings: those that are read
  base::RegisterSet constants;                   // those that are read by number
};

Live live_of(const ir::Module& module);

}  // namespace agal::reflect
