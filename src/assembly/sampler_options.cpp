// The options between < and > after a sampler.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "assembly/operands.hpp"
#include "base/text.hpp"

namespace agal::assembly {
namespace {

using diag::Rule;

// AGALMiniAssembler treats runs of these as options and everything else as separators.
bool is_lenient_option(char c) { return is_word(c) || c == '.' || c == '-' || c == '+'; }

std::string suggest_option(std::string_view word) {
  std::vector<std::string_view> candidates;
  for (const SamplerOptionInfo& row : sampler_option_table) {
    candidates.push_back(row.text);
    if (!row.alias.empty()) candidates.push_back(row.alias);
  }
  return did_you_mean(base::nearest(word, candidates));
}

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
  OptionsParser(Context& context, const Line& line, SamplerOperand operand)
      : context_(context), line_(line), operand_(operand) {}

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
      context_.reporter.report(Rule::ConflictingOptions, line_, word, {earlier, word, field.noun});
    earlier = word;
    operand_ = operand_.with(row.field, row.value);
  }

  void apply_bias(double value, std::string_view word) {
    const double eighths = std::trunc(value * 8);
    if (eighths < -128 || eighths > 127) return apply_large_bias(eighths, word);
    operand_ = operand_.with_bias(static_cast<std::int8_t>(eighths));
    if (eighths != value * 8)
      context_.reporter.report(Rule::BiasRounded, line_, word, {quotable(word), fmt::format("{}", operand_.bias())});
  }

  void apply_large_bias(double eighths, std::string_view word) {
    if (!context_.lenient) return context_.reporter.report(Rule::BiasOutOfRange, line_, word, {quotable(word)});
    const double low = std::isfinite(eighths) ? std::fmod(eighths, 256) : 0;
    operand_ = operand_.with_bias(static_cast<std::int8_t>(static_cast<std::uint8_t>(static_cast<int>(low))));
    context_.reporter.report(Rule::LenientBiasWraps, line_, word, {quotable(word), fmt::format("{}", operand_.bias())});
  }

  void reject(std::string_view word) {
    const Rule rule = context_.lenient ? Rule::LenientOptionIsBias : Rule::UnknownSamplerOption;
    const bool wanted = context_.reporter.wants(rule);
    context_.reporter.report(rule, line_, word, {quotable(word)}, wanted ? suggest_option(word) : std::string());
    if (context_.lenient) operand_ = operand_.with_bias(0);
  }

  Context& context_;
  const Line& line_;
  SamplerOperand operand_;
  std::array<std::string_view, sampler_field_table.size()> seen_{};
};

}  // namespace

SamplerOperand apply_sampler_options(Context& context, const Line& line, std::string_view options,
                                     SamplerOperand operand) {
  return OptionsParser(context, line, operand).parse(options);
}

}  // namespace agal::assembly
