// Names that imply the stage of a program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agal::program {

/// A name without the word for its stage (`WaterVertex`, `water.frag`, `FS_Water`); nullopt if it has none.
std::optional<std::string> name_without_stage(std::string_view name);

}  // namespace agal::program
