// Reads and writes assembly text: the language of AGALMiniAssembler, and its canonical form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agal/program.hpp"
#include "agal/result.hpp"

/// The namespace of the library, which is everything of agalc except the command.
namespace agal {

/// The intended assembler of a text. Assemblers read some text differently; docs/adr/0029-dialects-of-text.md
/// has the evidence.
enum class Dialect : std::uint8_t {
  Adobe,     // AGALMiniAssembler in ActionScript: a sampler without options repeats earlier options
  OpenFl,    // the Haxe port of AGALMiniAssembler: a sampler without options has the default ones
  EasyAgal,  // r, g, b and a are components, as in AGALMiniAssembler of 2011; otherwise as Adobe
};

/// The options for reading text.
struct AssembleOptions {
  std::optional<Stage> stage;            // unset: determined by the name, the magic comment, or the registers used
  std::optional<std::uint32_t> version;  // 1 to 4; unset: from the magic comment, otherwise the lowest sufficient one
  bool lenient = false;                  // true to skip, with a warning, text that AGALMiniAssembler skips
  Dialect dialect = Dialect::Adobe;      // the assembler's dialect, for both values of `lenient`
};

/// Assembles a program; docs/assembly.md describes the language. A text that is accepted with and without `lenient`
/// gives the same bytes. `name` is used in messages. If no stage is given, its suffix `.vert.agal` or `.frag.agal`
/// determines the stage. Errors are 2xxx with line and column. Parsing continues after an error, and all errors are
/// collected.
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
/// text. Errors: the errors of `read_bytecode` or `assemble`.
Result<Program> load_program(std::span<const std::byte> bytes, std::string name = {},
                             const AssembleOptions& options = {});

}  // namespace agal
