// The script that is put into a tapped SWF file, as an ABC file.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/bytes.hpp"

namespace agal::tapping {

struct TappedMethod {
  std::string_view name;
  std::string_view note;  // methods.def
};

inline constexpr auto tapped_methods = std::to_array<TappedMethod>({
#define AGAL_TAPPED(method, note) {#method, #note},
#include "tapping/methods.def"
});

/// What each method is called in the tapped file.
using NewNames = std::array<std::string, tapped_methods.size()>;

/// `game` is `capture::game_fields` of the game.
base::ByteVector build_script(const NewNames& names, std::string_view game);

}  // namespace agal::tapping
