// Notes how a method joins, splits and edits texts that may come from other code.
#pragma once

#include "avm2/edits.hpp"
#include "avm2/method_part.hpp"

namespace agal::avm2 {

class TextEdits : private MethodPart {
 public:
  /// A text and a pattern that code replaces in it, or at which it splits it.
  struct Edited {
    Value text = nothing, pattern = nothing;
  };

  explicit TextEdits(MethodContext& method) : MethodPart(method) {}

  /// Computes `left + right`.
  Value add(Value left, Value right);
  /// Returns the edit by a call of `replace` or `split`.
  Edited edited_by(Value object, const Arguments& arguments) const;
  void note_edit(const Edited& edited);
  /// Notes that code joins a value with other text, or uses only a part of it.
  void note_joined(Value value, bool is_joined = true);
  /// Returns a text that is split at a separator, as a use of the whole text.
  Value as_split(Value text, Value separator);

 private:
  bool is_in_assembler() const;
  Value data_of(Value value) const;
};

}  // namespace agal::avm2
