// The parts of assembly text other than instructions: the magic comment, `.token` and `.bytes`.
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
/// Passes its stage and version to the inference.
void parse_magic_comment(Context& context, const Line& line);

/// The four numbers of a `.token`, as written.
using TokenWords = std::array<std::string_view, 4>;

/// `.token OPCODE DESTINATION SOURCE1 SOURCE2`, with the cursor after the word; nullopt: wrong, and reported.
std::optional<Instruction> parse_token_directive(Context& context, const Line& line, Cursor& cursor, TokenWords& words);

/// `.bytes HH …`, with the cursor after the word: appends to `bytes`.
void parse_bytes_directive(Context& context, const Line& line, Cursor& cursor, std::vector<std::byte>& bytes);

}  // namespace agal::assembly
