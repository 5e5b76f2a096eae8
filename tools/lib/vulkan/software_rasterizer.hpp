// Makes Mesa's software rasterizers precise.
#pragma once

#include <cstdlib>

namespace agal::vulkan {

/// By default, llvmpipe and lavapipe share levels of detail in a quad, and filter in eight bits. They also optimize the
/// code, which takes much longer than drawing the few pixels here. Call this before the first context or device is
/// created. Environment variables that are already set are not changed.
inline void precise_software_rasterizer() { setenv("GALLIVM_PERF", "no_quad_lod,no_aos_sampling,nopt", 0); }

}  // namespace agal::vulkan
