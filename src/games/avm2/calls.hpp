// Executes calls: of methods of texts and lists, and of methods of the same file that return texts.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "avm2/fields.hpp"
#include "avm2/text_edits.hpp"

namespace agal::avm2 {

class Calls : private MethodPart {
 public:
  Calls(MethodContext& method, UseRecorder& uses, Fields& fields, TextEdits& edits)
      : MethodPart(method), uses_(uses), fields_(fields), edits_(edits) {}

  // These functions return false if the path continues as other paths, one for each result.
  bool call_property(State& state, const Instruction& t);
  bool call_super(State& state, const Instruction& t);
  void call(State& state, const Instruction& t);
  /// Constructs a list, a regular expression, or an object that is not followed.
  void construct(State& state, const Instruction& t);

 private:
  // Execute a call of a method of lists or texts. They return false for other calls.
  bool call_of_list(State& state, std::string_view name, Value array, const Arguments& arguments);
  bool call_of_text(State& state, std::string_view name, Value text, const Arguments& arguments);
  std::optional<Value> formatted(State& state, const Arguments& arguments);
  // `before` has the changes and the lists before the call.
  bool follow_call(State& state, const Instruction& t, std::uint32_t method, Value object, const Arguments& arguments,
                   State before);
  State before_call(State& state, const Arguments& arguments) const;
  bool return_results(const State& state, const Instruction& t, std::uint32_t method,
                      const std::vector<Outcome>& results);
  std::uint32_t method_of_call(std::uint32_t name, Value object) const;
  bool is_overridden(std::uint32_t method) const;
  void note_arguments(std::uint32_t name, std::uint32_t method, Value object, const Arguments& arguments);
  const Changes& changes_by_key(KeyKind kind);
  const Changes& changes_by(const Instruction& t, Value function);
  void pass_on(State& state, const Instruction& t, std::uint32_t name, const Arguments& arguments);
  Value version_of_call(std::uint32_t name, const Arguments& arguments);

  UseRecorder& uses_;
  Fields& fields_;
  TextEdits& edits_;
};

}  // namespace agal::avm2
