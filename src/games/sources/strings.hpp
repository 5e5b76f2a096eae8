// Reads the strings of sources: quotes, escapes and interpolation.
#pragma once

#include "sources/scanner.hpp"

namespace agal::source_code {

/// Reads the string that begins here. Returns false if none does.
bool read_string(Scanner& scanner, Language language, CodeInText& code);

}  // namespace agal::source_code
