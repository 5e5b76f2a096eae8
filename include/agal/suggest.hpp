// "Did you mean …?" for names that a user typed.
#pragma once

#include <span>
#include <string_view>

namespace agal {

/// The candidate nearest to `word`, or "" if none is close enough.
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace agal
