// Recognizes AGAL programs: bytecode by its header and by valid tokens, assembly text by assembling it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/diagnostic.hpp"
#include "agal/program.hpp"
#include "base/bytes.hpp"

namespace agal::extraction {

using base::Bytes;

/// Returns true if the bytes begin with the header of bytecode, and have room for a token.
bool begins_program(Bytes bytes);

/// Returns true if a program with these tokens could have been used for rendering: it breaks no rule that is
/// `Downgradable::No`, and it writes an output. If not, `problem` (optional) receives the reason.
bool is_plausible(const Program& program, std::string* problem = nullptr);

struct BytecodeFind {
  std::size_t offset = 0;  // the offset in the searched bytes
  Program program;
};

struct ScanOptions {
  bool whole = false;  // the bytes are one unit: treat them as one program if possible
  bool cut = false;    // truncated: a program that reaches the end may be incomplete
};

struct ScanListener {
  std::function<void(BytecodeFind)> found;
  std::function<void(std::size_t offset, const std::string& problem)> refused;  // a header without a valid program
};

/// Finds programs, in order and without overlap. Takes time linear in the number of bytes.
void scan_bytecode(Bytes bytes, const ScanOptions& options, const ScanListener& listener);

/// Returns true if a line, without leading blanks, begins like an instruction: an opcode, and operands that are single
/// words. The first is a register or a placeholder, or the opcode has as many operands. The line may end anywhere,
/// because it may be only the beginning of an instruction.
bool begins_instruction(std::string_view code);

/// Returns true if a line of the text is an instruction, or the beginning of one, that an assembler accepts: its
/// operands are registers, options or unknown (between ‹ and ›). "add v1 to the list" is English.
bool has_operands(std::string_view text);

/// Returns true if the first line that is not empty is an instruction: it begins like one, or has a word and two
/// registers, as in `foo oc, v0`, or is a statement that only AGALMacroAssembler knows. Directives of this assembler
/// and block comments before it are skipped. Fast, and false for nearly every string.
bool may_be_assembly(std::string_view text);

/// Returns the number of lines that are instructions in the sense of `may_be_assembly`.
std::size_t count_instructions(std::string_view text);

/// Returns the program in a text if it assembles, is valid in players, and writes the whole position or a color. Weaker
/// conditions would also accept strings that are parts of something else, such as "add" or "mov oc, ft0". The text is
/// read by the rules of the dialect's assembler; `warnings` receives the parts that this assembler ignores or assumes.
/// The version of the program is the lowest sufficient version, or `version` if that is higher.
std::optional<Program> recognize_program(std::string_view text, Diagnostics* warnings = nullptr,
                                         std::uint32_t version = 1, Dialect dialect = Dialect::Adobe);

/// Returns the reason why Adobe's players reject a program that `recognize_program` accepts; "" if they accept it.
std::string refusal_of_players(const Program& program);

/// Returns the text without the semicolons at the ends of its lines, which the game's assembler ignores.
std::string without_semicolons(std::string_view text);

/// Returns the stage of lines of assembly, which may be only a part of a program. Returns Any if the lines fit both
/// stages, and nullopt if they are not assembly.
std::optional<Stage> stage_of_lines(std::string_view text, Dialect dialect = Dialect::Adobe);

/// The reason why a text is not a program. A text of one line has a reason only if it has registers and an unknown
/// opcode.
struct Refusal {
  std::string reason;          // such as "line 2: '1' is a number"; "" if the text may be a part of a program
  bool may_be_macros = false;  // an assembler with additional words may accept it
};
Refusal refusal_of_text(std::string_view text, Dialect dialect);

}  // namespace agal::extraction
