// A step beside the libraries of Khronos in the same run: the one kind of figure that can be compared between machines.
#pragma once

#include <optional>

#include "figures.hpp"

namespace agal::bench {

/// Time over that of spirv-val on the same module. Nothing where that was not measured.
std::optional<double> over_validator(const Figures& figures, const Figure& row);

/// Time over that of spirv-val and SPIRV-Cross together, on the words for the same target; for steps that belong to no
/// text target, on those for ESSL 300.
std::optional<double> over_khronos(const Figures& figures, const Figure& row);

}  // namespace agal::bench
