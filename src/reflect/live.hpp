// The part of the interface that is used after all passes: the components of the inputs that are still read.
#pragma once

#include "agal/program.hpp"
#include "base/buffer.hpp"
#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::reflect {

struct Live {
  base::Buffer<WriteMask> attributes, varyings;  // by number; the components that are read
  base::RegisterSet constants;                   // those that are read by number
};

Live live_of(const ir::Module& module);

}  // namespace agal::reflect
