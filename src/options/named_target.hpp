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

/// Finds a target by its name, by the name of its family, or by an alias (targets.def). Accepts capital and small
/// letters, with or without '.', '-', '_' and blanks; also `glsl300es` for essl300, and `msl2` for msl20. nullopt:
/// unknown.
std::optional<NamedTarget> named_target(std::string_view text);

/// The one of `names` that was probably meant by a name that is unknown; "" if none is near. A text that begins with
/// the name of a language is never taken for one in another language.
std::string_view nearest_target(std::string_view text, std::span<const std::string_view> names);

}  // namespace agal::options
