// Source lines in messages.
#pragma once

#include <cstddef>
#include <string_view>

#include "agal/diagnostic.hpp"

namespace agal::diag {

/// Sets the snippet of a diagnostic to the line, with the caret under `length` bytes of it, at least one; the caret may
/// follow the line, if something is missing there. Long lines are cut around the caret. Control characters, including
/// tabs, become spaces, so that the caret is in the right column. The snippet is always valid UTF-8.
void show_line(Diagnostic& diagnostic, std::string_view line, std::size_t begin, std::size_t length);

}  // namespace agal::diag
