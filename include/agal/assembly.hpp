// Reads and writes assembly text: the language of AGALMiniAssembler, and its canonical form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"

/// The namespace of the library, which is everything of agalc except the command.
namespace agal {

/// The assembler that reads a text. Assemblers read some text differently; docs/adr/0029-dialects-of-text.md
/// has the evidence.
enum class Dialect : std::uint8_t {
  Adobe,     // AGALMiniAssembler in ActionScript: a sampler without options repeats the last options
  OpenFl,    // the Haxe port of AGALMiniAssembler: a sampler without options has default options
  EasyAgal,  // like Adobe, but r, g, b and a are components, as in AGALMiniAssembler of 2011
  // `Adobe` also selects these for text that AGALMiniAssembler does not read.
  Macro,          // AGALMacroAssembler
  Alternativa3D,  // Procedure text of Alternativa3D, which is a program of its own
};

/// A value for the conditions of AGALMacroAssembler (`#if NAME`).
struct Definition {
  std::string name;  // the name in conditions, such as "FOG"
  double value = 1;  // the value of the name
};

/// The options for reading text. A magic comment, such as `//! agal 2 fragment`, gives version and stage.
struct AssembleOptions {
  std::optional<Stage> stage;            // unset: determined by the name, the magic comment, or the registers
  std::optional<std::uint32_t> version;  // 1 to 4; unset: from the magic comment, otherwise the lowest possible
  bool lenient = false;                  // true to skip, with a warning, text that AGALMiniAssembler skips
  Dialect dialect = Dialect::Adobe;      // the assembler, with and without `lenient`
  std::vector<Definition> definitions;   // values for `Dialect::Macro`; other dialects do not have conditions
};

/// Assembles a program; docs/assembly.md describes the language. A text that is accepted with and without `lenient`
/// gives the same bytes in both cases. `name` is used in messages. If `options` do not give a stage, the suffix
/// `.vert.agal` or `.frag.agal` of the name determines it. Errors are 2xxx with line and column. Parsing continues
/// after an error, and all errors are collected.
Result<Program> assemble(std::string_view text, std::string name = {}, const AssembleOptions& options = {});

/// The additional content of disassembled text.
struct DisassembleOptions {
  bool offsets = false;  // true to write each token's byte offset and number before it, as a comment
  bool explain = false;  // true to write every field with its bits, name and value after each token, as comments
  bool header = true;    // true to begin with the magic comment that contains stage and version
};

/// Returns the canonical text. Assembling it gives the same bytes: content that text cannot express (reserved bits,
/// unknown numbers, trailing bytes) is written as `.token` and `.bytes` directives.
std::string disassemble(const Program& program, const DisassembleOptions& options = {});

/// Reads bytecode or text, depending on the first byte: 0xa0 is bytecode, everything else is text. `options` apply to
/// text. Errors: the errors of `read_bytecode` or `assemble`, and AGAL1170 if the bytecode or the magic comment has
/// another stage than `options`.
Result<Program> load_program(std::span<const std::byte> bytes, std::string name = {},
                             const AssembleOptions& options = {});

}  // namespace agal
