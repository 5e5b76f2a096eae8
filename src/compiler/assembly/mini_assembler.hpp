// Splits lines as AGALMiniAssembler does: searches them for options and operands, and skips the rest.
#pragma once

#include <optional>
#include <string_view>

#include "assembly/parsing.hpp"

namespace agal::assembly {

/// Removes the options from a line. They begin at the first `<` that has a `>` after it, and end with the line. Returns
/// the text after the `<`, without a `>` at the end.
std::optional<std::string_view> cut_options(std::string_view& code);

/// An operand in a line.
struct FoundOperand {
  std::string_view text;     // the whole operand: vc[va0.x+3].xy
  std::string_view base;     // the register before the bracket or the components: vc
  std::string_view address;  // the address: [va0.x+3]; "" if it is not relative
};

/// Finds the next operand at or after the cursor, and moves the cursor to its end. Returns nullopt if there is none.
std::optional<FoundOperand> find_operand(const Context& context, Cursor& cursor);

/// Looks up the registers of an operand, and reports unknown registers.
ParsedOperand parse_found(Context& context, const FoundOperand& found);

/// Reports text that the assembler skips between two operands. It includes characters that touch an operand, such as
/// the `.a` of `ft0.a`. `skipped` is a part of the line. `before` is nullptr at the beginning of the operands, `after`
/// at the end.
void report_skipped(Context& context, std::string_view skipped, const ParsedOperand* before,
                    const ParsedOperand* after);

/// Reports a wrong number of operands, or its cause if that is a literal or a negative offset. `text` is the rest of
/// the line after the opcode.
void report_operand_count(Context& context, const OpcodeInfo& row, std::string_view opcode, std::string_view text,
                          std::size_t count);

/// Returns the number of operands of an opcode.
std::size_t operand_count(const OpcodeInfo& row);

/// Reports a wrong number of operands. `help` replaces the default help, an example of the instruction.
void report_count(Context& context, const OpcodeInfo& row, std::string_view opcode, std::size_t count,
                  std::string help = {});

}  // namespace agal::assembly
