// Assembly text in and out: the language of AGALMiniAssembler, and one canonical form of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agal/program.hpp"
#include "agal/result.hpp"

/// The library: everything of agalc that is not the command.
namespace agal {

/// How text is read.
struct AssembleOptions {
  std::optional<Stage> stage;            // unset: from the name, the magic comment, or the registers used
  std::optional<std::uint32_t> version;  // 1..4; unset: from the magic comment, else the lowest that the program needs
  bool lenient = false;                  // as AGALMiniAssembler did: skip unknown lines, with a warning for each
};

/// Assembles a program. Everything that AGALMiniAssembler accepts for AGAL 1 to 4 is accepted; docs/assembly.md
/// describes the language. `name` is used in messages and, if no stage is given, for its `.vert.agal` or `.frag.agal`.
/// Errors are 2xxx with line and column. All errors are collected; none ends the parse.
Result<Program> assemble(std::string_view text, std::string name = {}, const AssembleOptions& options = {});

/// The additional content of the text.
struct DisassembleOptions {
  bool offsets = false;  // prefix each token with its byte offset and number, as a comment
  bool explain = false;  // after each token, every field with its bits, name and value, as comments
  bool header = true;    // begin with the magic comment that carries stage and version
};

/// The canonical text. Assembling it gives the same bytes: anything that text cannot express (reserved bits, unknown
/// numbers, trailing bytes) is written as `.token` and `.bytes` directives.
std::string disassemble(const Program& program, const DisassembleOptions& options = {});

/// Reads either form, by the first byte: 0xa0 is bytecode, anything else is text. Errors: those of `read_bytecode` or
/// of `assemble`; `options` are for text.
Result<Program> load_program(std::span<const std::byte> bytes, std::string name = {},
                             const AssembleOptions& options = {});

}  // namespace agal
