// What assembly text says apart from instructions: the magic comment, `.token` and `.bytes`.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "assembly/operands.hpp"

namespace agal::assembly {

/// Whether the line is `//! agal …`.
bool is_magic_comment(const Line& line);
/// Hands what it says to the inference.
void parse_magic_comment(Context& context, const Line& line);

/// The four numbers of a `.token`, as they are written.
using TokenWords = std::array<std::string_view, 4>;

/// `.token OPCODE DESTINATION SOURCE1 SOURCE2`, the cursor behind the word; nullopt (reported) if it is wrong.
std::optional<Instruction> parse_token_directive(Context& context, const Line& line, Cursor& cursor, TokenWords& words);

/// `.bytes HH …`, the cursor behind the word: appends to `bytes`.
void parse_bytes_directive(Context& context, const Line& line, Cursor& cursor, std::vector<std::byte>& bytes);

}  // namespace agal::assembly
