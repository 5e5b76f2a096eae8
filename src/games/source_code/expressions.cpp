// Evaluates expressions: constants, concatenation, conditions, lists and variables.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "source_code/evaluator.hpp"

namespace agal::source_code {
namespace {

using Kind = Node::Kind;

constexpr std::size_t max_path = 120;  // the maximum length of a name with its members

// An operator, and its level in each language: operators of a higher level bind their operands first. The level of an
// operator that a language does not have does not matter.
struct Operator {
  std::string_view sign;
  int in_actionscript, in_haxe;
};
constexpr int last_level = 10;  // the first level is 0
constexpr std::array operators{
    Operator{"->", 0, 0},         Operator{"=>", 0, 0},  Operator{"??", 0, 0}, Operator{"||", 1, 1},
    Operator{"&&", 2, 2},         Operator{"...", 0, 3}, Operator{"|", 3, 6},  Operator{"^", 4, 6},
    Operator{"&", 5, 6},          Operator{"==", 6, 5},  Operator{"!=", 6, 5}, Operator{"===", 6, 5},
    Operator{"!==", 6, 5},        Operator{"<", 7, 5},   Operator{">", 7, 5},  Operator{"<=", 7, 5},
    Operator{">=", 7, 5},         Operator{"is", 7, 5},  Operator{"as", 7, 5}, Operator{"in", 7, 4},
    Operator{"instanceof", 7, 5}, Operator{"<<", 8, 7},  Operator{">>", 8, 7}, Operator{">>>", 8, 7},
    Operator{"+", 9, 8},          Operator{"-", 9, 8},   Operator{"*", 10, 9}, Operator{"/", 10, 9},
    Operator{"%", 10, 10}};

// Signs and words before an operand.
constexpr std::array<std::string_view, 13> prefixes{"!",    "-",       "+",      "~",      "++",    "--",   "typeof",
                                                    "void", "untyped", "delete", "inline", "macro", "await"};

bool is_prefix(const Token& token) {
  return (token.kind == TokenKind::Word || token.kind == TokenKind::Sign) &&
         std::find(prefixes.begin(), prefixes.end(), token.text) != prefixes.end();
}

bool is_comparison(std::string_view op) {
  constexpr std::array<std::string_view, 8> comparisons{"==", "!=", "===", "!==", "<", ">", "<=", ">="};
  return std::find(comparisons.begin(), comparisons.end(), op) != comparisons.end();
}

// Returns the operator at a position and the number of its tokens, because the lexer splits `>=`, `>>` and `>>>`.
// Returns null for an assignment such as `>>=`, and for other tokens.
std::pair<const Operator*, TokenNumber> operator_at(const std::vector<Token>& tokens, TokenNumber at, TokenNumber end) {
  std::string sign(tokens[at].text);
  TokenNumber count = 1;
  if (tokens[at].is(">"))
    for (; at + count < end && tokens[at + count].offset == tokens[at].offset + count &&
           (tokens[at + count].is(">") || tokens[at + count].is("=") || tokens[at + count].is("=="));
         ++count)
      sign += tokens[at + count].text;
  const bool is_word_or_sign = tokens[at].kind == TokenKind::Word || tokens[at].kind == TokenKind::Sign;
  const auto row =
      std::find_if(operators.begin(), operators.end(), [&](const Operator& one) { return one.sign == sign; });
  return {is_word_or_sign && row != operators.end() ? &*row : nullptr, count};
}

// Returns the token after the type that is an operand of `is` or `as`: a name with packages, and perhaps type
// arguments.
TokenNumber after_type_operand(const std::vector<Token>& tokens, TokenNumber at, TokenNumber end) {
  if (at < end && tokens[at].is("(")) return std::min(tokens[at].partner + 1, end);
  if (at >= end || tokens[at].kind != TokenKind::Word) return at;
  for (++at; at + 1 < end; at += 2) {
    const bool is_part = (tokens[at].is(".") || tokens[at].is("::")) && tokens[at + 1].kind == TokenKind::Word;
    if (!is_part) break;
  }
  if (at >= end || !tokens[at].is(".<")) return at;
  for (int angles = 0; at < end && !tokens[at].is(";");) {
    angles += tokens[at].is(".<") || tokens[at].is("<") ? 1 : 0;
    angles -= tokens[at++].is(">") ? 1 : 0;
    if (angles == 0) break;
  }
  return at;
}

// Returns the text that a regular expression matches. Returns nullopt if it has special characters.
std::optional<std::string> text_of_pattern(std::string_view pattern) {
  const std::size_t begin = pattern.find('/'), end = pattern.rfind('/');
  std::string out;
  for (std::size_t i = begin + 1; i < end; ++i) {
    constexpr std::string_view special = ".*+?()[]{}|^$", escapes = "wWdDsSbBnrtfvux0123456789";
    const bool escaped = pattern[i] == '\\' && i + 1 < end;
    if (escaped) ++i;
    if ((escaped ? escapes : special).find(pattern[i]) != std::string_view::npos) return std::nullopt;
    out += pattern[i];
  }
  return out;
}

std::optional<std::int64_t> integer_of(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, hex ? 16 : 10);
  constexpr std::int64_t max_number = std::int64_t{1} << 40;
  if (error != std::errc() || end != text.data() + text.size() || number > max_number) return std::nullopt;
  return number;
}

}  // namespace

Value Evaluator::look_up(std::string_view name) {
  for (Variables* const variables : {&state_.locals, &state_.fields})
    if (const auto row = variables->find(name); row != variables->end()) {
      row->second.is_read = true;
      return row->second.value;
    }
  const auto row = declarations_.member_numbers.find({class_, name});
  return row != declarations_.member_numbers.end() ? member_of(class_, name) : values_.unknown(std::string(name));
}

// Returns the value of a member that no code changes.
Value Evaluator::member_of(std::uint32_t class_number, std::string_view name) {
  const auto row = declarations_.member_numbers.find({class_number, name});
  if (row == declarations_.member_numbers.end()) return values_.unknown(std::string(name));
  const Member& member = declarations_.members[row->second];
  const bool elsewhere = !member.is_private && facts_.assigned.contains(name);
  const bool fixed =
      member.is_fixed || !(declarations_.assigned.contains(name) || declarations_.assigns_any || elsewhere);
  member_read_[row->second] = true;
  if (!fixed || member.is_repeated || member.initializer.begin == member.initializer.end)
    return values_.unknown(std::string(name));
  std::uint8_t& state = member_state_[row->second];
  if (state == 1 || depth_ >= max_depth) return values_.unknown(std::string(name));
  if (state == 0) {
    state = 1;
    const TokenNumber back = std::exchange(at_, member.initializer.begin);
    const std::uint32_t outer_class = std::exchange(class_, class_number);
    State outer = std::exchange(state_, State());
    member_values_[row->second] = expression(member.initializer.end);
    state_ = std::move(outer);
    class_ = outer_class;
    at_ = back;
    state = 2;
  }
  return member_values_[row->second];
}

// Looks up `this.name`, `Class.name`, or a member of an object to which this code has assigned.
std::optional<Value> Evaluator::look_up_path(std::string_view path) {
  for (Variables* const variables : {&state_.locals, &state_.fields})
    if (variables->contains(path)) return look_up(path);
  const std::size_t dot = path.rfind('.');
  if (dot == path.npos) return look_up(path);
  const std::string_view owner = path.substr(0, dot), name = path.substr(dot + 1);
  const std::string_view class_name = owner.substr(owner.rfind('.') + 1);
  const auto row = declarations_.class_numbers.find(class_name);
  if (row != declarations_.class_numbers.end() && declarations_.member_numbers.contains({row->second, name}))
    return member_of(row->second, name);
  return std::nullopt;
}

// Notes that a variable changes. A condition on it is then another condition.
void Evaluator::note_change(std::string_view target) {
  ++assignments_[target.substr(target.rfind('.') + 1)];
  if (!state_.locals.contains(target)) ++field_assignments_;
}

Value Evaluator::assign(std::string_view target, std::string_view op, const Value& value) {
  if (target.empty()) {
    use(UseKind::Stored, {}, value);
    // An item of an unknown list, or any field of this object.
    ++unknown_calls_;
    if (declarations_.assigns_any)
      for (auto& [name, field] : state_.fields) {
        fall_back(name, field.value);
        field.value = values_.unknown(std::string(name));
      }
    return value;
  }
  note_change(target);
  const bool is_setter = declarations_.function_numbers.contains({class_, target}) && !state_.locals.contains(target);
  if (is_setter) ++unknown_calls_;
  // A change of a part of a text, such as `xml.fragment = …`.
  if (const std::size_t dot = target.rfind('.'); dot != target.npos)
    if (std::optional<Value> owner = look_up_path(target.substr(0, dot)); owner && values_.has_text(*owner))
      note_edit(target, *owner);
  Variables& variables = state_.locals.contains(target) ? state_.locals : state_.fields;
  const auto row = variables.find(target);
  const bool adds = op == "+=";
  const bool was_read = row != variables.end() && row->second.is_read;
  if (!adds && row != variables.end() && !was_read) use(UseKind::Stored, target, row->second.value);
  if (!adds && row != variables.end() && was_read) fall_back(target, row->second.value);
  Value next = value;
  if (adds) {
    Value before = look_up(target);
    if (&variables == &state_.fields && values_.is(before, Kind::Unknown)) extended_.insert(target);
    // Appending to a list adds items.
    next = values_.sum(before, value);
  } else if (op == "||=" || op == "&&=") {
    const Value before = row != variables.end() ? row->second.value : look_up(target);
    const Condition condition = truth(before, {at_, at_});
    next = op == "||=" ? Values::either(before, condition.yes, value, condition.no)
                       : Values::either(value, condition.yes, before, condition.no);
  } else if (op != "=") {
    next = values_.unknown(std::string(target));
  }
  variables[target] = {next, false};
  return next;
}

Value Evaluator::expression(TokenNumber end) {
  if (at_ >= end) return values_.unknown("nothing");
  if (++depth_ > max_depth || !values_.spend(1)) {
    --depth_;
    at_ = std::max(end_of_expression(tokens_, at_, end), std::min(at_ + 1, end));
    return values_.unknown("a deep expression");
  }
  Value value = conditional(end);
  if (at_ < end && is_assignment(token())) {
    const std::string_view target = target_, op = token().text;
    ++at_;
    value = assign(target, op, expression(end));
    target_ = {};
  }
  --depth_;
  return value;
}

Value Evaluator::binary(TokenNumber end, int level) {
  if (level > last_level) return unary(end);
  const TokenNumber begin = at_;
  Value left = binary(end, level + 1);
  while (at_ < end) {
    const auto [op, count] = operator_at(tokens_, at_, end);
    const bool haxe = language_ == Language::Haxe;
    if (op == nullptr || (haxe ? op->in_haxe : op->in_actionscript) != level) break;
    const TokenRange of_left{begin, at_};
    at_ += count;
    if (op->sign == "as" || op->sign == "is" || op->sign == "instanceof") {
      at_ = after_type_operand(tokens_, at_, end);
      if (op->sign != "as") left = boolean_of(truth(values_.unknown("a condition"), {begin, at_}), {begin, at_});
      continue;
    }
    if (op->sign == "&&" || op->sign == "||") {
      left = logical(op->sign, left, of_left, end, level);
      target_ = {};
      continue;
    }
    const TokenNumber begin_right = at_;
    const Value right = binary(end, level + 1);
    left = combined(op->sign, left, of_left, right, {begin_right, at_});
    target_ = {};
  }
  return left;
}

// Returns the result of an operator.
Value Evaluator::combined(std::string_view op, const Value& left, TokenRange of_left, const Value& right,
                          TokenRange of_right) {
  if (op == "+") return values_.sum(left, right);
  if (op == "??") return values_.is(left, Kind::Unknown) ? right : left;
  // The operands of a comparison are read, but do not become part of the result.
  if (is_comparison(op)) {
    for (const Value* const value : {&left, &right}) fall_back({}, *value);
    return compared(op, left, of_left, right, of_right);
  }
  if (std::optional<Value> known = values_.operated(op, left, right)) return std::move(*known);
  for (const Value* const value : {&left, &right}) fall_back({}, *value);
  return values_.unknown("a value");
}

Value Evaluator::unary(TokenNumber end) {
  const TokenNumber begin = at_;
  while (at_ < end && is_prefix(token())) ++at_;
  const TokenNumber begin_operand = at_;
  Value value = postfix(end);
  for (TokenNumber i = begin_operand; i > begin; --i) value = prefixed(tokens_[i - 1].text, value, {i, at_});
  return value;
}

// Returns the value of an operand with one prefix. `target_` is the variable that the operand names.
Value Evaluator::prefixed(std::string_view sign, const Value& value, TokenRange operand) {
  if (sign == "untyped" || sign == "inline" || sign == "macro") return value;
  const std::string_view target = std::exchange(target_, {});
  if (sign == "delete" && !target.empty()) note_change(target);
  if (sign == "++" || sign == "--") {
    const Value next = increased(value, sign == "++" ? 1 : -1, target);
    return target.empty() ? next : assign(target, "=", next);
  }
  if (sign == "!") {
    const Condition condition = truth(value, operand);
    return boolean_of({condition.no, condition.yes}, operand);
  }
  if (sign == "+" && values_.is(value, Kind::Number)) return value;
  if (sign == "-")
    if (std::optional<Value> known = values_.operated("-", values_.number(0), value)) return std::move(*known);
  return values_.unknown("a value");
}

// Returns a number plus `by`.
Value Evaluator::increased(const Value& value, std::int64_t by, std::string_view name) {
  std::optional<Value> next = values_.operated("-", value, values_.number(-by));
  return next ? std::move(*next) : values_.unknown(std::string(name));
}

Value Evaluator::postfix(TokenNumber end) {
  Value value = primary(end);
  std::string_view path = target_;
  while (at_ < end && values_.spend(1)) {
    if (at(".<", end)) {
      int angles = 0;
      do {
        if (token().is(".<") || token().is("<")) ++angles;
        if (token().is(">")) --angles;
        ++at_;
      } while (at_ < end && angles > 0 && !token().is(";"));
      path = "Vector";
    } else if ((token().is(".") || token().is("?.") || token().is("..") || token().is("::")) && at_ + 1 < end &&
               tokens_[at_ + 1].kind == TokenKind::Word) {
      const std::string_view name = tokens_[at_ + 1].text;
      at_ += 2;
      if (path == "this") path = {};
      const std::string_view target = path;
      path = path.empty() ? name : path.size() > max_path ? path : values_.own(fmt::format("{}.{}", path, name));
      if (at("(", end)) {
        const Value receiver = value;
        target_ = target;
        value = call(value, path, &receiver, end);
        path = {};
        continue;
      }
      if (values_.has_text(value)) fall_back({}, value);
      std::optional<Value> member = look_up_path(path);
      value = member ? std::move(*member) : values_.unknown(std::string(path));
    } else if (at("(", end)) {
      value = call(value, path, nullptr, end);
      path = {};
    } else if (at("[", end)) {
      value = indexed(value, path, end);
    } else if (at("++", end) || at("--", end)) {
      const std::int64_t by = token().is("++") ? 1 : -1;
      ++at_;
      if (!path.empty()) assign(path, "=", increased(value, by, path));
      path = {};
    } else {
      break;
    }
  }
  target_ = path;
  return value;
}

// Evaluates `list[index]`. `path` becomes the path of the item.
Value Evaluator::indexed(const Value& list, std::string_view& path, TokenNumber end) {
  const TokenNumber close = close_of(at_, end);
  ++at_;
  const Value index = expression(close);
  at_ = std::min(close + 1, end);
  std::string text;
  const bool known = values_.constant(index, text);
  if (known && list.size() == 1 && values_.is_list(list) && values_.is(index, Kind::Number)) {
    const std::vector<const Value*> items = values_.items(list.front().node);
    const std::int64_t number = values_[index.front().node].number;
    const bool is_item = number >= 0 && static_cast<std::uint64_t>(number) < items.size();
    if (is_item && items[static_cast<std::size_t>(number)] != nullptr) {
      path = {};
      return *items[static_cast<std::size_t>(number)];
    }
  }
  if (values_.is_list(list))
    fall_back({}, list);
  else if (values_.is(list, Kind::Split) || (known && values_.is(index, Kind::Text) && values_.has_text(list)))
    note_edit(path, list);
  if (path == "this" && known) {
    path = values_.own(text);
    return look_up(path);
  }
  path = known && !path.empty() && path.size() + text.size() < max_path ? values_.own(fmt::format("{}[{}]", path, text))
                                                                        : "";
  if (path.empty()) return values_.unknown("an item of a list");
  std::optional<Value> item = look_up_path(path);
  return item ? std::move(*item) : values_.unknown(std::string(path));
}

Value Evaluator::primary(TokenNumber end) {
  target_ = {};
  if (at_ >= end) return values_.unknown("nothing");
  const Token& first = token();
  switch (first.kind) {
    case TokenKind::Text: ++at_; return values_.text(first.text, at_ - 1);
    case TokenKind::Number:
      ++at_;
      if (const std::optional<std::int64_t> number = integer_of(first.text)) return values_.number(*number);
      return values_.text(first.text, 0);
    case TokenKind::Other: {
      ++at_;
      const std::optional<std::string> text = text_of_pattern(first.text);
      if (!text) return values_.unknown(std::string(first.text));
      const bool everywhere = first.text.substr(first.text.rfind('/')).find('g') != std::string_view::npos;
      return values_.of({Kind::Text, 0, 0, everywhere ? 1 : 0, values_.own(*text)});
    }
    case TokenKind::Word: return word(end);
    case TokenKind::Sign: break;
    case TokenKind::End: return values_.unknown("nothing");
  }
  if (first.text == "(") {
    const TokenNumber close = close_of(at_, end);
    ++at_;
    Value value = values_.unknown("nothing");
    do {
      if (at_ < close) value = expression(close);
      // A type check of Haxe: `(value : Type)`.
      if (at(":", close)) at_ = after_type(tokens_, at_ + 1, close);
    } while (accept(",", close));
    at_ = std::min(close + 1, end);
    target_ = {};
    return value;
  }
  if (first.text == "[") return list_literal(end);
  if (first.text == "{") return block_or_object(end);
  // A closing sign is left to the caller. Other signs that do not begin an expression are skipped.
  const bool closes = first.text == ")" || first.text == "]" || first.text == "}" || first.text == ";" ||
                      first.text == "," || first.text == ":";
  if (!closes) ++at_;
  return values_.unknown("a value");
}

Value Evaluator::word(TokenNumber end) {
  const Token& first = token();
  if (first.text == "function") return function_literal(end);
  if (first.text == "new") return new_expression(end);
  if (first.text == "if") return if_expression(end);
  ++at_;
  if (first.text == "true" || first.text == "false") return values_.boolean(first.text == "true");
  if (first.text == "switch" || first.text == "for" || first.text == "while" || first.text == "try") {
    --at_;
    statement(end);
    target_ = {};
    return values_.unknown(fmt::format("a {}", first.text));
  }
  if (first.text == "cast" && !at("(", end)) return unary(end);
  if (first.text == "throw" || first.text == "return") return expression(end);
  if (at("=>", end) || at("->", end)) {
    ++at_;
    use(UseKind::Returned, first.text, expression(end));
    target_ = {};
    return values_.unknown("a function");
  }
  target_ = first.text;
  if (first.text == "this" || first.text == "super") return values_.unknown(std::string(first.text));
  // The code for calls and members looks up the name.
  if (at("(", end) || at(".", end)) {
    const bool is_variable = state_.locals.contains(first.text) || state_.fields.contains(first.text) ||
                             declarations_.member_numbers.contains({class_, first.text});
    if (!is_variable) return values_.unknown(std::string(first.text));
  }
  if (at_ < end && is_assignment(token())) return values_.unknown(std::string(first.text));
  return look_up(first.text);
}

Value Evaluator::list_literal(TokenNumber end) {
  const TokenNumber close = close_of(at_, end);
  ++at_;
  Value list = values_.of({Kind::Empty});
  while (at_ < close && values_.spend(1)) {
    const TokenNumber before = at_;
    if (token().is("for") || token().is("while")) {
      statement(close);
      list = values_.unknown("a list");
    } else if (!token().is(",")) {
      const Value item = expression(close);
      list = values_.with_item(list, item);
      // Skips parts of `[key => value]`, `{…}` and other expressions that are not lists.
      if (at_ < close && !at(",", close) && at_ == before) ++at_;
    }
    accept(",", close);
  }
  at_ = std::min(close + 1, end);
  target_ = {};
  return list;
}

// Evaluates `{name: value}`, or a block of Haxe.
Value Evaluator::block_or_object(TokenNumber end) {
  const TokenNumber close = close_of(at_, end);
  ++at_;
  const bool object = at_ + 1 < close && tokens_[at_ + 1].is(":");
  if (!object) {
    const std::uint32_t outer = std::exchange(block_, ++blocks_);
    statements(close);
    block_ = outer;
  }
  while (object && at_ < close && values_.spend(1)) {
    const std::string_view name = token().text;
    ++at_;
    if (!accept(":", close)) continue;
    use(UseKind::Stored, name, expression(close));
    accept(",", close);
  }
  at_ = std::min(close + 1, end);
  target_ = {};
  return values_.unknown("an object");
}

// Follows the code of a function literal, or of a function in another function, at its position.
Value Evaluator::function_literal(TokenNumber end) {
  const Function function = read_function(tokens_, at_, end);
  const TokenNumber after = function.body.end + (function.is_expression ? 0 : 1);
  State outer = state_;
  std::vector<Value>* const outer_returns = std::exchange(returns_, nullptr);
  std::vector<State>* const outer_breaks = std::exchange(breaks_, nullptr);
  for (const Parameter& parameter : function.parameters)
    state_.locals[parameter.name] = {values_.unknown(fmt::format("argument {}", parameter.name)), true};
  values_.spend(1 + state_.locals.size() + state_.fields.size());
  for (auto& row : state_.locals) row.second.is_read = true;
  at_ = std::max(at_ + 1, function.body.begin);
  if (function.body.begin < function.body.end && depth_ < max_depth) {
    ++depth_;
    if (function.is_expression)
      use(UseKind::Returned, function.name, expression(function.body.end));
    else
      statements(function.body.end);
    --depth_;
    end_variables(state_.locals);
  }
  at_ = std::min(std::max(at_, after), end);
  returns_ = outer_returns;
  breaks_ = outer_breaks;
  state_ = std::move(outer);
  target_ = {};
  return values_.unknown("a function");
}

Value Evaluator::if_expression(TokenNumber end) {
  ++at_;
  if (!at("(", end)) return values_.unknown("a value");
  const TokenNumber close = close_of(at_, end);
  const TokenRange range{at_ + 1, close};
  ++at_;
  const Condition condition = truth(expression(close), range);
  at_ = std::min(close + 1, end);
  Value first = expression(end);
  if (at(";", end) && at_ + 1 < end && tokens_[at_ + 1].is("else")) ++at_;
  if (!accept("else", end)) return first;
  const Value second = expression(end);
  target_ = {};
  return Values::either(first, condition.yes, second, condition.no);
}

// Evaluates `new Array(a, b)`, `new <String>[a, b]`, `new Vector.<String>()` and `new Object(a)`.
Value Evaluator::new_expression(TokenNumber end) {
  ++at_;
  if (at("<", end)) {
    while (at_ < end && !token().is("[") && !token().is(";")) ++at_;
    return at("[", end) ? list_literal(end) : values_.unknown("a value");
  }
  const std::string_view name = at_ < end ? token().text : std::string_view();
  // Read the name with its package and its type arguments.
  int angles = 0;
  for (; at_ < end; ++at_) {
    if (token().is("<") || token().is(".<")) ++angles;
    if (token().is(">")) --angles;
    const bool part = token().kind == TokenKind::Word || token().is(".") || token().is("::") || token().is("<") ||
                      token().is(".<") || token().is(">") || token().is("*") || (angles > 0 && token().is(","));
    if (!part) break;
    if (angles == 0 && token().kind == TokenKind::Word && tokens_[at_ - 1].kind == TokenKind::Word &&
        !tokens_[at_ - 1].is("new"))
      break;
  }
  target_ = {};
  if (!at("(", end)) return values_.unknown(fmt::format("new {}", name));
  const bool list = name == "Array" || name == "Vector";
  const std::vector<Value> arguments = arguments_of_call(end);
  if (!list) {
    use_arguments(name, arguments);
    return values_.unknown(fmt::format("new {}", name));
  }
  Value value = values_.of({Kind::Empty});
  const bool length = arguments.size() == 1 && values_.is(arguments[0], Kind::Number);
  if (!length && name == "Array")
    for (const Value& item : arguments) value = values_.with_item(value, item);
  return value;
}

}  // namespace agal::source_code
