// Evaluates conditions, which become choices: names each choice, and determines the ways on which a condition holds.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/format.hpp"
#include "source_code/evaluator.hpp"

namespace agal::source_code {
namespace {

using Kind = Node::Kind;

Decision opposite(const Decision& one) { return {one.choice, 1 - one.side, 0, 0, 0}; }

Condition condition_of(const Decision& yes, const Decision& no) {
  return {Paths{Decisions{yes}}, Paths{Decisions{no}}};
}
Condition negation(const Condition& condition) { return {condition.no, condition.yes}; }

// Returns true for the parenthesis that begins the arguments of a call.
bool is_call(const std::vector<Token>& tokens, TokenNumber open, TokenNumber begin) {
  if (!tokens[open].is("(") || open == begin) return false;
  const Token& before = tokens[open - 1];
  return before.kind == TokenKind::Word || before.is(")") || before.is("]");
}

bool changes_values(const Token& token) { return is_assignment(token) || token.is("++") || token.is("--"); }

}  // namespace

// Returns the tokens of a range as text, with single blanks between words, and without `this.`.
std::string Evaluator::source_of(TokenRange range) const {
  constexpr std::size_t max_length = 60;
  std::string out;
  for (TokenNumber i = range.begin; i < range.end; ++i) {
    const Token& one = tokens_[i];
    if (one.is("this") && i + 1 < range.end && tokens_[i + 1].is(".")) {
      ++i;
      continue;
    }
    const bool text = one.kind == TokenKind::Text;
    const bool tight = one.is(".") || one.is("(") || one.is(")") || one.is("[") || one.is("]") || one.is(",") ||
                       (i > range.begin && (tokens_[i - 1].is(".") || tokens_[i - 1].is("(") ||
                                            tokens_[i - 1].is("[") || tokens_[i - 1].is("!")));
    if (!out.empty() && !tight) out += ' ';
    out += text ? fmt::format("'{}'", one.text.substr(0, max_length)) : std::string(one.text);
    if (out.size() > max_length) return out.substr(0, max_length) + "...";
  }
  return out;
}

// Returns true for a call of a method of this class whose body only reads values. `open` is the parenthesis.
bool Evaluator::is_pure(TokenNumber open) const {
  const bool of_object = open >= 2 && tokens_[open - 2].is(".") && !(open >= 3 && tokens_[open - 3].is("this"));
  const std::optional<std::uint32_t> function = of_object ? std::nullopt : function_of(tokens_[open - 1].text);
  if (!function) return false;
  const TokenRange body = declarations_.functions[*function].body;
  constexpr TokenNumber max_body = 200;
  if (body.end - body.begin > max_body) return false;
  for (TokenNumber i = body.begin; i < body.end; ++i)
    if (changes_values(tokens_[i]) || (is_call(tokens_, i, body.begin) && !tokens_[i - 1].is("if") &&
                                       !tokens_[i - 1].is("return") && !tokens_[i - 1].is("switch")))
      return false;
  return true;
}

// Returns the choice of the variable that an unknown value names, if it is one of several values of an expression.
std::optional<Decision> Evaluator::choice_of_variable(std::string_view description) {
  constexpr std::string_view argument = "argument ";
  if (description.starts_with(argument)) description.remove_prefix(argument.size());
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";
  if (description.empty() || description.find_first_not_of(letters) != description.npos) return std::nullopt;
  const auto row = assignments_.find(description);
  const std::string name(description);
  return new_choice(key_of(name, row == assignments_.end() ? 0 : row->second, !state_.locals.contains(description)),
                    name, "not " + name);
}

std::string Evaluator::key_of(const std::string& text, std::size_t assignments, bool reads_fields, bool calls,
                              bool may_change) {
  return fmt::format("{} {} {} {} {} {} {}", function_, class_, assignments, reads_fields ? unknown_calls_ : 0,
                     calls ? field_assignments_ : 0, may_change ? ++unknown_results_ : 0, text);
}

// Returns a key of an expression. Two evaluations have the same key only if they have the same value: if no code
// assigns to their names in between. An expression that changes values, or calls unknown code, has a new key each time.
std::string Evaluator::key_of(TokenRange range) {
  constexpr TokenNumber max_tokens = 64;
  if (range.end > range.begin + max_tokens) return key_of(source_of(range), 0, false, false, true);
  std::size_t assignments = 0;
  bool reads_fields = false, calls = false, may_change = false;
  values_.spend(range.end - std::min(range.begin, range.end));
  for (TokenNumber i = range.begin; i < range.end; ++i) {
    const Token& one = tokens_[i];
    const bool is_call_here = is_call(tokens_, i, range.begin);
    calls = calls || is_call_here;
    may_change = may_change || changes_values(one) || (is_call_here && !is_pure(i));
    if (one.kind != TokenKind::Word) continue;
    reads_fields = reads_fields || !state_.locals.contains(one.text);
    if (const auto row = assignments_.find(one.text); row != assignments_.end()) assignments += row->second;
  }
  const std::string text = source_of(range);
  // Truncated expressions may differ.
  const std::string place = text.ends_with("...") ? fmt::format("at {}", range.begin) : std::string();
  return key_of(text + place, assignments, reads_fields, calls, may_change);
}

Decision Evaluator::new_choice(const std::string& key, std::string when_true, std::string when_false) {
  const auto [row, is_new] = choices_.try_emplace(key, static_cast<std::uint32_t>(sides_.size()));
  if (is_new) sides_.push_back({std::move(when_true), std::move(when_false)});
  return {row->second, 0, 0, 0, 0};
}

Decision Evaluator::choice_of(TokenRange range) {
  const bool wrapped =
      range.begin < range.end && tokens_[range.begin].is("(") && tokens_[range.begin].partner + 1 == range.end;
  if (wrapped) return choice_of({range.begin + 1, range.end - 1});
  std::string text = source_of(range);
  const bool simple = text.find(' ') == std::string::npos;
  std::string negated = simple ? "not " + text : "not (" + text + ")";
  return new_choice(key_of(range), std::move(text), std::move(negated));
}

// Returns the constant that a range of tokens is: twice a whole number, so that there are numbers between two numbers,
// another number for each text, and for each name of a class of the player, such as `Context3DTextureFormat.BGRA`.
// Other names may be names of equal constants, or of variables.
std::optional<Constant> Evaluator::constant_of(TokenRange range) {
  for (TokenNumber i = range.begin; i + 1 < range.end; ++i)
    if (tokens_[i].kind != TokenKind::Word && !tokens_[i].is(".")) return std::nullopt;
  if (range.begin >= range.end) return std::nullopt;
  const Token& last = tokens_[range.end - 1];
  const bool one = range.end == range.begin + 1;
  if (last.kind == TokenKind::Number && one) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(last.text.data(), last.text.data() + last.text.size(), number);
    constexpr std::int64_t max_number = std::int64_t{1} << 40;
    if (error != std::errc() || end != last.text.data() + last.text.size() || number > max_number) return std::nullopt;
    return Constant{"number", 2 * number};
  }
  const bool named = !one && tokens_[range.end - 2].is(".") && range.end >= range.begin + 3 &&
                     tokens_[range.end - 3].text.starts_with("Context3D");
  if (!named && !(one && last.kind == TokenKind::Text)) return std::nullopt;
  const std::string_view kind = named ? tokens_[range.end - 3].text : "text";
  return Constant{kind, constants_.try_emplace(fmt::format("{} {}", kind, last.text), constants_.size()).first->second};
}

// Returns the subject of decisions about an expression and constants of one kind. Constants of different kinds may be
// equal: `1` and `"1"`.
std::uint32_t Evaluator::subject_of(const std::string& key, std::string_view kind) {
  return subjects_.try_emplace(fmt::format("{} {}", kind, key), static_cast<std::uint32_t>(subjects_.size() + 1))
      .first->second;
}

// Returns true for a variable that is declared as true or false.
bool Evaluator::is_boolean(TokenRange range) const {
  if (range.begin + 2 < range.end && tokens_[range.begin].is("this")) range.begin += 2;
  return range.begin + 1 == range.end && declarations_.booleans.contains(tokens_[range.begin].text);
}

// Returns the decision that two expressions are equal.
Decision Evaluator::equality(TokenRange left, TokenRange right) {
  const std::string a = source_of(left), b = source_of(right);
  // Other values than `true` are true as conditions, and may be neither `true` nor `false`.
  if (b == "true" && is_boolean(left)) return choice_of(left);
  if (b == "false" && is_boolean(left)) return opposite(choice_of(left));
  const std::string of = key_of(left);
  Decision decision = new_choice(fmt::format("{} == {}", of, key_of(right)), fmt::format("{} == {}", a, b),
                                 fmt::format("{} != {}", a, b));
  if (const std::optional<Constant> constant = constant_of(right)) {
    decision.subject = subject_of(of, constant->kind);
    decision.min = decision.max = constant->number;
  }
  return decision;
}

// Returns the value of a comparison.
Value Evaluator::compared(std::string_view op, const Value& left, TokenRange of_left, const Value& right,
                          TokenRange of_right) {
  if (std::optional<Value> known = values_.operated(op, left, right)) return std::move(*known);
  const TokenRange whole{of_left.begin, of_right.end};
  if (op == "==" || op == "===" || op == "!=" || op == "!==") {
    const Decision equal = equality(of_left, of_right);
    Condition is_equal = condition_of(equal, opposite(equal));
    // A value that is null is false as a condition, but not every such value is null.
    if (source_of(of_right) == "null") join(is_equal.yes[0], {opposite(choice_of(of_left))});
    return boolean_of(op[0] == '=' ? is_equal : negation(is_equal), whole);
  }
  const bool is_number = of_right.begin < of_right.end && tokens_[of_right.begin].kind == TokenKind::Number;
  const std::optional<Constant> constant = is_number ? constant_of(of_right) : std::nullopt;
  if (!constant) return boolean_of(truth(values_.unknown("a condition"), whole), whole);
  // `a > 2` is the opposite of `a <= 2`. The limit is the least number for which `a < …` and `a <= …` are false.
  const bool below = op[0] == '<';
  const std::int64_t limit = constant->number + (op == "<=" || op == ">" ? 1 : 0);
  const std::string of = key_of(of_left), opposite_op = std::string(below ? ">" : "<") + (op.size() == 1 ? "=" : "");
  const std::string a = source_of(of_left), b = source_of(of_right);
  const std::string is = fmt::format("{} {} {}", a, op, b), is_not = fmt::format("{} {} {}", a, opposite_op, b);
  Decision low = new_choice(fmt::format("{} < {}", of, limit), below ? is : is_not, below ? is_not : is);
  low.subject = subject_of(of, constant->kind);
  low.min = std::numeric_limits<std::int64_t>::min();
  low.max = limit - 1;
  const Decision high{low.choice, 1, low.subject, limit, std::numeric_limits<std::int64_t>::max()};
  const Condition is_below = condition_of(low, high);
  return boolean_of(below ? is_below : negation(is_below), whole);
}

Condition Evaluator::truth(const Value& value, TokenRange range) {
  Condition out;
  std::optional<Decision> whole;  // the choice of the whole expression
  for (const Alternative& one : value) {
    const Node node = values_[one.node];
    switch (node.kind) {
      case Kind::Number:
      case Kind::Boolean: (node.number != 0 ? out.yes : out.no).push_back(one.decisions); break;
      case Kind::Text: (node.text.empty() ? out.no : out.yes).push_back(one.decisions); break;
      case Kind::Concat:
      case Kind::Hole:
      case Kind::Empty:
      case Kind::Item:
      case Kind::Split: out.yes.push_back(one.decisions); break;
      case Kind::Unknown: {
        std::optional<Decision> choice = value.size() > 1 ? choice_of_variable(node.text) : std::nullopt;
        if (!choice && !whole) whole = choice_of(range);
        if (!choice) choice = whole;
        if (Decisions yes = one.decisions; join(yes, {*choice})) out.yes.push_back(std::move(yes));
        if (Decisions no = one.decisions; join(no, {opposite(*choice)})) out.no.push_back(std::move(no));
        break;
      }
    }
  }
  return out;
}

// Returns the value of a condition. A condition with too many ways is one choice.
Value Evaluator::boolean_of(const Condition& condition, TokenRange range) {
  constexpr std::size_t max_paths = 32, max_decisions = 16;
  const auto is_long = [](const Decisions& one) { return one.size() > max_decisions; };
  const bool many = condition.yes.size() + condition.no.size() > max_paths ||
                    std::any_of(condition.yes.begin(), condition.yes.end(), is_long) ||
                    std::any_of(condition.no.begin(), condition.no.end(), is_long);
  const Decision choice = many ? choice_of(range) : Decision();
  const Condition one = many ? condition_of(choice, opposite(choice)) : condition;
  const Value yes = values_.boolean(true), no = values_.boolean(false);
  if (one.yes.empty() && one.no.empty()) return values_.unknown("a condition");
  return Values::either(yes, one.yes, no, one.no);
}

Value Evaluator::conditional(TokenNumber end) {
  const TokenNumber begin = at_;
  const Value value = binary(end, 0);  // from the level of all operators
  if (!at("?", end)) return value;
  const Condition condition = truth(value, {begin, at_++});
  if (may_change(at_, end_of_expression(tokens_, at_, end))) {
    Value of_yes, of_no;
    branch(
        condition, [&] { of_yes = expression(end); },
        [&] {
          accept(":", end);
          of_no = expression(end);
        });
    target_ = {};
    return Values::either(of_yes, condition.yes, of_no, condition.no);
  }
  const Value first = expression(end);
  accept(":", end);
  const Value second = expression(end);
  target_ = {};
  return Values::either(first, condition.yes, second, condition.no);
}

// Returns true if the evaluation of an expression may change variables.
bool Evaluator::may_change(TokenNumber begin, TokenNumber end) {
  values_.spend(end - std::min(begin, end));
  for (TokenNumber i = begin; i < end; ++i)
    if (is_assignment(tokens_[i]) || tokens_[i].is("++") || tokens_[i].is("--") ||
        (i > begin && tokens_[i].is("(") && tokens_[i - 1].kind == TokenKind::Word))
      return true;
  return false;
}

// Evaluates the right operand of `&&` or `||`, which only runs if the left one does not decide, and returns the result.
Value Evaluator::logical(std::string_view op, const Value& left, TokenRange of_left, TokenNumber end, int level) {
  const Condition first = truth(left, of_left);
  const TokenNumber begin = at_;
  const Condition runs = op == "||" ? Condition{first.no, first.yes} : first;
  Value right;
  if (may_change(at_, end_of_expression(tokens_, at_, end)))
    branch(
        runs, [&] { right = binary(end, level + 1); }, [] {});
  else
    right = binary(end, level + 1);
  if (values_.has_text(left) || values_.has_text(right))
    return op == "||" ? Values::either(left, first.yes, right, first.no)
                      : Values::either(right, first.yes, left, first.no);
  const Condition second = truth(right, {begin, at_});
  Condition result =
      op == "||" ? Condition{first.yes, both(first.no, second.no)} : Condition{both(first.yes, second.yes), first.no};
  const Paths more = op == "||" ? both(first.no, second.yes) : both(first.yes, second.no);
  Paths& into = op == "||" ? result.yes : result.no;
  into.insert(into.end(), more.begin(), more.end());
  return boolean_of(result, {of_left.begin, at_});
}

// Runs a block under a condition of the compiler: `CONFIG::debug { … }`.
void Evaluator::compiled_block(TokenNumber end) {
  const Decision choice = choice_of({at_, at_ + 3});
  at_ += 3;
  branch(
      {Paths{Decisions{choice}}, Paths{Decisions{{choice.choice, 1, 0, 0, 0}}}}, [&] { statement(end); }, [] {});
}

// Returns the ways on which an arm of conditional compilation is compiled.
Paths Evaluator::with_arm(std::uint32_t number) {
  const Arm& arm = arms_[number];
  if (arm.condition.empty()) return without_arms(arm.previous);
  return both(without_arms(arm.previous), {{choice_of_arm(arm)}});
}

// Returns the ways on which neither an arm nor the arms before it are compiled.
Paths Evaluator::without_arms(std::uint32_t last) {
  if (last == 0) return {Decisions()};
  const Arm& arm = arms_[last];
  if (arm.condition.empty()) return {};
  return both(without_arms(arm.previous), {{{choice_of_arm(arm).choice, 1, 0, 0, 0}}});
}

Decision Evaluator::choice_of_arm(const Arm& arm) {
  return new_choice(fmt::format("#if {}", arm.condition), fmt::format("#if{}", arm.condition),
                    fmt::format("not #if{}", arm.condition));
}

// Runs an arm of conditional compilation that consists of statements and begins here. Returns false if there is none.
bool Evaluator::run_arm(TokenNumber end) {
  const std::uint32_t number = token().arm;
  const Arm& arm = arms_[number];
  if (number == 0 || arm.begin != at_ || arm.end <= at_ || arm.end > end || current_arm_ == number) return false;
  values_.spend(arm.end - arm.begin);
  for (TokenNumber i = arm.begin; i < arm.end; ++i) {
    const bool opens = tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{");
    const bool closes = tokens_[i].is(")") || tokens_[i].is("]") || tokens_[i].is("}");
    if ((opens && tokens_[i].partner >= arm.end) || (closes && tokens_[i].partner < arm.begin)) return false;
  }
  run_arms_.insert(number);
  const std::uint32_t outer = std::exchange(current_arm_, number);
  Condition condition{with_arm(number), without_arms(number)};
  for (std::uint32_t other = arm.previous; other != 0; other = arms_[other].previous) {
    const Paths more = with_arm(other);
    condition.no.insert(condition.no.end(), more.begin(), more.end());
  }
  branch(
      condition, [&] { statements(arm.end); }, [] {});
  current_arm_ = outer;
  return true;
}

// Describes the decisions that are not common to all texts of a use.
std::string Evaluator::describe(const Decisions& decisions, const Decisions& common) const {
  constexpr std::size_t max_shown = 6;
  std::vector<std::string> parts;
  for (const Decision& decision : decisions) {
    if (std::find(common.begin(), common.end(), decision) != common.end()) continue;
    const std::vector<std::string>& sides = sides_[decision.choice];
    if (decision.side >= sides.size() || std::find(parts.begin(), parts.end(), sides[decision.side]) != parts.end())
      continue;
    if (parts.size() == max_shown) {
      parts.emplace_back("...");
      break;
    }
    parts.push_back(sides[decision.side]);
  }
  return base::joined(parts, "; ");
}

}  // namespace agal::source_code
