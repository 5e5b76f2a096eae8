// Replaces direct3d_backend.cpp on systems other than Linux.
#include "exec/backend.hpp"

namespace agal::exec {

Opened open_direct3d() { return {nullptr, "Direct3D is executed by wine, on Linux alone"}; }

}  // namespace agal::exec
