// Code that uses tapped methods in other ways than by calling them: it takes their names from texts, or reads a method
// to call it later.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "avm2/abc.hpp"
#include "tapping/movie.hpp"

namespace agal::tapping {

using IsTapped = std::function<bool(std::string_view name)>;

/// The function on Object.prototype to which `bind_reads` passes an object and a value that was read from it. Names of
/// ActionScript do not have a hyphen.
inline constexpr std::string_view bind_function = "agalc-bind";

/// Visits each constant text that the code pushes, or that is the value of a constant, a variable or a parameter. Omits
/// texts that are only compared with the names of an object, by `in` or `hasOwnProperty`.
void visit_texts(const avm2::Abc& abc, const std::function<void(std::string_view)>& visit);

/// Returns edits of an ABC file, sorted. In a player, a method that is read from an object keeps this object. The
/// functions that replace methods are found on Object.prototype, and would lose it. The edited code passes what it
/// reads to `bind_function`. Code stays unchanged if its branches cannot be followed.
std::vector<Edit> bind_reads(const avm2::Abc& abc, Bytes file, const IsTapped& is_tapped);

}  // namespace agal::tapping
