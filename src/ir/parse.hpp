// The IR as text, read back.
#pragma once

#include <string>
#include <string_view>

#include "agal/result.hpp"
#include "ir/module.hpp"

namespace agal::ir {

/// The module that a text of `print` describes: printing it again gives the same text. In addition to what `print`
/// writes, values may have any names (`%sum`), `;` begins a comment, and lines may be blank. Only a module that
/// `verify` accepts is returned; otherwise there is one error, of the first faulty line (AGAL1110 to AGAL1114). `file`
/// is the name of the text in that error. Linear in the length of the text.
Result<Module> parse(std::string_view text, std::string file = {});

/// Returns true if the text begins like IR, which is with a stage.
bool looks_like_ir(std::string_view text);

}  // namespace agal::ir
