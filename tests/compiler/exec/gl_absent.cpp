// Replaces gl_backend.cpp if EGL or OpenGL ES is missing at build time.
#include "exec/backend.hpp"

namespace agal::exec {
namespace {
Opened missing() { return {nullptr, "built without EGL and OpenGL ES (libegl-dev, libgles-dev)"}; }
}  // namespace

Opened open_gl_glsl120() { return missing(); }
Opened open_gl_glsl330() { return missing(); }
Opened open_gl_glsl450() { return missing(); }
Opened open_gles_essl100() { return missing(); }
Opened open_gles_essl300() { return missing(); }
Opened open_gles_essl310() { return missing(); }

}  // namespace agal::exec
