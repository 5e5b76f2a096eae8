// The highest numbers of resources in each language (slots.def).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "agal/target.hpp"

namespace agal::target {

enum class SlotKind : std::uint8_t { Constants, Texture, Sampler, Set };

/// A row of AGAL_LAST_SLOT.
struct LastSlot {
  Target target;  // the first version with the number
  SlotKind kind;
  std::uint32_t last;
  std::string_view reason;
};

inline constexpr auto last_slot_table = std::to_array<LastSlot>({
#define AGAL_LAST_SLOT(target, kind, last, reason) {Target::target, SlotKind::kind, last, reason},
#include "target/slots.def"
#undef AGAL_LAST_SLOT
});

inline constexpr std::size_t slot_kinds = static_cast<std::size_t>(SlotKind::Set) + 1;

/// Finds the highest number of a kind in a target: the number of the newest listed version that is not newer.
constexpr std::uint32_t find_last_slot(Target target, SlotKind kind) {
  const TargetInfo& wanted = info(target);
  const auto applies = [&](const TargetInfo& listed) {
    return listed.family == wanted.family && listed.vulkan == wanted.vulkan && listed.version <= wanted.version;
  };
  std::uint16_t newest = 0;
  for (const LastSlot& row : last_slot_table)
    if (applies(info(row.target))) newest = std::max(newest, info(row.target).version);
  for (const LastSlot& row : last_slot_table)
    if (applies(info(row.target)) && info(row.target).version == newest && row.kind == kind) return row.last;
  return 0xffff'ffff;
}

inline constexpr auto last_slots = [] {
  std::array<std::array<std::uint32_t, slot_kinds>, target_table.size()> out{};
  for (const TargetInfo& row : target_table)
    for (std::size_t kind = 0; kind < slot_kinds; ++kind)
      out[static_cast<std::size_t>(row.target)][kind] = find_last_slot(row.target, static_cast<SlotKind>(kind));
  return out;
}();

constexpr std::uint32_t last_slot(Target target, SlotKind kind) {
  return last_slots[static_cast<std::size_t>(target)][static_cast<std::size_t>(kind)];
}

}  // namespace agal::target
