// The time of a step relative to the libraries of Khronos in the same run, which can be compared between machines.
#pragma once

#include <optional>

#include "figures.hpp"

namespace agal::bench {

/// The time divided by that of spirv-val on the same module; nullopt if that was not measured.
std::optional<double> over_validator(const Figures& figures, const Figure& row);

/// The time divided by that of spirv-val and SPIRV-Cross together, on the words for the same target, or on those for
/// ESSL 300 if the step does not belong to a text target.
std::optional<double> over_khronos(const Figures& figures, const Figure& row);

}  // namespace agal::bench
