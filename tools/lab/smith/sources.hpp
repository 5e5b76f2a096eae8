// Generates source operands: chooses registers and components, and converts unsuitable values.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "draft.hpp"

namespace agal::smith {

/// Requirements on a source operand.
struct Wanted {
  Need need = Need::Any;
  WriteMask lanes = 0xf;  // the lanes of the swizzle that the result depends on
  bool scalar = false;    // true if all lanes must be the same component
  bool constants = true;
  bool relative = true;
};

/// Emits tokens if an operand needs them.
class Sources {
 public:
  /// `dice` and `draft` must outlive this object.
  Sources(Dice& dice, Draft& draft) : dice_(dice), draft_(draft) {}

  /// Chooses a source that meets the requirements, and locks it.
  Source source(const Wanted& wanted);
  /// Chooses both sources of a token, or its only source. At most one of them is a constant.
  std::pair<Source, Source> two_sources(const OpcodeInfo& op, WriteMask lanes);
  /// Chooses components: from `available`, often from `preferred`.
  std::uint8_t swizzle(WriteMask available, WriteMask preferred, const Wanted& wanted);

 private:
  Source any_source(const Wanted& wanted);
  Source any_temporary(const Wanted& wanted);
  Source made_fit(Source given, const Wanted& wanted);
  Source matrix(std::uint32_t rows);
  Source matrix_of_temporaries(std::uint32_t rows);
  Source relative(std::uint32_t rows, std::uint8_t swizzle);
  std::optional<Source> fresh_address();
  bool suits(Source given, const Wanted& wanted) const;

  Dice& dice_;
  Draft& draft_;
};

}  // namespace agal::smith
