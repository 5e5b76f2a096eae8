#include "agal/compile.hpp"
#include "khronos/cross.hpp"
#include "khronos/spirv_tools.hpp"

namespace agal {

std::string_view version_string() { return "agalc " AGAL_VERSION_TEXT; }

std::string component_versions() {
  return "SPIRV-Tools " + khronos::spirv_tools_version() + ", SPIRV-Cross " + khronos::spirv_cross_version();
}

}  // namespace agal
