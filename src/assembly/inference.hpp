// Infers stage and version, and finds contradictions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agal/assembly.hpp"
#include "assembly/reporter.hpp"

namespace agal::assembly {

/// The stage that a file name implies: `.vert.agal`, `.vertex.agal`, `.vs.agal` and the same for fragments.
std::optional<Stage> stage_from_name(std::string_view name);
/// The stage that a word names: `vertex`, `vert`, `fragment`, `frag`.
std::optional<Stage> stage_from_word(std::string_view word);

/// The lowest AGAL version that has register `index` of this type; if none has that many, the lowest that has the type.
std::uint32_t version_of_register(RegisterType type, std::uint32_t index, Stage stage);

class Inference {
 public:
  Inference(const AssembleOptions& options, std::string_view name);

  /// Sets the stage and the version of the magic comment. Options override it, and it overrides the file name.
  void set_from_comment(std::optional<Stage> stage, std::optional<std::uint32_t> version);

  /// Reports a register of the other stage.
  void note_register(Reporter& reporter, const Line& line, std::string_view text, const RegisterName& name);
  void note_index(const RegisterName& name, std::uint32_t index);
  void note_opcode(const OpcodeInfo& row);

  /// The version that an option or the comment sets, if any.
  std::optional<std::uint32_t> fixed_version() const { return version_; }
  /// The stage, if it is known so far.
  std::optional<Stage> stage() const { return stage_; }
  /// The version of a program with this number of tokens: the one that is set, else the lowest that is sufficient; if
  /// none allows that many tokens, their number is ignored.
  std::uint32_t version(std::size_t tokens) const;
  /// The stage, at the end of the text; reports an error if it could not be inferred.
  Stage decide_stage(Reporter& reporter);

 private:
  std::optional<Stage> stage_;
  std::string reason_;  // why the stage was chosen, as a clause
  bool stage_is_option_ = false, version_is_option_ = false;
  std::optional<std::uint32_t> version_;
  std::uint32_t needed_version_ = 1;
  std::optional<Stage> opcode_stage_;  // weaker than registers: from the first opcode that only one stage has
};

}  // namespace agal::assembly
