// Parses the text form of the IR.
#pragma once

#include <string>
#include <string_view>

#include "agal/result.hpp"
#include "ir/module.hpp"

namespace agal::ir {

/// Parses a module from the notation of `print`. Printing the module again gives the same text. In addition to the
/// output of `print`, values may have any names (`%sum`), `;` begins a comment, and lines may be blank. The module is
/// verified (`verify`). On failure, there is one error for the first faulty line (AGAL1110 to AGAL1114). `file` is the
/// name of the text in the error. Linear in the length of the text.
Result<Module> parse(std::string_view text, std::string file = {});

/// Returns true if the text begins with a stage, as IR does.
bool looks_like_ir(std::string_view text);

}  // namespace agal::ir
