// Formatted text at the end of a string, and lists as text. A file that calls fmt::format_to or fmt::join compiles
// the formatter of fmt, which takes GCC four seconds. Here, it is compiled once.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace agal::base {

/// Appends formatted text to `out`, as fmt::format_to does.
void append_formatted(std::string& out, fmt::string_view format, fmt::format_args arguments);
template <class... T>
void append(std::string& out, fmt::format_string<T...> format, T&&... arguments) {
  append_formatted(out, format, fmt::make_format_args(arguments...));
}

/// Returns texts or numbers with a separator between them.
template <class Texts>
std::string joined(const Texts& texts, std::string_view separator) {
  std::string out;
  std::string_view before;
  for (const auto& text : texts) {
    out += before;
    append(out, "{}", text);
    before = separator;
  }
  return out;
}

}  // namespace agal::base
