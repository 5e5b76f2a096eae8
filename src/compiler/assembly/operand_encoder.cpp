// Encodes a ParsedOperand as bits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "assembly/foreign.hpp"
#include "assembly/parsing.hpp"
#include "base/text.hpp"

namespace agal::assembly {
namespace {

using diag::Rule;

// The lanes that one to four letters name.
struct Lanes {
  std::array<std::uint8_t, 4> lane{};
  std::size_t count = 0;
};

bool has_color(std::string_view letters) { return std::any_of(letters.begin(), letters.end(), is_color); }

// Reports an operand with r, g, b or a. The message says how AGALMiniAssembler reads the operand, and what was probably
// meant.
void reject_colors(Context& context, const ParsedOperand& operand) {
  const std::string_view letters = *operand.components;
  const std::string_view base = operand.text.substr(0, operand.text.size() - letters.size() - 1);
  const std::string_view kept = letters.substr(0, letters.find_first_not_of("xyzw"));
  const std::string read = fmt::format("{}{}{}", quotable(base), kept.empty() ? "" : ".", kept);
  context.report(Rule::ColorComponents, operand.text, {quotable(operand.text), read},
                 fmt::format("write '{}.{}' if components are meant, or '{}'; --dialect easyagal reads rgba as xyzw",
                             quotable(base), quotable(vector_components(letters)), read));
}

// Parses letters of lanes. Reports an error and returns nullopt for other letters.
std::optional<Lanes> parse_components(Context& context, const ParsedOperand& operand) {
  const std::string_view text = *operand.components;
  if (text.empty()) {
    context.report(Rule::NoComponents, operand.text.substr(operand.text.size() - 1));  // the '.'
    return std::nullopt;
  }
  Lanes lanes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<std::uint32_t> lane = find_component(text[i]);
    if (!lane) {
      context.report(Rule::UnknownComponent, text.substr(i, 1), {quotable(text.substr(i, 1))});
      return std::nullopt;
    }
    if (i < lanes.lane.size()) lanes.lane[lanes.count++] = static_cast<std::uint8_t>(*lane);
  }
  if (!context.has_colors() && has_color(text)) {
    reject_colors(context, operand);
    return std::nullopt;
  }
  if (text.size() > lanes.lane.size()) context.report(Rule::TooManyComponents, text, {quotable(text)});
  return lanes;
}

void report_order(Context& context, std::string_view text, WriteMask mask) {
  std::string ordered;
  for (std::uint32_t c = 0; c < 4; ++c)
    if ((mask >> c & 1u) != 0) ordered += "xyzw"[c];
  context.report(Rule::MaskOrder, text, {quotable(text), ordered});
}

std::optional<WriteMask> encode_mask(Context& context, const ParsedOperand& operand) {
  const std::optional<std::string_view> text = operand.components;
  if (!text) return WriteMask{0xf};
  const std::optional<Lanes> lanes = parse_components(context, operand);
  if (!lanes) return std::nullopt;
  WriteMask mask = 0;
  bool repeated = false, ordered = true;
  for (std::size_t i = 0; i < lanes->count; ++i) {
    const auto bit = static_cast<WriteMask>(1u << lanes->lane[i]);
    ordered = ordered && bit > mask;
    if ((mask & bit) != 0) {
      repeated = true;
      context.report(Rule::RepeatedMaskComponent, text->substr(i, 1), {text->substr(i, 1)});
    }
    mask = static_cast<WriteMask>(mask | bit);
  }
  if (!ordered && !repeated) report_order(context, *text, mask);
  return mask;
}

// Encodes a swizzle. A short swizzle repeats its last letter.
std::optional<std::uint8_t> encode_swizzle(Context& context, const ParsedOperand& operand) {
  if (!operand.components) return swizzle_identity;
  const std::optional<Lanes> lanes = parse_components(context, operand);
  if (!lanes) return std::nullopt;
  unsigned swizzle = 0;
  for (std::size_t i = 0; i < 4; ++i) swizzle |= unsigned{lanes->lane[std::min(i, lanes->count - 1)]} << (2 * i);
  return static_cast<std::uint8_t>(swizzle);
}

// Reports options of an operand that is not a sampler. In lenient mode, options belong to the line.
void reject_options(Context& context, ParsedOperand& operand) {
  if (!operand.options) return;
  context.report(Rule::OptionsWithoutSampler, *operand.options);
  operand.valid = false;
}

// ---- the options between < and > after a sampler

// Returns true for characters of options. AGALMiniAssembler treats all other characters as separators.
bool is_lenient_option(char c) { return is_word(c) || c == '.' || c == '-' || c == '+'; }

// Parses a decimal number, optionally with a sign and an exponent. A number that is too large becomes infinity. `rest`
// is set to the text after the number.
std::optional<double> parse_number(std::string_view word, std::string_view& rest) {
  const bool minus = word.starts_with('-');
  if (minus || word.starts_with('+')) word.remove_prefix(1);
  if (word.empty() || !(is_digit(word[0]) || word[0] == '.')) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::invalid_argument) return std::nullopt;
  rest = word.substr(static_cast<std::size_t>(end - word.data()));
  // The number overflows or underflows. The sign of the exponent distinguishes them.
  if (error == std::errc::result_out_of_range)
    value = word.find("e-") == word.npos && word.find("E-") == word.npos ? HUGE_VAL : 0;
  return minus ? -value : value;
}

// Parses a word that is not an option as a bias. Lenient mode follows Number() of ActionScript, which also reads
// hexadecimal numbers, or parseFloat() of OpenFL's port, which ignores text after the number.
std::optional<double> parse_bias(const Context& context, std::string_view word) {
  if (context.lenient && context.dialect != Dialect::OpenFl && (word.starts_with("0x") || word.starts_with("0X"))) {
    std::uint64_t value = 0;
    const std::string_view digits = word.substr(2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error == std::errc() && end == digits.data() + digits.size()) return static_cast<double>(value);
  }
  std::string_view rest;
  const std::optional<double> value = parse_number(word, rest);
  const bool ignores_rest = context.lenient && context.dialect == Dialect::OpenFl;
  return rest.empty() || ignores_rest ? value : std::nullopt;
}

class OptionsParser {
 public:
  /// `quiet` is true if the options come from an earlier line, where their errors were reported.
  OptionsParser(Context& context, SamplerOperand operand, bool quiet = false)
      : context_(context), operand_(operand), quiet_(quiet) {}

  SamplerOperand parse(std::string_view text) {
    Cursor cursor(text);
    while (true) {
      if (context_.lenient)
        cursor.take_while([](char c) { return !is_lenient_option(c); });
      else
        cursor.skip_separators();
      if (cursor.done()) return operand_;
      parse_item(context_.lenient ? cursor.take_while(is_lenient_option) : cursor.take_item());
    }
  }

 private:
  void parse_item(std::string_view word) {
    if (const SamplerOptionInfo* row = find_sampler_option(word))
      apply(*row, word);
    else if (const std::optional<double> value = parse_bias(context_, word))
      apply_bias(*value, word);
    else
      reject(word);
  }

  void report(Rule rule, std::string_view part, std::initializer_list<std::string_view> arguments,
              std::string help = {}) {
    if (!quiet_) context_.report(rule, part, arguments, std::move(help));
  }

  void apply(const SamplerOptionInfo& row, std::string_view word) {
    const SamplerFieldInfo& field = info(row.field);
    if (field.combine == SamplerCombine::Union) {
      operand_ = operand_.with(row.field, operand_.field(row.field) | row.value);
      return;
    }
    std::string_view& earlier = seen_[static_cast<std::size_t>(row.field)];
    if (!earlier.empty() && operand_.field(row.field) != row.value)
      report(Rule::ConflictingOptions, word, {earlier, word, field.noun});
    earlier = word;
    operand_ = operand_.with(row.field, row.value);
  }

  void apply_bias(double value, std::string_view word) {
    const double eighths = std::trunc(value * 8);
    if (eighths < -128 || eighths > 127) return apply_large_bias(eighths, word);
    operand_ = operand_.with_bias(static_cast<std::int8_t>(eighths));
    if (eighths != value * 8) report(Rule::BiasRounded, word, {quotable(word), fmt::format("{}", operand_.bias())});
  }

  void apply_large_bias(double eighths, std::string_view word) {
    if (!context_.lenient) return report(Rule::BiasOutOfRange, word, {quotable(word)});
    const double low = std::isfinite(eighths) ? std::fmod(eighths, 256) : 0;
    operand_ = operand_.with_bias(static_cast<std::int8_t>(static_cast<std::uint8_t>(static_cast<int>(low))));
    report(Rule::LenientBiasWraps, word, {quotable(word), fmt::format("{}", operand_.bias())});
  }

  void reject(std::string_view word) {
    const Rule rule = context_.lenient ? Rule::LenientOptionIsBias : Rule::UnknownSamplerOption;
    const bool wanted = context_.reporter.wants(rule);
    report(rule, word, {quotable(word)}, wanted ? sampler_option_help(word) : std::string());
    if (context_.lenient) operand_ = operand_.with_bias(0);
  }

  Context& context_;
  SamplerOperand operand_;
  bool quiet_;
  std::array<std::string_view, sampler_field_table.size()> seen_{};
};

// Encodes a sampler without options: `plain`, or with the options of an earlier line, which some assemblers repeat.
SamplerOperand encode_without_options(Context& context, const ParsedOperand& operand, SamplerOperand plain) {
  if (!context.options || context.dialect == Dialect::OpenFl) return plain;
  if (!context.parsed_options)
    context.parsed_options = OptionsParser(context, SamplerOperand::make(0), true).parse(*context.options);
  const SamplerOperand repeated{context.parsed_options->bits | operand.base.index};
  if (repeated != plain)
    context.report(Rule::RepeatedOptions, operand.text, {quotable(operand.text), quotable(*context.options)});
  return repeated;
}

SamplerOperand encode_sampler(Context& context, ParsedOperand& operand) {
  if (operand.components && context.lenient) {
    const std::string_view base = operand.text.substr(0, operand.text.find('.'));
    context.report(Rule::LenientIgnoredComponents, operand.text, {quotable(operand.text), quotable(base), ""});
  } else if (operand.components) {
    context.report(Rule::SamplerSwizzle, *operand.components);
    operand.valid = false;
  }
  const SamplerOperand plain = SamplerOperand::make(operand.base.index);
  if (!operand.options) return encode_without_options(context, operand, plain);
  context.set_options(*operand.options);
  return OptionsParser(context, plain).parse(*operand.options);
}

// Reports a register that is not a sampler. AGALMiniAssembler uses its number as the number of a sampler.
void report_other_register(Context& context, const ParsedOperand& operand) {
  if (operand.base.name->type == RegisterType::Sampler) return;
  context.report(Rule::LenientNotSampler, operand.text,
                 {quotable(operand.text),
                  fmt::format("{}s{}", operand.base.name->stage == Stage::Vertex ? 'v' : 'f', operand.base.index)});
}

}  // namespace

Destination encode_destination(Context& context, ParsedOperand& operand) {
  if (operand.relative && operand.valid) {
    context.report(Rule::RelativeDestination, operand.text);
    operand.valid = false;
  }
  reject_options(context, operand);
  const std::optional<WriteMask> mask = encode_mask(context, operand);
  operand.valid = operand.valid && mask.has_value();
  if (!operand.valid) return {};
  context.inference.note_index(*operand.base.name, operand.base.index);
  return Destination::make(operand.base.name->type, operand.base.index, *mask);
}

std::string vector_components(std::string_view letters) {
  std::string out(letters);
  for (char& letter : out)
    if (const std::optional<std::uint32_t> lane = find_component(letter)) letter = "xyzw"[*lane];
  return out;
}

Source encode_source(Context& context, ParsedOperand& operand, Place place) {
  const bool named = operand.base.name != nullptr && operand.base.name->type == RegisterType::Sampler;
  if (context.lenient ? place == Place::Sampler : named) {
    if (operand.relative && operand.valid) {
      context.report(Rule::RelativeSampler, operand.text);
      operand.valid = false;
    }
    if (!operand.valid) return {};
    if (context.lenient) report_other_register(context, operand);
    context.inference.note_index(*operand.base.name, operand.base.index);
    return {encode_sampler(context, operand).bits};
  }
  reject_options(context, operand);
  const std::optional<std::uint8_t> swizzle = encode_swizzle(context, operand);
  operand.valid = operand.valid && swizzle.has_value();
  if (!operand.valid) return {};
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a valid operand has a name
  const RegisterName& base = *operand.base.name;
  if (!operand.relative) {
    context.inference.note_index(base, operand.base.index);
    return Source::make(base.type, operand.base.index, *swizzle);
  }
  const ParsedAddress& relative = *operand.relative;
  context.inference.note_index(*relative.index.name, relative.index.index);
  if (!relative.negative) context.inference.note_index(base, relative.offset);
  return Source::make_indirect(base.type, relative.index.name->type, relative.index.index, relative.component,
                               relative.offset, *swizzle);
}

}  // namespace agal::assembly
