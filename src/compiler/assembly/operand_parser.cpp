// Parses text to a ParsedOperand.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "assembly/foreign.hpp"
#include "assembly/parsing.hpp"
#include "base/text.hpp"

namespace agal::assembly {
namespace {

using diag::Rule;

const RegisterName* find_register_name(std::string_view letters) {
  for (const RegisterName& row : register_names)
    if (row.text == letters) return &row;
  return nullptr;
}

// Returns a suggestion for an unknown register. The most common mistakes are capitals and one wrong letter.
std::string suggest_register(std::string_view word, std::optional<Stage> stage) {
  if (std::string help = register_help(word, stage); !help.empty()) return help;
  std::string lower(word.substr(0, 32));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  Cursor cursor(lower);
  const std::string_view letters = cursor.take_while(is_letter);
  const std::string_view digits = cursor.take_while(is_digit);
  if (letters.empty()) return {};
  std::vector<std::string_view> candidates;
  for (const RegisterName& row : register_names)
    if (covers(row.stage, stage.value_or(row.stage))) candidates.push_back(row.text);
  const std::string_view best = base::nearest(letters, candidates);
  return best.empty() ? std::string() : base::did_you_mean(fmt::format("{}{}", best, digits));
}

class OperandParser {
 public:
  OperandParser(Context& context, Cursor& cursor) : context_(context), cursor_(cursor) {}

  ParsedOperand parse() {
    const std::size_t begin = cursor_.position();
    ParsedOperand operand;
    operand.base = parse_register(context_, cursor_.take_word());
    operand.valid = operand.base.name != nullptr;
    if (cursor_.peek() == '[') parse_relative(operand);
    if (cursor_.accept('.')) operand.components = cursor_.take_word();
    operand.text = cursor_.since(begin);
    parse_options(operand);
    operand.whole = cursor_.since(begin);
    return operand;
  }

 private:
  void error(ParsedOperand& operand, Rule rule, std::string_view part,
             std::initializer_list<std::string_view> arguments = {}) {
    context_.report(rule, part, arguments);
    operand.valid = false;
  }

  // Parses `[va0.x+3]`. The cursor is at the bracket. Blanks are allowed everywhere between the brackets.
  void parse_relative(ParsedOperand& operand) {
    const std::size_t open = cursor_.position();
    const std::size_t length = cursor_.rest().find(']');
    cursor_.move_to(length == std::string_view::npos ? cursor_.text().size() : open + length + 1);
    const std::string_view whole = cursor_.since(open);
    const bool has_number = !operand.base.text.empty() && is_digit(operand.base.text.back());
    if (!whole.ends_with(']') || has_number) {
      error(operand, Rule::RelativeSyntax, whole, {quotable(whole)});
      return;
    }
    Cursor outer = cursor_;
    cursor_.move_to(open + 1);
    operand.relative.emplace();
    parse_index(operand, whole);
    cursor_ = outer;
  }

  void parse_index(ParsedOperand& operand, std::string_view whole) {
    ParsedAddress& relative = *operand.relative;
    cursor_.skip_blanks();
    if (!is_letter(cursor_.peek())) return error(operand, Rule::RelativeSyntax, whole, {quotable(whole)});
    relative.index = parse_register(context_, cursor_.take_word());
    if (relative.index.name == nullptr) {
      operand.valid = false;
      return;
    }
    cursor_.skip_blanks();
    const std::string_view component = cursor_.accept('.') ? cursor_.take_word() : std::string_view();
    const std::optional<std::uint32_t> lane = component.size() == 1 ? find_component(component[0]) : std::nullopt;
    if (!lane || (is_color(component[0]) && !context_.has_colors()))
      return error(operand, Rule::RelativeComponent, relative.index.text, {quotable(relative.index.text)});
    relative.component = *lane;
    cursor_.skip_blanks();
    const std::size_t sign = cursor_.position();
    const bool minus = cursor_.accept('-');
    if (minus || cursor_.accept('+')) {
      cursor_.skip_blanks();
      const std::string_view digits = cursor_.take_while(is_digit);
      if (digits.empty()) return error(operand, Rule::RelativeSyntax, whole, {quotable(whole)});
      if (!is_digit(relative.index.text.back())) return reject_missing_number(operand, whole, digits);
      parse_offset(operand, minus, digits, cursor_.since(sign));
      cursor_.skip_blanks();
    }
    if (cursor_.peek() != ']') error(operand, Rule::RelativeSyntax, whole, {quotable(whole)});
  }

  // Reports an index register without a number. AGALMiniAssembler uses the first number between the brackets.
  void reject_missing_number(ParsedOperand& operand, std::string_view whole, std::string_view digits) {
    const std::string_view name = operand.relative->index.text;
    context_.report(
        Rule::RelativeSyntax, whole, {quotable(whole)},
        fmt::format("write {0}0 or {0}{1}: AGALMiniAssembler reads '{0}' as '{0}{1}' here, because of the offset",
                    quotable(name), quotable(digits)));
    operand.valid = false;
  }

  void parse_offset(ParsedOperand& operand, bool minus, std::string_view digits, std::string_view text) {
    const std::optional<std::uint32_t> value = parse_digits(digits, minus ? 128 : 255);
    const std::string shown = fmt::format("{}{}", minus ? "-" : "", quotable(digits));
    if (!value) return error(operand, Rule::RelativeOffset, text, {shown});
    operand.relative->offset = static_cast<std::uint8_t>(minus ? 256 - *value : *value);
    if (!minus || *value == 0) return;
    operand.relative->negative = true;
    context_.report(Rule::NegativeOffset, text, {shown, std::to_string(operand.relative->offset)});
  }

  // Parses `<…>` after a sampler, if present.
  void parse_options(ParsedOperand& operand) {
    const std::size_t behind = cursor_.position();
    cursor_.skip_separators();
    const std::size_t open = cursor_.position();
    if (!cursor_.accept('<')) {
      cursor_.move_to(behind);
      return;
    }
    const std::size_t length = cursor_.rest().find('>');
    if (length == std::string_view::npos) {
      cursor_.move_to(cursor_.text().size());
      return error(operand, Rule::UnterminatedOptions, cursor_.since(open));
    }
    operand.options = cursor_.rest().substr(0, length);
    cursor_.move_to(open + 1 + length + 1);
  }

  Context& context_;
  Cursor& cursor_;
};

}  // namespace

ParsedOperand parse_operand(Context& context, Cursor& cursor) { return OperandParser(context, cursor).parse(); }

ParsedRegister parse_register(Context& context, std::string_view text) {
  ParsedRegister parsed;
  parsed.text = text;
  Cursor word(text);
  const std::string_view letters = word.take_while(is_letter);
  const std::string_view digits = word.take_while(is_digit);
  const RegisterName* name = word.done() ? find_register_name(letters) : nullptr;
  if (name == nullptr) {
    const bool wanted = context.reporter.wants(Rule::UnknownRegisterName);
    context.report(Rule::UnknownRegisterName, text, {quotable(text)},
                   wanted ? suggest_register(text, context.inference.stage()) : std::string());
    return parsed;
  }
  const std::optional<std::uint32_t> index = parse_digits(digits, 0xffff);
  if (!index) {
    context.report(Rule::IndexTooLarge, digits, {quotable(digits)});
    return parsed;
  }
  context.inference.note_register(context.reporter, *context.line, text, *name);
  parsed.name = name;
  parsed.index = *index;
  return parsed;
}

std::optional<std::uint32_t> find_component(char letter) {
  const std::size_t at = std::string_view("xyzwrgba").find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(at % 4);
}

std::optional<std::uint32_t> parse_digits(std::string_view digits, std::uint32_t max) {
  std::uint32_t value = 0;
  if (digits.empty()) return value;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value > max) return std::nullopt;
  return value;
}

}  // namespace agal::assembly
