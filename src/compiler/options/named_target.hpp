// Targets by the names that people give them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "agal/target.hpp"

namespace agal::options {

struct NamedTarget {
  Target target;
  bool exact;  // true for the name of a target, false for a family or an alias
};

/// Finds a target by its name, by the name of its family, or by an alias (targets.def). Ignores case, and one of the
/// characters '.', '-', '_' and blank next to a digit, after `vulkan` and before `es`. Also accepts `glsl300es` for
/// essl300, and `msl2` for msl20. Returns nullopt if no target has this name.
std::optional<NamedTarget> named_target(std::string_view text);

/// Returns the element of `names` that an unknown name probably means; "" if none is near. A text that begins with the
/// name of a language never means a target in another language.
std::string_view nearest_target(std::string_view text, std::span<const std::string_view> names);

}  // namespace agal::options
