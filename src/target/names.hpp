// Checks the names that callers choose for entry points and registers in the text.
#pragma once

#include <string>
#include <string_view>

#include "agal/target.hpp"

namespace agal::target {

/// Returns true if an entry point can have this name in all languages of the family that allow a choice. The name must
/// be an identifier that the language does not reserve, and that the shader does not declare or use otherwise
/// (docs/abi.md).
bool is_free_name(TargetFamily family, std::string_view name);

/// Returns the reason why a register cannot have this name in text: "it is a word of HLSL". Returns "" if the name is
/// allowed in every language.
std::string why_not_free(std::string_view name);

/// Returns true if the host sets all uniforms with this name.
bool is_uniform_of_host(Host host, std::string_view name);

}  // namespace agal::target
