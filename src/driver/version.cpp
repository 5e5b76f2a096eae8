#include "agal/compile.hpp"
#include "target/cross.hpp"
#include "target/spirv_tools.hpp"

namespace agal {

std::string_view version_string() { return "agalc " AGAL_VERSION_TEXT; }

std::string component_versions() {
  return "SPIRV-Tools " + target::spirv_tools_version() + ", SPIRV-Cross " + target::spirv_cross_version();
}

}  // namespace agal
