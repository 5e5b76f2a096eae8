// Settings for drivers, which must be made before the drivers are loaded or unloaded.
#pragma once

#include <cstdlib>

namespace agal::vulkan {

/// Makes Mesa's software rasterizers precise. By default, llvmpipe and lavapipe share levels of detail in a quad, and
/// filter in eight bits. They also optimize the code, which takes much longer than drawing the few pixels here. Call
/// this before the first context or device is created. Environment variables that are already set are not changed.
inline void precise_software_rasterizer() { setenv("GALLIVM_PERF", "no_quad_lod,no_aos_sampling,nopt", 0); }

/// Keeps all currently loaded libraries loaded in builds with the address sanitizer; does nothing in other builds.
/// Drivers are unloaded with the last instance. The leak sanitizer would then report the objects that their globals
/// refer to as leaks, without a usable stack trace.
void keep_libraries_loaded() noexcept;

}  // namespace agal::vulkan
