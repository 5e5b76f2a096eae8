// Terminals.
#pragma once

#include <cstdint>

namespace agalc::os {

enum class Stream : std::uint8_t { Output, Error };

bool is_terminal(Stream stream);

/// Whether stdin is a pipe or a file, rather than a terminal or nothing.
bool stdin_has_data();

/// Whether the terminal of stderr has colors and can redraw a line. It is one.
bool shows_escapes();

/// The width of the terminal of stderr; 0 if it is not known.
unsigned terminal_columns();

}  // namespace agalc::os
