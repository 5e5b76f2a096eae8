// Lines of the input, as messages show them.
#pragma once

#include <cstddef>
#include <string_view>

#include "agal/diagnostic.hpp"

namespace agal::diag {

/// Makes the line the snippet of a message, with the caret under `length` bytes of it, at least one: it may stand just
/// behind the line, where something is missing. Long lines are cut around the part that is meant; control characters,
/// tabs among them, become blanks, so that the caret stands where it should. The snippet is UTF-8 whatever the line is.
void show_line(Diagnostic& diagnostic, std::string_view line, std::size_t begin, std::size_t length);

}  // namespace agal::diag
