// Compiles operands: names, members, literals and functions.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "avm2/fields.hpp"
#include "sources/expressions.hpp"

namespace agal::source_code {

// Compiles an operand with its members, items and calls.
Operand Expressions::postfix(TokenNumber end) {
  Operand operand = primary(end);
  while (!cursor_.failed && cursor_.at < end) {
    const bool new_line = cursor_.at > 0 && token().line > tokens_[cursor_.at - 1].line;
    if (at(".", end) || at("?.", end) || at("..", end) || at(".<", end) || at("::", end)) {
      operand = member_of(operand, end);
    } else if (at("[", end) && !(new_line && is_haxe())) {
      operand = item_of(operand, end);
    } else if (at("(", end) && !(new_line && operand.word.empty())) {
      operand = calls_.call(operand, end);
    } else if ((at("++", end) || at("--", end)) && !new_line) {
      const bool up = token().is("++");
      ++cursor_.at;
      operand = counted(up, false, operand);
    } else {
      break;
    }
  }
  return operand;
}

// Reads `[key]` after an operand. A text as the key is the name of a member.
Operand Expressions::item_of(Operand operand, TokenNumber end) {
  access_.load(operand);
  const TokenNumber open = cursor_.at, close = close_of(open, end);
  const Token& key = next_token();
  const bool calls = close + 1 < end && tokens_[close + 1].is("(");
  if (close == open + 2 && key.kind == TokenKind::Text && !calls) {
    const bool is_own = operand.is_own;
    operand = access_.member_by_name(is_own ? class_ : nullptr, key.text);
    operand.is_own = is_own;
  } else {
    ++cursor_.at;
    operand.kind = Operand::Kind::Item;
    operand.is_own = expression(close).is_number();
    operand.word = {};
    operand.number = {};
    if (cursor_.at != close) fail();
  }
  go_after(close, end);
  return operand;
}

// Reads a part of XML after a dot: a filter in parentheses, or `*`.
Operand Expressions::part_of_xml(Operand operand, TokenNumber end) {
  access_.load(operand);
  if (at("*", end)) {
    ++cursor_.at;
    code_.emit_name(Opcode::getproperty, "*");
    return pushed();
  }
  emit(Opcode::pop);
  go_after(close_of(cursor_.at, end), end);
  code_.push_unknown();
  return pushed();
}

// Reads `.name` after an operand.
Operand Expressions::member_of(Operand operand, TokenNumber end) {
  const bool is_optional = at("?.", end);
  if (at(".<", end)) {  // `Vector.<String>`
    const TokenNumber begin = std::exchange(cursor_.at, after_arguments_of_type(tokens_, cursor_.at, end));
    if (cursor_.at == begin) fail();
    return operand;
  }
  ++cursor_.at;
  if (at("@", end)) ++cursor_.at;
  if (at("(", end) || at("*", end)) return part_of_xml(operand, end);
  if (!is_word(cursor_.at, end)) {
    fail();
    return operand;
  }
  const std::string_view name = token().text;
  ++cursor_.at;
  if (operand.kind == Operand::Kind::Class && operand.in_class == 0 && at("(", end))
    if (std::optional<Operand> known = calls_.call_of_library(operand.word, name, end)) return *known;
  const bool is_constant = std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (operand.kind == Operand::Kind::Class && operand.in_class == 0 && is_constant && !at("(", end) &&
      !avm2::is_player_class(operand.word)) {
    code_.emit_name(Opcode::getlex, movie_.constant(operand.word, name));
    return pushed();
  }
  const bool is_super = operand.kind == Operand::Kind::Super, is_class = operand.kind == Operand::Kind::Class;
  if (is_super && at("(", end)) {
    Operand method = access_.member_by_name(class_, name);
    method.kind = Operand::Kind::Super;
    method.is_own = true;
    return method;
  }
  const std::uint32_t in_class = is_class ? operand.in_class : operand.type.in_class;
  const ClassInfo* const of = is_super ? class_ : in_class != 0 ? &movie_.class_info(in_class - 1) : nullptr;
  const bool is_own = !is_super && (is_class || operand.is_own);
  access_.load(operand);
  if (is_optional) {
    // The value may be null instead.
    code_.push_unknown();
    Label there;
    code_.branch(Opcode::iftrue, there);
    emit(Opcode::pop);
    code_.push_unknown();
    code_.place(there);
  }
  return access_.member(of, name, is_own);
}

Operand Expressions::text_literal() {
  const Operand out = access_.make_literal({std::string(token().text), {{function_.file, cursor_.at}}});
  ++cursor_.at;
  return out;
}

Operand Expressions::number_literal() {
  const std::string_view text = token().text;
  ++cursor_.at;
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = hex ? text.substr(2) : text;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
  Operand out = pushed({"Number"});
  if (error == std::errc() && end == digits.data() + digits.size()) {
    code_.push_number(static_cast<std::int32_t>(number));
    if (number <= 0x7fff'ffffu) out.number = static_cast<std::int32_t>(number);
  } else {
    // A fraction. Equal fractions are the same value.
    code_.emit_name(Opcode::getlex, movie_.flag(text));
  }
  return out;
}

// Makes a regular expression of `/…/g`, or of `~/…/g`.
Operand Expressions::pattern_literal() {
  const std::string_view text = token().text;
  ++cursor_.at;
  const std::size_t begin = text.find('/') + 1, slash = text.rfind('/');
  code_.emit_name(Opcode::getlex, "RegExp");
  emit(Opcode::pushstring, {movie_.string(text.substr(begin, slash - begin))});
  emit(Opcode::pushstring, {movie_.string(text.substr(slash + 1))});
  emit(Opcode::construct, {2});
  return pushed({"RegExp"});
}

Operand Expressions::primary(TokenNumber end) {
  if (cursor_.at >= end || cursor_.depth >= max_depth) return failed();
  if (token().arm != cursor_.arm) return value_of_arms(end);
  const Token& first = token();
  switch (first.kind) {
    case TokenKind::Text: return text_literal();
    case TokenKind::Number: return number_literal();
    case TokenKind::Other: return pattern_literal();
    case TokenKind::Word: return word(end);
    case TokenKind::End: break;
    case TokenKind::Sign:
      if (first.is("(")) return in_parentheses(end);
      if (first.is("[")) return list_literal(end);
      if (first.is("{")) {
        const bool is_object = !is_haxe() || next_token().is("}") || tokens_[cursor_.at + 2].is(":");
        return is_object ? object_literal(end, false) : value_of_statement(end);
      }
      if (first.is("@") || first.is("@:")) {  // an attribute of XML, or metadata
        ++cursor_.at;
        if (is_word(cursor_.at, end)) ++cursor_.at;
        while (at(".", end) && is_word(cursor_.at + 1, end)) cursor_.at += 2;
        if (is_haxe() && at("(", end)) go_after(close_of(cursor_.at, end), end);
        if (is_haxe()) return unary(end);
        code_.push_unknown();
        return pushed();
      }
      break;
  }
  return failed();
}

Operand Expressions::in_parentheses(TokenNumber end) {
  const TokenNumber close = close_of(cursor_.at, end);
  ++cursor_.at;
  Operand inner = assignment(close);
  access_.load(inner);
  // In Haxe, `(value : Type)`.
  if (is_haxe() && at(":", close)) cursor_.at = close;
  while (accept(",", close)) {
    emit(Opcode::pop);
    inner = assignment(close);
    access_.load(inner);
  }
  if (cursor_.at != close) fail();
  go_after(close, end);
  inner.number = {};
  return inner;
}

// Compiles arms of conditional compilation that are operands: `#if debug a #else b #end`.
Operand Expressions::value_of_arms(TokenNumber end) {
  const std::vector<Arm>& arms = source_.list.arms;
  std::uint32_t arm = token().arm;
  const bool begins = arms[arm].begin == cursor_.at && arms[arm].previous == 0 && arms[arm].end <= end;
  if (!begins || ++cursor_.depth >= max_depth) {
    if (begins) --cursor_.depth;
    return failed();
  }
  const std::uint32_t outer = cursor_.arm;
  bool is_last = false;
  Label done;
  Type type;
  for (; arm != 0 && !is_last && !cursor_.failed; arm = source_.next_arm[arm]) {
    Label otherwise;
    is_last = arms[arm].condition.empty();
    if (!is_last) {
      code_.emit_name(Opcode::getlex, movie_.flag(arms[arm].condition));
      code_.branch(Opcode::iffalse, otherwise);
    }
    cursor_.arm = arm;
    cursor_.at = arms[arm].begin;
    type = expression(arms[arm].end);
    if (cursor_.at != arms[arm].end) fail();
    code_.branch(Opcode::jump, done);
    code_.place(otherwise);
  }
  if (!is_last) fail();
  code_.place(done);
  cursor_.arm = outer;
  --cursor_.depth;
  return pushed(type);
}

Operand Expressions::list_literal(TokenNumber end) {
  const TokenNumber close = close_of(cursor_.at, end);
  ++cursor_.at;
  std::uint32_t items = 0;
  if (at("for", close) || at("while", close)) {  // a list of all values of a loop
    access_.assign_unknown(tokens_, {cursor_.at, close});
    go_after(close, end);
    code_.push_unknown();
    return pushed({"Array"});
  }
  while (!cursor_.failed && cursor_.at < close) {
    if (accept(",", close)) continue;
    expression(close);
    if (accept("=>", close)) {  // the key of a map
      emit(Opcode::pop);
      expression(close);
    }
    ++items;
    if (cursor_.at < close && !at(",", close)) fail();
  }
  emit(Opcode::newarray, {items});
  go_after(close, end);
  return pushed({"Array"});
}

Operand Expressions::object_literal(TokenNumber end, bool is_tween) {
  const TokenNumber close = close_of(cursor_.at, end);
  ++cursor_.at;
  emit(Opcode::newobject, {0});
  while (!cursor_.failed && cursor_.at < close) {
    if (accept(",", close)) continue;
    const Token& key = token();
    if (key.kind == TokenKind::Sign || cursor_.at + 1 >= close || !next_token().is(":")) {
      fail();
      break;
    }
    cursor_.at += 2;
    emit(Opcode::dup);
    expression(close);
    code_.emit_name(Opcode::setproperty, key.text);
    // An animation changes the members of another object.
    if (is_tween) access_.store_elsewhere(key.text);
    if (cursor_.at < close && !at(",", close)) fail();
  }
  go_after(close, end);
  return pushed({Type::new_object});
}

Operand Expressions::function_value(TokenNumber end) {
  const Function function = read_function(tokens_, cursor_.at, end);
  if (!function.has_body) return failed();
  inside_.push_function(function, 0);
  cursor_.at = std::max(function.end, cursor_.at + 1);
  return pushed({"Function"});
}

// Returns true if a function of Haxe without a keyword begins here: `x -> …`, `(x, y) -> …`.
bool Expressions::is_arrow(TokenNumber end) const {
  if (is_word(cursor_.at, end)) return cursor_.at + 1 < end && next_token().is("->");
  const TokenNumber close = cursor_.at < end && token().is("(") ? close_of(cursor_.at, end) : end;
  return close + 1 < end && tokens_[close + 1].is("->");
}

Operand Expressions::arrow_value(TokenNumber end) {
  Function function;
  const TokenNumber close = at("(", end) ? close_of(cursor_.at, end) : cursor_.at;
  for (; cursor_.at <= close; ++cursor_.at) {
    const bool is_name = token().kind == TokenKind::Word && !tokens_[cursor_.at - 1].is(":");
    if (!is_name) continue;
    Parameter parameter;
    parameter.name = token().text;
    function.parameters.push_back(parameter);
  }
  cursor_.at = close + 2;
  function.has_body = function.is_expression = true;
  function.body = {cursor_.at, end_of_expression(tokens_, cursor_.at, end)};
  inside_.push_function(function, 0);
  cursor_.at = function.body.end;
  return pushed({"Function"});
}

// Compiles a keyword that begins an operand.
Operand Expressions::keyword_value(std::string_view word, TokenNumber end, bool& is_known) {
  is_known = true;
  Operand out = pushed();
  if (word == "true" || word == "false") {
    emit(word == "true" ? Opcode::pushtrue : Opcode::pushfalse);
    out.truth = word == "true";
    out.type.name = "Boolean";
  } else if (word == "null" || word == "undefined") {
    emit(Opcode::pushnull);
  } else if (word == "this") {
    code_.get_local(0);
    out.is_own = class_ != nullptr;
    if (class_ != nullptr) out.type = {class_->declaration->name, class_->index + 1};
  } else if (word == "super") {
    out.kind = Operand::Kind::Super;
    out.is_own = true;
  } else if (word == "function") {
    --cursor_.at;
    return function_value(end);
  } else if (word == "new") {
    return calls_.new_value(end);
  } else if (word == "NaN" || word == "Infinity") {
    code_.push_unknown();
  } else if (is_haxe() && (word == "if" || word == "switch" || word == "try")) {
    --cursor_.at;
    return value_of_statement(end);
  } else if (is_haxe() && word == "cast") {
    if (!at("(", end)) return unary(end);
    const TokenNumber close = close_of(cursor_.at, end);
    ++cursor_.at;
    expression(close);
    go_after(close, end);
  } else if (is_haxe() && (word == "return" || word == "throw" || word == "break" || word == "continue")) {
    --cursor_.at;
    inside_.statement(end);
    code_.push_unknown();
  } else {
    is_known = false;
  }
  return out;
}

Operand Expressions::word(TokenNumber end) {
  const std::string_view word = token().text;
  ++cursor_.at;
  bool is_known = false;
  const Operand out = keyword_value(word, end, is_known);
  constexpr std::array<std::string_view, 12> reserved{"case", "default", "else",  "catch",   "in",  "is",
                                                      "as",   "var",     "const", "extends", "for", "while"};
  if (!is_known && std::find(reserved.begin(), reserved.end(), word) != reserved.end()) fail();
  return is_known || cursor_.failed ? out : name(word, end);
}

// Compiles a name: a variable, a member, a class, or something that the movie does not have.
Operand Expressions::name(std::string_view name, TokenNumber end) {
  if (const std::optional<Operand> known = access_.named(name, at("(", end))) return *known;
  Operand out;
  out.word = name;
  if (const ClassInfo* const of = movie_.find_class(function_.file, name)) {
    out.kind = Operand::Kind::Class;
    out.name = of->name;
    out.in_class = of->index + 1;
    return out;
  }
  // The package of a class: `flash.display3D.Context3DProgramType`.
  TokenNumber last = cursor_.at;
  while (!begins_with_capital(name) && last + 1 < end && tokens_[last].is(".") &&
         tokens_[last + 1].kind == TokenKind::Word) {
    const std::string_view next = tokens_[last + 1].text;
    last += 2;
    if (!begins_with_capital(next)) continue;
    const ClassInfo* const of = movie_.find_class(function_.file, next);
    const bool is_package = of != nullptr ? !of->declaration->package.empty() : tokens_[cursor_.at - 1].is("flash");
    if (!is_package) break;
    cursor_.at = last;
    out.kind = Operand::Kind::Class;
    out.word = next;
    out.name = of != nullptr ? of->name : movie_.string(next);
    out.in_class = of != nullptr ? of->index + 1 : 0;
    return out;
  }
  out.kind = begins_with_capital(name) ? Operand::Kind::Class : Operand::Kind::Name;
  out.name = movie_.string(name);
  return out;
}

// Compiles `if`, `switch`, `try` or a block as an operand.
Operand Expressions::value_of_statement(TokenNumber end) {
  const std::uint32_t result = code_.new_register();
  emit(Opcode::pushnull);
  code_.set_local(result);
  inside_.statement_with_value(end, result);
  code_.get_local(result);
  return pushed();
}

}  // namespace agal::source_code
