// Where resources are bound in each API.
#pragma once

#include <cstdint>

#include "agal/interface.hpp"
#include "agal/target.hpp"

namespace agal::reflect {

Interface::Slots constants_slots(Stage stage, const OutputOptions& options);
Interface::Slots sampler_slots(Stage stage, std::uint32_t index, const OutputOptions& options);

}  // namespace agal::reflect
