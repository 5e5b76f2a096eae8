#include "assembly/macro_condition.hpp"

#include <array>
#include <charconv>

namespace agal::assembly {
namespace {

using diag::Rule;

constexpr int max_parentheses = 64;

struct ConditionOperator {
  std::string_view text;
  int precedence;
  double (*apply)(double, double);
};

constexpr double truth(bool value) { return value ? 1 : 0; }

constexpr auto condition_operators = std::to_array<ConditionOperator>({
    {"&&", 0, [](double a, double b) { return truth(a != 0 && b != 0); }},
    {"||", 0, [](double a, double b) { return truth(a != 0 || b != 0); }},
    {"==", 1, [](double a, double b) { return truth(a == b); }},
    {"!=", 1, [](double a, double b) { return truth(a != b); }},
    {">", 2, [](double a, double b) { return truth(a > b); }},
    {"<", 2, [](double a, double b) { return truth(a < b); }},
    {">=", 2, [](double a, double b) { return truth(a >= b); }},
    {"<=", 2, [](double a, double b) { return truth(a <= b); }},
    {"+", 3, [](double a, double b) { return a + b; }},
    {"-", 3, [](double a, double b) { return a - b; }},
    {"*", 4, [](double a, double b) { return a * b; }},
    {"/", 4, [](double a, double b) { return a / b; }},
});

class ConditionParser {
 public:
  ConditionParser(std::span<const MacroToken> tokens, const MacroValues& values, const ReportCondition& report)
      : tokens_(tokens), values_(values), report_(report) {}

  std::optional<double> parse() {
    const std::optional<double> value = parse_binary(0);
    if (value && at_ < tokens_.size()) return fail();
    return value;
  }

 private:
  const MacroToken* peek() const { return at_ < tokens_.size() ? &tokens_[at_] : nullptr; }
  bool accept(std::string_view text) {
    if (peek() == nullptr || !peek()->is(text)) return false;
    ++at_;
    return true;
  }

  std::nullopt_t fail() {
    report_(Rule::MacroCondition, peek(), {});
    return std::nullopt;
  }

  static const ConditionOperator* find_operator(const MacroToken* token) {
    if (token != nullptr)
      for (const ConditionOperator& row : condition_operators)
        if (token->is(row.text)) return &row;
    return nullptr;
  }

  // Parses operands that operators of at least this precedence join.
  std::optional<double> parse_binary(int precedence) {
    std::optional<double> left = parse_operand();
    const bool is_number = is_number_;
    const ConditionOperator* previous = nullptr;
    for (const ConditionOperator* found = find_operator(peek()); left; found = find_operator(peek())) {
      if (found == nullptr || found->precedence < precedence) break;
      // AGALMacroAssembler ends an operand after a number. It rejects a condition that begins with one.
      if (is_number && precedence > 0) {
        report_(Rule::MacroReading, peek(), "an operator after a number applies to all that is before it");
        break;
      }
      if (found->precedence == 0 && previous != nullptr && previous->precedence == 0 && previous != found)
        report_(Rule::MacroReading, peek(), "&& and || have one precedence, and apply from left to right");
      previous = found;
      ++at_;
      const std::optional<double> right = parse_binary(found->precedence + 1);
      if (!right) return std::nullopt;
      left = found->apply(*left, *right);
      is_number_ = false;
    }
    return left;
  }

  std::optional<double> parse_operand() {
    std::size_t inversions = 0;
    while (accept("!")) ++inversions;
    std::optional<double> value = parse_simple();
    if (inversions > 0) is_number_ = false;
    if (value && inversions > 0) value = truth((*value == 0) == (inversions % 2 != 0));
    return value;
  }

  std::optional<double> parse_simple() {
    const MacroToken* const token = peek();
    if (token == nullptr) return fail();
    if (accept("(")) {
      if (++depth_ > max_parentheses) return fail();
      const std::optional<double> value = parse_binary(0);
      --depth_;
      if (value && !accept(")")) return fail();
      return value;
    }
    const bool negative = accept("-");
    const MacroToken* const operand = peek();
    if (operand == nullptr || (operand->type != '0' && operand->type != 'i')) return fail();
    ++at_;
    std::optional<double> value;
    is_number_ = operand->type == '0';
    if (is_number_) {
      double number = 0;
      std::from_chars(operand->text.data(), operand->text.data() + operand->text.size(), number);
      value = number;
    } else {
      value = find_value(*operand);
    }
    if (value && negative) value = -*value;
    return value;
  }

  std::optional<double> find_value(const MacroToken& name) const {
    const auto found = values_.find(name.text);
    if (found != values_.end() && found->second) return found->second;
    report_(Rule::MacroUndefined, &name, name.text);
    return std::nullopt;
  }

  std::span<const MacroToken> tokens_;
  const MacroValues& values_;
  const ReportCondition& report_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_number_ = false;  // true if the last operand is a number, possibly in parentheses
};

}  // namespace

std::optional<double> evaluate_condition(std::span<const MacroToken> tokens, const MacroValues& values,
                                         const ReportCondition& report) {
  return ConditionParser(tokens, values, report).parse();
}

}  // namespace agal::assembly
