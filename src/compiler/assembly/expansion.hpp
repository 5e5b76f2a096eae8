// Text for AGALMiniAssembler that other dialects stand for, and the places that it came from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/program.hpp"
#include "assembly/macro_tokens.hpp"
#include "assembly/source.hpp"

namespace agal::assembly {

class Reporter;

/// The use of a macro. Number 0 stands for the text outside of macros.
struct MacroUse {
  std::string name;
  std::uint32_t line = 0;   // the line of the use
  std::uint32_t outer = 0;  // the use of the macro that contains this use; 0 for none
  std::uint32_t depth = 0;
};

class Expansion {
 public:
  /// `source` must outlive the expansion.
  explicit Expansion(std::string_view source);

  std::string text;                     // the instructions, one for each line
  std::vector<MacroUse> uses{{}};       // the uses of macros
  std::vector<RegisterNote> registers;  // the aliases of whole registers

  /// Appends the words of an instruction. Words stay separate, except next to other characters.
  void append_line(const std::vector<MacroToken>& words);
  /// Removes the text.
  void clear();

  std::string_view source() const { return source_; }
  /// Returns the place from which a part of `text` came. A part of several words that came from several lines has the
  /// place of its first word.
  Origin origin_of(std::string_view part) const;
  /// Returns the line of the source that contains a position.
  Line line_at(std::uint32_t position) const;
  /// Returns a clause for messages: ", in macro 'half', which line 12 uses"; "" outside of macros.
  std::string describe_use(std::uint32_t use) const;
  /// Returns the line outside of macros that causes a use; 0 outside of macros.
  std::uint32_t outermost_line(std::uint32_t use) const;

 private:
  void append(std::string_view part, Origin origin);

  struct Piece {
    std::uint32_t begin = 0, length = 0;  // in `text`
    Origin origin;
  };
  std::string_view source_;
  std::vector<std::uint32_t> line_begins_;
  std::vector<Piece> pieces_;  // in the order of the text
};

/// Reads text as AGALMacroAssembler does. Errors are reported, and the statements with errors are left out.
/// docs/adr/0066-the-macro-assembler.md has the rules.
std::unique_ptr<Expansion> expand_macros(std::string_view text, const AssembleOptions& options, Reporter& reporter);

/// Reads Procedure text of Alternativa3D as a program of its own. `stage` is known from outside, if at all.
std::unique_ptr<Expansion> expand_procedure(std::string_view text, std::optional<Stage> stage, Reporter& reporter);

/// Returns true for a register of such a text: a letter and a number, such as t0.
bool is_procedure_register(std::string_view word);

/// Returns true if a line of the text begins with a declaration of such a text: `#v0=vUV`.
bool has_procedure_declaration(std::string_view text);

}  // namespace agal::assembly
