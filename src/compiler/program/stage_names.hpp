// Recognizes names that imply the stage of a program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agal::program {

/// Returns a name in lower case with `*` in place of the word for its stage: `water*` for `WaterVertex`. Names of both
/// stages of a pair give the same result. Returns nullopt if there is no such word.
std::optional<std::string> name_without_stage(std::string_view name);

}  // namespace agal::program
