// Builds the script that `agalc tap` inserts into a SWF file, as an ABC file.
#pragma once

#include <array>
#include <string_view>

#include "base/bytes.hpp"

namespace agal::tapping {

struct TappedMethod {
  std::string_view name;
  std::string_view note;  // see methods.def; "" if the script replaces the method only when frames are recorded
};

inline constexpr auto tapped_methods = std::to_array<TappedMethod>({
#define AGAL_TAPPED(method, note, ...) {#method, #note},
#define AGAL_RECORDED(method, ...) {#method, ""},
#include "tap/methods.def"
});

/// Returns the ABC file. `game` is `tap_log::game_fields` of the game. `receiver` is the address to which the calls of
/// frames are posted; "" if the script only writes the log.
base::ByteVector build_script(std::string_view game, std::string_view receiver = {});

}  // namespace agal::tapping
