// The highest numbers of resources in each language (slots.def).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "agal/target.hpp"

namespace agal::target {

enum class SlotKind : std::uint8_t { Constants, Texture, Sampler, Set };

/// A row of AGAL_LAST_SLOT.
struct LastSlot {
  Target target;  // Msl20 stands for every version of MSL
  SlotKind kind;
  std::uint32_t last;
  std::string_view reason;
};

inline constexpr auto last_slot_table = std::to_array<LastSlot>({
#define AGAL_LAST_SLOT(target, kind, last, reason) {Target::target, SlotKind::kind, last, reason},
#include "target/slots.def"
#undef AGAL_LAST_SLOT
});

/// Returns the highest number of a kind in a target.
constexpr std::uint32_t last_slot(Target target, SlotKind kind) {
  const Target listed = info(target).family == TargetFamily::Msl ? Target::Msl20 : target;
  for (const LastSlot& row : last_slot_table)
    if (row.target == listed && row.kind == kind) return row.last;
  return 0xffff'ffff;
}

}  // namespace agal::target
