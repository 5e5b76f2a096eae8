// Operands in assembly text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agal/program.hpp"
#include "assembly/cursor.hpp"
#include "assembly/inference.hpp"
#include "assembly/reporter.hpp"

namespace agal::assembly {

/// State that the parsers carry from line to line.
struct Context {
  Reporter& reporter;
  Inference& inference;
  bool lenient = false;
  // Lenient mode: the options that a sampler without options repeats, and their text.
  std::optional<SamplerOperand> latest_sampler;
  std::string latest_options;
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
ParsedOperand parse_operand(Context& context, const Line& line, Cursor& cursor);

/// Encodes an operand; errors are reported and clear `operand.valid`.
Destination encode_destination(Context& context, const Line& line, ParsedOperand& operand);
Source encode_source(Context& context, const Line& line, ParsedOperand& operand);

/// Sets the fields that the options between < and > name.
SamplerOperand apply_sampler_options(Context& context, const Line& line, std::string_view options,
                                     SamplerOperand operand);

}  // namespace agal::assembly
