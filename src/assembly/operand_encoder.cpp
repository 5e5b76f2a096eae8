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

// The lanes named by one to four letters.
struct Lanes {
  std::array<std::uint8_t, 4> lane{};
  std::size_t count = 0;
};

// The position of a letter in "xyzw" or "rgba".
struct Letter {
  std::size_t lane;
  bool color;
};
std::optional<Letter> find_letter(char c) {
  constexpr std::string_view letters = "xyzwrgba";
  const std::size_t at = letters.find(c);
  if (at == std::string_view::npos) return std::nullopt;
  return Letter{at % 4, at >= 4};
}

// Nothing (reported) if the letters do not name lanes.
std::optional<Lanes> parse_components(Context& context, std::string_view text) {
  const auto reject = [&](Rule rule, std::string_view part, std::initializer_list<std::string_view> arguments = {}) {
    context.report(rule, part, arguments);
    return std::nullopt;
  };
  if (text.empty()) return reject(Rule::NoComponents, text);
  Lanes lanes;
  std::size_t colors = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<Letter> letter = find_letter(text[i]);
    if (!letter) return reject(Rule::UnknownComponent, text.substr(i, 1), {quotable(text.substr(i, 1))});
    if (i < lanes.lane.size()) lanes.lane[lanes.count++] = static_cast<std::uint8_t>(letter->lane);
    colors += letter->color ? 1u : 0u;
  }
  if (colors != 0 && colors != text.size()) return reject(Rule::MixedComponents, text, {quotable(text)});
  if (text.size() > lanes.lane.size()) context.report(Rule::TooManyComponents, text, {quotable(text)});
  if (colors == 0 || !context.lenient) return lanes;
  context.report(Rule::LenientIgnoredComponents, text, {quotable(text)});
  return Lanes{{0, 1, 2, 3}, 4};
}

std::optional<WriteMask> encode_mask(Context& context, std::optional<std::string_view> text) {
  if (!text) return WriteMask{0xf};
  const std::optional<Lanes> lanes = parse_components(context, *text);
  if (!lanes) return std::nullopt;
  WriteMask mask = 0;
  for (std::size_t i = 0; i < lanes->count; ++i) {
    const auto bit = static_cast<WriteMask>(1u << lanes->lane[i]);
    if ((mask & bit) != 0) context.report(Rule::RepeatedMaskComponent, text->substr(i, 1), {text->substr(i, 1)});
    mask = static_cast<WriteMask>(mask | bit);
  }
  return mask;
}

// A short swizzle repeats its last letter.
std::optional<std::uint8_t> encode_swizzle(Context& context, std::optional<std::string_view> text) {
  if (!text) return swizzle_identity;
  const std::optional<Lanes> lanes = parse_components(context, *text);
  if (!lanes) return std::nullopt;
  unsigned swizzle = 0;
  for (std::size_t i = 0; i < 4; ++i) swizzle |= unsigned{lanes->lane[std::min(i, lanes->count - 1)]} << (2 * i);
  return static_cast<std::uint8_t>(swizzle);
}

// Only samplers have options.
void reject_options(Context& context, ParsedOperand& operand) {
  if (!operand.options) return;
  context.report(context.lenient ? Rule::LenientIgnoredOptions : Rule::OptionsWithoutSampler, *operand.options);
  if (!context.lenient) operand.valid = false;
}

// ---- the options between < and > after a sampler

// AGALMiniAssembler treats runs of these as options and everything else as separators.
bool is_lenient_option(char c) { return is_word(c) || c == '.' || c == '-' || c == '+'; }

// A decimal number, optionally with a sign and an exponent; infinity if it is too large.
std::optional<double> parse_number(std::string_view word) {
  const bool minus = word.starts_with('-');
  if (minus || word.starts_with('+')) word.remove_prefix(1);
  if (word.empty() || !(is_digit(word[0]) || word[0] == '.')) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument) return std::nullopt;
  // Out of range: overflow or underflow, and only the sign of the exponent tells which.
  if (error == std::errc::result_out_of_range)
    value = word.find("e-") == word.npos && word.find("E-") == word.npos ? HUGE_VAL : 0;
  return minus ? -value : value;
}

class OptionsParser {
 public:
  OptionsParser(Context& context, SamplerOperand operand) : context_(context), operand_(operand) {}

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
    else if (const std::optional<double> value = parse_number(word))
      apply_bias(*value, word);
    else
      reject(word);
  }

  void apply(const SamplerOptionInfo& row, std::string_view word) {
    const SamplerFieldInfo& field = info(row.field);
    if (field.combine == SamplerCombine::Union) {
      operand_ = operand_.with(row.field, operand_.field(row.field) | row.value);
      return;
    }
    std::string_view& earlier = seen_[static_cast<std::size_t>(row.field)];
    if (!earlier.empty() && operand_.field(row.field) != row.value)
      context_.report(Rule::ConflictingOptions, word, {earlier, word, field.noun});
    earlier = word;
    operand_ = operand_.with(row.field, row.value);
  }

  void apply_bias(double value, std::string_view word) {
    const double eighths = std::trunc(value * 8);
    if (eighths < -128 || eighths > 127) return apply_large_bias(eighths, word);
    operand_ = operand_.with_bias(static_cast<std::int8_t>(eighths));
    if (eighths != value * 8)
      context_.report(Rule::BiasRounded, word, {quotable(word), fmt::format("{}", operand_.bias())});
  }

  void apply_large_bias(double eighths, std::string_view word) {
    if (!context_.lenient) return context_.report(Rule::BiasOutOfRange, word, {quotable(word)});
    const double low = std::isfinite(eighths) ? std::fmod(eighths, 256) : 0;
    operand_ = operand_.with_bias(static_cast<std::int8_t>(static_cast<std::uint8_t>(static_cast<int>(low))));
    context_.report(Rule::LenientBiasWraps, word, {quotable(word), fmt::format("{}", operand_.bias())});
  }

  void reject(std::string_view word) {
    const Rule rule = context_.lenient ? Rule::LenientOptionIsBias : Rule::UnknownSamplerOption;
    const bool wanted = context_.reporter.wants(rule);
    context_.report(rule, word, {quotable(word)}, wanted ? sampler_option_help(word) : std::string());
    if (context_.lenient) operand_ = operand_.with_bias(0);
  }

  Context& context_;
  SamplerOperand operand_;
  std::array<std::string_view, sampler_field_table.size()> seen_{};
};

SamplerOperand encode_sampler(Context& context, ParsedOperand& operand) {
  if (operand.components) {
    context.report(Rule::SamplerSwizzle, *operand.components);
    operand.valid = false;
  }
  const SamplerOperand sampler = SamplerOperand::make(operand.base.index);
  if (operand.options) {
    const SamplerOperand full = OptionsParser(context, sampler).parse(*operand.options);
    context.latest_sampler = full;
    context.latest_options = quotable(*operand.options);
    return full;
  }
  if (!context.lenient || !context.latest_sampler) return sampler;
  context.report(Rule::LenientRepeatedOptions, operand.text, {quotable(operand.text), context.latest_options});
  return {(context.latest_sampler->bits & ~std::uint64_t{0xffff}) | operand.base.index};
}

}  // namespace

Destination encode_destination(Context& context, ParsedOperand& operand) {
  if (operand.relative && operand.valid) {
    context.report(Rule::RelativeDestination, operand.text);
    operand.valid = false;
  }
  reject_options(context, operand);
  const std::optional<WriteMask> mask = encode_mask(context, operand.components);
  operand.valid = operand.valid && mask.has_value();
  if (!operand.valid) return {};
  context.inference.note_index(*operand.base.name, operand.base.index);
  return Destination::make(operand.base.name->type, operand.base.index, *mask);
}

Source encode_source(Context& context, ParsedOperand& operand) {
  if (operand.base.name != nullptr && operand.base.name->type == RegisterType::Sampler) {
    if (operand.relative && operand.valid) {
      context.report(Rule::RelativeSampler, operand.text);
      operand.valid = false;
    }
    if (!operand.valid) return {};
    context.inference.note_index(*operand.base.name, operand.base.index);
    return {encode_sampler(context, operand).bits};
  }
  reject_options(context, operand);
  const std::optional<std::uint8_t> swizzle = encode_swizzle(context, operand.components);
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
