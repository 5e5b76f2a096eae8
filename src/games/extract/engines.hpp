// Recognizes the engines that make programs at run time without their text.
#pragma once

#include <string_view>

namespace agal::extraction {

/// Returns the engine that a name belongs to: the name of a class, with or without its package, or of a package.
/// Returns "" for other names.
std::string_view engine_of(std::string_view name);

}  // namespace agal::extraction
