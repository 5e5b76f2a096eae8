// Edits of texts at run time: the patterns that code replaces, or at which it splits texts.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "avm2/values.hpp"

namespace agal::avm2 {

class Executor;
class PassedValues;

/// A pattern that code replaces in a text, or at which it splits a text.
struct Edit {
  enum class Kind : std::uint8_t {
    Literal,
    Expression,  // a regular expression
    Unknown,     // a value that is only known at run time
  };
  Kind kind = Kind::Unknown;
  std::string pattern{};
  auto operator<=>(const Edit&) const = default;

  /// Returns the edit with this pattern.
  static Edit of(const Values& values, Value pattern);
  /// Returns true if the edit may change the meaning of assembly: its pattern may match more than blanks and
  /// separators. Code splits texts at those, and assemblers ignore most of them.
  bool is_relevant() const;
  /// Returns true if the edit is relevant and may change this text.
  bool may_change(std::string_view text) const;
};

/// Returns the first sampler options without a word, such as `<>`; "" if there are none. Assemblers accept them, but
/// code usually replaces them.
std::string_view empty_options(std::string_view text);

/// Returns the relevant edits of all texts that the executor does not follow. A pattern that code passes to a method
/// that edits is followed back. Data that code cuts, joins with other text or writes to has an edit with an unknown
/// pattern.
std::vector<Edit> find_edits(Executor& executor, PassedValues& passed);

}  // namespace agal::avm2
