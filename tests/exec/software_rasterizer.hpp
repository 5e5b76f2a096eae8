// How Mesa's rasterizer on the CPU is told to be exact.
#pragma once

#include "../../tools/vulkan/software_rasterizer.hpp"

namespace agal::exec {

using vulkan::precise_software_rasterizer;

}  // namespace agal::exec
