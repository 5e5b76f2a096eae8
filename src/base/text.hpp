// Small helpers for text that people read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace agal::base {

/// What ends a line of assembly text: each of these, and CR LF as one.
inline constexpr std::string_view line_ends = "\n\r\f\v";

/// Number of single-letter insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, or "" where none is near enough to be what was meant (more than a third of the
/// letters, at least one, would change). Ties go to the first.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace agal::base
