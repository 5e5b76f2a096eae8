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

/// The author's assembler. Assemblers read some text differently; docs/adr/0029-dialects-of-text.md has the evidence.
enum class Dialect : std::uint8_t {
  Adobe,     // AGALMiniAssembler in ActionScript: a sampler without options repeats earlier options
  OpenFl,    // its port to Haxe: a sampler without options has the default ones
  EasyAgal,  // r, g, b and a are components, as in AGALMiniAssembler of 2011; otherwise as Adobe
};

/// How text is read.
struct AssembleOptions {
  std::optional<Stage> stage;            // unset: from the name, the magic comment, or the registers used
  std::optional<std::uint32_t> version;  // 1..4; unset: from the magic comment, else the lowest that the program needs
  bool lenient = false;                  // skip what AGALMiniAssembler skips, with a warning for each
  Dialect dialect = Dialect::Adobe;      // decides what is read differently; both modes follow it
};

/// Assembles a program; docs/assembly.md describes the language. A text that is accepted with and without `lenient`
/// gives the same bytes. `name` is used in messages and, if no stage is given, for its `.vert.agal` or `.frag.agal`.
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
