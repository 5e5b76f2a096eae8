// Parsers for the parts of assembly text: operands, the magic comment, directives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/program.hpp"
#include "assembly/inference.hpp"
#include "assembly/reporter.hpp"

namespace agal::assembly {

/// State that the parsers carry from line to line.
struct Context {
  Reporter& reporter;
  Inference& inference;
  bool lenient = false;
  Dialect dialect = Dialect::Adobe;
  // The stage of the option, if a magic comment with another stage is an error.
  std::optional<Stage> only_stage = {};
  const Line* line = nullptr;  // the current line
  // The options that a sampler without options repeats.
  std::optional<std::string_view> options = {};       // the text without < and >
  std::optional<SamplerOperand> parsed_options = {};  // the parsed options; set when a sampler first repeats them

  void set_options(std::string_view text) {
    options = text;
    parsed_options.reset();
  }

  /// Returns true if r, g, b and a are components.
  bool has_colors() const { return dialect == Dialect::EasyAgal; }

  /// Reports a message about a part of the current line.
  void report(diag::Rule rule, std::string_view part, std::initializer_list<std::string_view> arguments = {},
              std::string help = {}) {
    reporter.report(rule, *line, part, arguments, std::move(help));
  }
};

struct ParsedRegister {
  std::string_view text;
  const RegisterName* name = nullptr;  // nullptr if it is not a register; then an error was reported
  std::uint32_t index = 0;
};

/// The part between the brackets of `vc[va0.x+3]`.
struct ParsedAddress {
  ParsedRegister index;
  std::uint32_t component = 0;
  std::uint8_t offset = 0;
  bool negative = false;
};

/// A parsed operand. `base.index` is meaningless for a relative address.
struct ParsedOperand {
  std::string_view text;
  ParsedRegister base;
  std::optional<ParsedAddress> relative;
  std::optional<std::string_view> components;  // the letters after the dot
  std::optional<std::string_view> options;     // the text between < and >
  std::string_view whole;                      // `text` and the options
  bool valid = true;                           // false if an error was reported
};

/// Assembles like `agal::assemble`, but reports an error (AGAL1170) if the magic comment has another stage than the
/// option.
Result<Program> assemble_as_commented(std::string_view text, std::string name, const AssembleOptions& options);

/// Parses the operand at the cursor, which is at a letter, digit or underscore.
ParsedOperand parse_operand(Context& context, Cursor& cursor);

/// Looks up a register by name and number. The number 0 may be omitted. Unknown registers are reported.
ParsedRegister parse_register(Context& context, std::string_view text);

/// Returns the position of a letter in "xyzw" or "rgba".
std::optional<std::uint32_t> find_component(char letter);

/// Replaces r, g, b and a by x, y, z and w.
std::string vector_components(std::string_view letters);

/// Returns the value of digits, 0 if there are none; nullopt if it is above `max`.
std::optional<std::uint32_t> parse_digits(std::string_view digits, std::uint32_t max);

/// The kind of source that an opcode expects. Only lenient mode uses it: otherwise, the register decides whether a
/// source is a sampler.
enum class Place : std::uint8_t { Vector, Sampler };

/// Encode an operand. Errors are reported and clear `operand.valid`.
Destination encode_destination(Context& context, ParsedOperand& operand);
Source encode_source(Context& context, ParsedOperand& operand, Place place);

// ---- directives.cpp: the magic comment, `.token` and `.bytes`

/// Returns true if the line is `//! agal …`.
bool is_magic_comment(const Line& line);
/// Parses a magic comment, and passes its stage and version to the inference.
void parse_magic_comment(Context& context);

/// The text of the four numbers of a `.token`.
using TokenWords = std::array<std::string_view, 4>;

/// Parses `.token OPCODE DESTINATION SOURCE1 SOURCE2`. The cursor is after `.token`. Reports an error and returns
/// nullopt if it is invalid.
std::optional<Instruction> parse_token_directive(Context& context, Cursor& cursor, TokenWords& words);

/// Parses `.bytes HH …` and appends to `bytes`. The cursor is after `.bytes`.
void parse_bytes_directive(Context& context, Cursor& cursor, std::vector<std::byte>& bytes);

}  // namespace agal::assembly
