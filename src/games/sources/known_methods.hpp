// The methods of the player and of usual libraries that are known by their names.
#pragma once

#include <string_view>

namespace agal::source_code {

/// Returns true for a method that changes no fields of the program, except lists.
bool is_known_method(std::string_view name);

}  // namespace agal::source_code
