// "Did you mean …?" for names that a user typed.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace agal::base {

/// Number of single-letter insertions, deletions, replacements and swaps of neighbors that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, or "" if none is close enough (more than a third of the letters, at least one,
/// would change). The first of equally near candidates wins.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace agal::base
