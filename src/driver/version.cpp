#include "agal/compile.hpp"

namespace agal {

std::string_view version_string() { return "agalc " AGAL_VERSION_TEXT; }

}  // namespace agal
