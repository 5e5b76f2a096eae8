// Where resources are bound in each API.
#pragma once

#include <cstdint>
#include <optional>

#include "agal/interface.hpp"
#include "agal/target.hpp"

namespace agal::reflect {

Interface::Slots constants_slots(Stage stage, const OutputOptions& options);
Interface::Slots sampler_slots(Stage stage, std::uint32_t index, const OutputOptions& options);
/// The binding of the sampler of a texture, in the same set; nullopt: it is combined with the texture.
std::optional<std::uint32_t> separate_sampler_slot(Stage stage, std::uint32_t index, const OutputOptions& options);

}  // namespace agal::reflect
