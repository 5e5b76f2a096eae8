// The parts of assembly text: operands, the magic comment, directives.
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
  const Line* line = nullptr;  // that is being parsed
  // The options that a sampler without options repeats.
  std::optional<std::string_view> options = {};       // without < and >
  std::optional<SamplerOperand> parsed_options = {};  // parsed when a sampler first repeats them

  void set_options(std::string_view text) {
    options = text;
    parsed_options.reset();
  }

  /// Returns true if r, g, b and a are components.
  bool has_colors() const { return dialect == Dialect::EasyAgal; }

  /// Reports something about a part of the current line.
  void report(diag::Rule rule, std::string_view part, std::initializer_list<std::string_view> arguments = {},
              std::string help = {}) {
    reporter.report(rule, *line, part, arguments, std::move(help));
  }
};

struct ParsedRegister {
  std::string_view text;
  const RegisterName* name = nullptr;  // nullptr: not a register, and reported
  std::uint32_t index = 0;
};

/// The part between the brackets of `vc[va0.x+3]`.
struct ParsedAddress {
  ParsedRegister index;
  std::uint32_t component = 0;
  std::uint8_t offset = 0;
  bool negative = false;
};

/// An operand as written; `base.index` is meaningless if it is relative.
struct ParsedOperand {
  std::string_view text;
  ParsedRegister base;
  std::optional<ParsedAddress> relative;
  std::optional<std::string_view> components;  // after the dot
  std::optional<std::string_view> options;     // between < and >
  std::string_view whole;                      // `text` and the options
  bool valid = true;                           // false: wrong, and reported
};

/// Parses the operand that begins here (at a letter, digit or underscore).
ParsedOperand parse_operand(Context& context, Cursor& cursor);

/// Looks up a register by a name and a number, which may be omitted if it is 0. An unknown one is reported.
ParsedRegister parse_register(Context& context, std::string_view text);

/// The position in "xyzw" or "rgba" of a letter that names a component.
std::optional<std::uint32_t> find_component(char letter);

/// The letters, with x, y, z and w for r, g, b and a.
std::string vector_components(std::string_view letters);

/// The value of the digits, 0 if there are none; nullopt if it is above `max`.
std::optional<std::uint32_t> parse_digits(std::string_view digits, std::uint32_t max);

/// The place of a source in an instruction. In lenient mode, only the second source of a fetch is read as a sampler.
enum class Place : std::uint8_t { Vector, Sampler };

/// Encodes an operand; errors are reported and clear `operand.valid`.
Destination encode_destination(Context& context, ParsedOperand& operand);
Source encode_source(Context& context, ParsedOperand& operand, Place place);

// ---- directives.cpp: the magic comment, `.token` and `.bytes`

/// Whether the line is `//! agal …`.
bool is_magic_comment(const Line& line);
/// Passes its stage and version to the inference.
void parse_magic_comment(Context& context);

/// The four numbers of a `.token`, as written.
using TokenWords = std::array<std::string_view, 4>;

/// `.token OPCODE DESTINATION SOURCE1 SOURCE2`, with the cursor after the word; nullopt: wrong, and reported.
std::optional<Instruction> parse_token_directive(Context& context, Cursor& cursor, TokenWords& words);

/// `.bytes HH …`, with the cursor after the word: appends to `bytes`.
void parse_bytes_directive(Context& context, Cursor& cursor, std::vector<std::byte>& bytes);

}  // namespace agal::assembly
