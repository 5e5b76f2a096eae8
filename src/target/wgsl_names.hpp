// The names that an entry point may have in WGSL.
#pragma once

#include <string_view>

namespace agal::target {

/// Whether a function of a shader can have this name: an identifier that the language does not reserve
/// (wgsl_names.def), and that is not the name of anything else that the shader declares or uses (docs/abi.md).
bool is_wgsl_name(std::string_view name);

}  // namespace agal::target
