// Reads and writes bytecode, bit for bit.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

/// Reads a program. The input may be anything. `name` is used only in messages. Linear in the size of the input.
///
/// Errors, in the player's order: 3615 shorter than a header and one token · 3616 first byte is not 0xa0 · 3617 version
/// above the newest · 3618 sixth byte is not 0xa1 · 3619 stage byte is neither 0 nor 1. `validate` checks opcodes,
/// registers and reserved bits. Bytes after the last whole token are kept in `Program::trailing`.
Result<Program> read_bytecode(std::span<const std::byte> bytes, std::string name = {});

/// Writes a program. `write_bytecode(*read_bytecode(b)) == b` for every `b` that can be read.
std::vector<std::byte> write_bytecode(const Program& program);

/// Returns true if the bytes are bytecode rather than text: the first byte is 0xa0.
bool looks_like_bytecode(std::span<const std::byte> bytes);

}  // namespace agal
