// Bytecode in and out, bit for bit.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

/// Reads a program. `name` is used in messages only. Linear in the size of the input, which may be anything.
///
/// Errors, in the player's order: 3615 shorter than a header and one token · 3616 first byte is not 0xa0 · 3617 version
/// above the newest · 3618 sixth byte is not 0xa1 · 3619 stage byte is neither 0 nor 1. Opcodes, registers and reserved
/// bits are not checked: that is done by `validate`. Bytes after the last whole token are kept in `Program::trailing`.
Result<Program> read_bytecode(std::span<const std::byte> bytes, std::string name = {});

/// Writes a program. `write_bytecode(*read_bytecode(b)) == b` for every `b` that can be read.
std::vector<std::byte> write_bytecode(const Program& program);

/// Whether the bytes are bytecode rather than text: the first one is 0xa0.
bool looks_like_bytecode(std::span<const std::byte> bytes);

}  // namespace agal
