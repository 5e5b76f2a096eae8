// The table of rules for NaN (agal/tables/nan.def).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "agal/interpret.hpp"

namespace agal::interpret {

/// The result of min and max if one operand is NaN. Here and below, Open means undefined.
enum class NanMinMax : std::uint8_t { First, Number, Open };
/// The result of sat of a NaN.
enum class NanSat : std::uint8_t { Nan, Zero, Open };
/// The register that a NaN addresses if the index is not clamped.
enum class NanIndex : std::uint8_t { None, Offset, Open };

/// One row of the table.
struct NanInfo {
  NanRules rules;
  std::string_view name, targets;
  NanMinMax min_max;
  NanSat sat;
  NanIndex index;
  std::string_view compare, pow;
};

inline constexpr auto nan_table = std::to_array<NanInfo>({
#define AGAL_NAN_RULES(id, name, targets, min_max, sat, index, compare, pow, source) \
  {NanRules::id, name, targets, NanMinMax::min_max, NanSat::sat, NanIndex::index, compare, pow},
#include "agal/tables/nan.def"
});

constexpr const NanInfo& info(NanRules rules) { return nan_table[static_cast<std::size_t>(rules)]; }

}  // namespace agal::interpret
