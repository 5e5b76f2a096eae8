// Code that calls or reads the methods that a tap records.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "avm2/abc.hpp"
#include "tap/movie.hpp"

namespace agal::tapping {

using IsTapped = std::function<bool(std::string_view name)>;

/// The function on Object.prototype to which `tap_uses` passes an object and the name of one of its properties. Names
/// of ActionScript do not have a hyphen.
inline constexpr std::string_view bind_function = "agalc-bind";

/// Returns edits of an ABC file, sorted. Before the code calls or reads a property that may be a tapped method, the
/// edited code passes the object and the name to `bind_function`, and uses the result instead of the object. Names stay
/// unchanged, because objects of other classes may have properties of the same names. A method stays unchanged if its
/// branches cannot be followed.
std::vector<Edit> tap_uses(const avm2::Abc& abc, Bytes file, const IsTapped& is_tapped);

}  // namespace agal::tapping
