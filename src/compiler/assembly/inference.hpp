// Infers the stage and the version of assembly text, and reports contradictions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agal/assembly.hpp"
#include "assembly/reporter.hpp"

namespace agal::assembly {

/// Returns the stage that a file name implies: `.vert.agal`, `.vertex.agal`, `.vs.agal`, and the same for fragments.
std::optional<Stage> stage_from_name(std::string_view name);
/// Returns the stage that a word names: `vertex`, `vert`, `fragment`, `frag`.
std::optional<Stage> stage_from_word(std::string_view word);

/// Returns the lowest AGAL version that has register `index` of this type. If no version has that many registers,
/// returns the lowest version that has the type.
std::uint32_t version_of_register(RegisterType type, std::uint32_t index, Stage stage);

class Inference {
 public:
  Inference(const AssembleOptions& options, std::string_view name);

  /// Sets the stage and the version of the magic comment. Options override the comment, and the comment overrides the
  /// file name.
  void set_from_comment(std::optional<Stage> stage, std::optional<std::uint32_t> version);

  /// Reports a register of the other stage.
  void note_register(Reporter& reporter, const Line& line, std::string_view text, const RegisterName& name);
  void note_index(const RegisterName& name, std::uint32_t index);
  void note_opcode(const OpcodeInfo& row);

  /// Returns the version that an option or the comment sets, if any.
  std::optional<std::uint32_t> fixed_version() const { return version_; }
  /// Returns the stage, if it is known so far.
  std::optional<Stage> stage() const { return stage_; }
  /// Returns the version of a program with this number of tokens: the version that is set, otherwise the lowest
  /// sufficient version. If no version allows that many tokens, their number is ignored.
  std::uint32_t version(std::size_t tokens) const;
  /// Returns the stage at the end of the text. Reports an error if it could not be inferred.
  Stage decide_stage(Reporter& reporter);

 private:
  std::optional<Stage> stage_;
  std::string reason_;  // the reason for the stage, as a clause for messages
  bool stage_is_option_ = false, version_is_option_ = false;
  std::optional<std::uint32_t> version_;
  std::uint32_t needed_version_ = 1;
  std::optional<Stage> opcode_stage_;  // the stage of the first opcode that only one stage has; registers override it
};

}  // namespace agal::assembly
