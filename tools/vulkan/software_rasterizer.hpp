// How Mesa's rasterizer on the CPU is told to be exact.
#pragma once

#include <cstdlib>

namespace agal::vulkan {

/// llvmpipe and lavapipe by default share levels of detail in a quad and filter in eight bits. They also optimize for
/// long runs, where compiling takes much longer than the few pixels here. Call before the first context or device is
/// made; what the environment says already is left alone.
inline void precise_software_rasterizer() { setenv("GALLIVM_PERF", "no_quad_lod,no_aos_sampling,nopt", 0); }

}  // namespace agal::vulkan
