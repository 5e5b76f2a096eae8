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

/// What one line's parsers share with the next line's.
struct Context {
  Reporter& reporter;
  Inference& inference;
  bool lenient = false;
  // Lenient mode: what a sampler without options repeats, and how it was written.
  std::optional<SamplerOperand> latest_sampler;
  std::string latest_options;
};

struct ParsedRegister {
  std::string_view text;
  const RegisterName* name = nullptr;  // nullptr: not a register, and reported
  std::uint32_t index = 0;
};

/// What stands between the brackets of `vc[va0.x+3]`.
struct ParsedAddress {
  ParsedRegister index;
  std::uint32_t component = 0;
  std::uint8_t offset = 0;
  bool negative = false;
};

/// An operand as it is written; `base.index` means nothing where it is relative.
struct ParsedOperand {
  std::string_view text;
  ParsedRegister base;
  std::optional<ParsedAddress> relative;
  std::optional<std::string_view> components;  // behind the dot
  std::optional<std::string_view> options;     // between < and >
  std::string_view whole;                      // `text` and the options
  bool valid = true;                           // false: something is wrong with it, and reported
};

/// Parses the operand that begins here (at a letter, digit or underscore).
ParsedOperand parse_operand(Context& context, const Line& line, Cursor& cursor);

/// Encodes an operand; what is wrong is reported and clears `operand.valid`.
Destination encode_destination(Context& context, const Line& line, ParsedOperand& operand);
Source encode_source(Context& context, const Line& line, ParsedOperand& operand);

/// Sets the fields that the options between < and > tell.
SamplerOperand apply_sampler_options(Context& context, const Line& line, std::string_view options,
                                     SamplerOperand operand);

}  // namespace agal::assembly
