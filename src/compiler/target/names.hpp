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

/// Returns a semantic of HLSL in a form for comparisons: "COLOR0" for "Color" and "Color00". Direct3D ignores case, and
/// reads the digits at the end as an index.
std::string semantic_key(std::string_view semantic);

/// Returns the reason why an input or output of HLSL cannot have this semantic: "it is a word of HLSL"; "" if it can.
std::string why_not_semantic(std::string_view semantic);

/// Returns the reason why an attribute cannot have this semantic in an engine whose meshes have few semantics; "" if it
/// can.
std::string why_not_channel(Host host, std::string_view semantic);

/// Returns true if the host sets all uniforms with this name.
bool is_uniform_of_host(Host host, std::string_view name);

}  // namespace agal::target
