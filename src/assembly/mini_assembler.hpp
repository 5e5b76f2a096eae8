// Takes lines apart as AGALMiniAssembler does: it searches them for options and operands, and passes over the rest.
#pragma once

#include <optional>
#include <string_view>

#include "assembly/parsing.hpp"

namespace agal::assembly {

/// Cuts the options off a line: they begin at the first `<` that a `>` follows, and end with the line. Returns the text
/// after the `<`, without the last `>` if nothing follows it.
std::optional<std::string_view> cut_options(std::string_view& code);

/// An operand in a line.
struct FoundOperand {
  std::string_view text;     // vc[va0.x+3].xy
  std::string_view base;     // the register before the bracket or the components
  std::string_view address;  // [va0.x+3]; empty: not relative
};

/// Finds the next operand at or after the cursor, and moves the cursor behind it; nullopt: there is none.
std::optional<FoundOperand> find_operand(const Context& context, Cursor& cursor);

/// Looks up the registers of an operand. Unknown ones are reported.
ParsedOperand parse_found(Context& context, const FoundOperand& found);

/// Reports what the assembler passes over between two operands: characters that touch an operand, such as the `.a` of
/// `ft0.a`, and others. `skipped` is a part of the line; the operands are nullptr at the ends of the line.
void report_skipped(Context& context, std::string_view skipped, const ParsedOperand* before,
                    const ParsedOperand* after);

/// Reports a number of operands that does not fit the opcode, and its cause if that is known. `text` has the operands.
void report_operand_count(Context& context, const OpcodeInfo& row, std::string_view opcode, std::string_view text,
                          std::size_t count);

/// The number of operands of an opcode.
std::size_t operand_count(const OpcodeInfo& row);

/// Reports a number of operands that does not fit the opcode. `help`, if any, replaces the form of the instruction.
void report_count(Context& context, const OpcodeInfo& row, std::string_view opcode, std::size_t count,
                  std::string help = {});

}  // namespace agal::assembly
