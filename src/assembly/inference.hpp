// Stage and version: what decides them, and what contradicts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agal/assembly.hpp"
#include "assembly/reporter.hpp"

namespace agal::assembly {

/// The stage that a file name tells: `.vert.agal`, `.vertex.agal`, `.vs.agal` and the same for fragments.
std::optional<Stage> stage_from_name(std::string_view name);
/// The stage that a word tells: `vertex`, `vert`, `fragment`, `frag`.
std::optional<Stage> stage_from_word(std::string_view word);

/// The lowest AGAL version that has register `index` of this type; the lowest that has the type where none has
/// that many.
std::uint32_t version_of_register(RegisterType type, std::uint32_t index, Stage stage);

class Inference {
 public:
  Inference(const AssembleOptions& options, std::string_view name);

  /// What the magic comment says. Options win over it, it wins over the file's name.
  void set_from_comment(std::optional<Stage> stage, std::optional<std::uint32_t> version);

  /// Reports a register of the other stage.
  void note_register(Reporter& reporter, const Line& line, std::string_view text, const RegisterName& name);
  void note_index(const RegisterName& name, std::uint32_t index);
  void note_opcode(const OpcodeInfo& row);

  /// The version that option or comment fix, if any.
  std::optional<std::uint32_t> fixed_version() const { return version_; }
  /// The stage as far as it is known.
  std::optional<Stage> stage() const { return stage_; }
  /// The version of a program of this many tokens: what is fixed, else the lowest that has room for all of it; where none
  /// has, the number of tokens does not count.
  std::uint32_t version(std::size_t tokens) const;
  /// The stage, at the end of the text; reports it if nothing told.
  Stage decide_stage(Reporter& reporter);

 private:
  std::optional<Stage> stage_;
  std::string reason_;  // why the stage is decided, as a clause
  bool stage_is_option_ = false, version_is_option_ = false;
  std::optional<std::uint32_t> version_;
  std::uint32_t needed_version_ = 1;
  std::optional<Stage> opcode_stage_;  // weaker than registers: the first opcode of one stage alone
};

}  // namespace agal::assembly
