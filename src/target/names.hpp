// Which names people may choose for what a text declares.
#pragma once

#include <string>
#include <string_view>

#include "agal/target.hpp"

namespace agal::target {

/// Whether an entry point can have this name in the languages of a family that lets one choose it: an identifier that
/// the language does not reserve, and that is not the name of anything else that the shader declares or uses
/// (docs/abi.md).
bool is_free_name(TargetFamily family, std::string_view name);

/// Why a register cannot have this name in text: "it is a word of HLSL". "": it can, in every language.
std::string why_not_free(std::string_view name);

}  // namespace agal::target
