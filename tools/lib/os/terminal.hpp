// Queries the terminal.
#pragma once

#include <cstdint>

namespace agalc::os {

enum class Stream : std::uint8_t { Output, Error };

bool is_terminal(Stream stream);

/// Returns true if stdin is a pipe, a file or a socket, and not a terminal or another device.
bool stdin_has_data();

/// Returns true if the terminal of stderr supports colors and can redraw a line. Stderr must be a terminal.
bool shows_escapes();

/// Returns the width of the terminal of stderr in columns; 0 if it is unknown.
unsigned terminal_columns();

}  // namespace agalc::os
