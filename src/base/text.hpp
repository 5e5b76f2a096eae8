// Facts about text that several folders share.
#pragma once

#include <string_view>

namespace agal::base {

/// The characters that end a line of assembly text; CR LF ends one line.
inline constexpr std::string_view line_ends = "\n\r\f\v";

}  // namespace agal::base
