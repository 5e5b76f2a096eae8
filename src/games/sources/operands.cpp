// Compiles operands: names, members, literals and functions.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "avm2/method_run.hpp"
#include "sources/compiler.hpp"

namespace agal::source_code {
Operand Compiler::postfix(TokenNumber end) { return postfixes(primary(end), end); }

Operand Compiler::postfixes(Operand operand, TokenNumber end) {
  while (!failed_ && at_ < end) {
    const bool new_line = at_ > 0 && token().line > tokens_[at_ - 1].line;
    if (at(".", end) || at("?.", end) || at("..", end) || at(".<", end) || at("::", end)) {
      operand = member_of(operand, end);
    } else if (at("[", end) && !(new_line && is_haxe())) {
      load(operand);
      const TokenNumber open = at_, close = close_of(at_, end);
      const Token& key = tokens_[open + 1];
      const bool calls = close + 1 < end && tokens_[close + 1].is("(");
      if (close == open + 2 && key.kind == TokenKind::Text && !calls) {
        const ClassInfo* const own = operand.is_own && class_ != nullptr ? class_ : nullptr;
        operand.kind = Operand::Kind::Member;
        operand.word = key.text;
        operand.member = own != nullptr ? movie_.find_member(*own, key.text) : nullptr;
        operand.name = operand.member != nullptr ? operand.member->name : movie_.string(key.text);
      } else {
        ++at_;
        Operand index = assignment(close);
        load(index);
        if (at_ != close) fail();
        operand.kind = Operand::Kind::Item;
        operand.is_own = index.type.is_number();
        operand.word = {};
      }
      operand.number = {};
      at_ = std::min(close + 1, end);
      if (operand.kind == Operand::Kind::Member) operand.type = {};
    } else if (at("(", end) && !(new_line && operand.word.empty())) {
      operand = call(operand, end);
    } else if ((at("++", end) || at("--", end)) && !new_line) {
      const bool up = token().is("++");
      ++at_;
      operand = counted(up, false, operand);
    } else {
      break;
    }
  }
  return operand;
}

// Reads a part of XML after a dot: a filter in parentheses, or `*`.
Operand Compiler::part_of_xml(Operand operand, TokenNumber end) {
  load(operand);
  if (at("*", end)) {
    ++at_;
    emit_name(Opcode::getproperty, movie_.string("*"));
    return value();
  }
  emit(Opcode::pop);
  at_ = std::min(close_of(at_, end) + 1, end);
  push_unknown();
  return value();
}

// Reads `.name` after an operand.
Operand Compiler::member_of(Operand operand, TokenNumber end) {
  const bool is_optional = at("?.", end);
  if (at(".<", end)) {  // `Vector.<String>`
    const TokenNumber begin = std::exchange(at_, after_arguments_of_type(tokens_, at_, end));
    if (at_ == begin) fail();
    return operand;
  }
  ++at_;
  if (at("@", end)) ++at_;
  if (at("(", end) || at("*", end)) return part_of_xml(operand, end);
  if (!is_word(at_, end)) {
    fail();
    return operand;
  }
  const std::string_view name = token().text;
  ++at_;
  if (operand.kind == Operand::Kind::Class && operand.in_class == 0 && at("(", end))
    if (std::optional<Operand> known = call_of_library(operand.word, name, end)) return *known;
  const bool is_constant = std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (operand.kind == Operand::Kind::Class && operand.in_class == 0 && is_constant && !at("(", end) &&
      !avm2::is_player_class(operand.word)) {
    emit_name(Opcode::getlex, movie_.constant(operand.word, name));
    return value();
  }
  const ClassInfo* of = nullptr;
  bool is_own = false;
  if (operand.kind == Operand::Kind::Super) {
    operand.word = name;
    operand.member = class_ != nullptr ? movie_.find_member(*class_, name) : nullptr;
    operand.name = operand.member != nullptr ? operand.member->name : movie_.string(name);
    if (at("(", end)) return operand;
    of = class_;
    load(operand);
  } else if (operand.kind == Operand::Kind::Class) {
    of = operand.in_class != 0 ? &movie_.class_info(operand.in_class - 1) : nullptr;
    is_own = true;
    load(operand);
  } else {
    if (operand.type.in_class != 0) of = &movie_.class_info(operand.type.in_class - 1);
    is_own = operand.is_own;
    load(operand);
  }
  if (is_optional) {
    // The value may be null instead.
    push_unknown();
    Label there;
    code_.branch(Opcode::iftrue, there);
    emit(Opcode::pop);
    push_unknown();
    code_.place(there);
  }
  return named_member(of, name, is_own);
}

// Returns a member of the object on the stack. `of` is the class of the object, if it is known.
Operand Compiler::named_member(const ClassInfo* of, std::string_view name, bool is_own) const {
  Operand out;
  out.kind = Operand::Kind::Member;
  out.word = name;
  out.member = of != nullptr ? accessible(movie_.find_member(*of, name)) : nullptr;
  out.name = out.member != nullptr ? out.member->name : movie_.string(name);
  if (out.member != nullptr) {
    const ClassInfo& declaring = movie_.class_info(out.member->in_class);
    out.type = movie_.type_of(declaring.file, out.member->type);
  }
  out.is_own = is_own && out.member != nullptr;
  return out;
}

Operand Compiler::text_literal() {
  Operand out = value({"String"});
  out.kind = Operand::Kind::Literal;
  out.literal = literals_.size();
  literals_.push_back({std::string(token().text), {{file_, at_}}});
  ++at_;
  return out;
}

Operand Compiler::number_literal() {
  const std::string_view text = token().text;
  ++at_;
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = hex ? text.substr(2) : text;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
  Operand out = value({"Number"});
  if (error == std::errc() && end == digits.data() + digits.size()) {
    push_number(static_cast<std::int32_t>(number));
    if (number <= 0x7fff'ffffu) out.number = static_cast<std::int32_t>(number);
  } else {
    // A fraction. Equal fractions are the same value.
    emit_name(Opcode::getlex, movie_.flag(text));
  }
  return out;
}

// Makes a regular expression of `/…/g`, or of `~/…/g`.
Operand Compiler::pattern_literal() {
  const std::string_view text = token().text;
  ++at_;
  const std::size_t begin = text.find('/') + 1, slash = text.rfind('/');
  emit_name(Opcode::getlex, movie_.string("RegExp"));
  emit(Opcode::pushstring, {movie_.string(text.substr(begin, slash - begin))});
  emit(Opcode::pushstring, {movie_.string(text.substr(slash + 1))});
  emit(Opcode::construct, {2});
  return value({"RegExp"});
}

Operand Compiler::primary(TokenNumber end) {
  if (at_ >= end || depth_ >= max_depth) {
    fail();
    return value();
  }
  if (token().arm != arm_) return value_of_arms(end);
  const Token& first = token();
  switch (first.kind) {
    case TokenKind::Text: return text_literal();
    case TokenKind::Number: return number_literal();
    case TokenKind::Other: return pattern_literal();
    case TokenKind::Word: return word(end);
    case TokenKind::End: break;
    case TokenKind::Sign:
      if (first.is("(")) {
        const TokenNumber close = close_of(at_, end);
        ++at_;
        Operand inner = assignment(close);
        load(inner);
        // In Haxe, `(value : Type)`.
        if (is_haxe() && at(":", close)) at_ = close;
        while (accept(",", close)) {
          emit(Opcode::pop);
          inner = assignment(close);
          load(inner);
        }
        if (at_ != close) fail();
        at_ = std::min(close + 1, end);
        inner.number = {};
        return inner;
      }
      if (first.is("[")) return list_literal(end);
      if (first.is("{")) {
        const bool is_object = !is_haxe() || tokens_[at_ + 1].is("}") || tokens_[at_ + 2].is(":");
        return is_object ? object_literal(end, false) : value_of_statement(end);
      }
      if (first.is("@") || first.is("@:")) {  // an attribute of XML, or metadata
        ++at_;
        if (is_word(at_, end)) ++at_;
        while (at(".", end) && is_word(at_ + 1, end)) at_ += 2;
        if (is_haxe() && at("(", end)) at_ = std::min(close_of(at_, end) + 1, end);
        if (is_haxe()) return unary(end);
        push_unknown();
        return value();
      }
      break;
  }
  fail();
  return value();
}

// Compiles arms of conditional compilation that are operands: `#if debug a #else b #end`.
Operand Compiler::value_of_arms(TokenNumber end) {
  const std::vector<Arm>& arms = source_.list.arms;
  std::uint32_t arm = token().arm;
  const bool begins = arms[arm].begin == at_ && arms[arm].previous == 0 && arms[arm].end <= end;
  if (!begins || ++depth_ >= max_depth) {
    if (begins) --depth_;
    fail();
    return value();
  }
  const std::uint32_t outer = arm_;
  bool is_last = false;
  Label done;
  Type type;
  for (; arm != 0 && !is_last && !failed_; arm = source_.next_arm[arm]) {
    Label otherwise;
    is_last = arms[arm].condition.empty();
    if (!is_last) {
      emit_name(Opcode::getlex, movie_.flag(arms[arm].condition));
      code_.branch(Opcode::iffalse, otherwise);
    }
    arm_ = arm;
    at_ = arms[arm].begin;
    Operand operand = assignment(arms[arm].end);
    load(operand);
    type = operand.type;
    if (at_ != arms[arm].end) fail();
    code_.branch(Opcode::jump, done);
    code_.place(otherwise);
  }
  if (!is_last) fail();
  code_.place(done);
  arm_ = outer;
  --depth_;
  return value(type);
}

Operand Compiler::list_literal(TokenNumber end) {
  const TokenNumber close = close_of(at_, end);
  ++at_;
  std::uint32_t items = 0;
  if (at("for", close) || at("while", close)) {  // a list of all values of a loop
    assign_unknown(at_, close);
    at_ = std::min(close + 1, end);
    push_unknown();
    return value({"Array"});
  }
  while (!failed_ && at_ < close) {
    if (accept(",", close)) continue;
    Operand item = assignment(close);
    load(item);
    if (accept("=>", close)) {  // the key of a map
      emit(Opcode::pop);
      Operand of_key = assignment(close);
      load(of_key);
    }
    ++items;
    if (at_ < close && !at(",", close)) fail();
  }
  emit(Opcode::newarray, {items});
  at_ = std::min(close + 1, end);
  return value({"Array"});
}

Operand Compiler::object_literal(TokenNumber end, bool is_tween) {
  const TokenNumber close = close_of(at_, end);
  ++at_;
  emit(Opcode::newobject, {0});
  while (!failed_ && at_ < close) {
    if (accept(",", close)) continue;
    const Token& key = token();
    if (key.kind == TokenKind::Sign || at_ + 1 >= close || !tokens_[at_ + 1].is(":")) {
      fail();
      break;
    }
    at_ += 2;
    emit(Opcode::dup);
    Operand item = assignment(close);
    load(item);
    emit_name(Opcode::setproperty, movie_.string(key.text));
    // An animation changes the members of another object.
    if (is_tween) store_elsewhere(key.text);
    if (at_ < close && !at(",", close)) fail();
  }
  at_ = std::min(close + 1, end);
  return value({Type::new_object});
}

Operand Compiler::function_value(TokenNumber end) {
  const Function function = read_function(tokens_, at_, end);
  if (!function.has_body) {
    fail();
    return value();
  }
  push_function(function, 0);
  at_ = std::max(function.end, at_ + 1);
  return value({"Function"});
}

// Returns true if a function of Haxe without a keyword begins here: `x -> …`, `(x, y) -> …`.
bool Compiler::is_arrow(TokenNumber end) const {
  if (is_word(at_, end)) return at_ + 1 < end && tokens_[at_ + 1].is("->");
  const TokenNumber close = at_ < end && tokens_[at_].is("(") ? close_of(at_, end) : end;
  return close + 1 < end && tokens_[close + 1].is("->");
}

Operand Compiler::arrow_value(TokenNumber end) {
  Function function;
  const TokenNumber close = at("(", end) ? close_of(at_, end) : at_;
  for (; at_ <= close; ++at_) {
    const bool is_name = tokens_[at_].kind == TokenKind::Word && !tokens_[at_ - 1].is(":");
    if (!is_name) continue;
    Parameter parameter;
    parameter.name = tokens_[at_].text;
    function.parameters.push_back(parameter);
  }
  at_ = close + 2;
  function.has_body = function.is_expression = true;
  function.body = {at_, end_of_expression(tokens_, at_, end)};
  push_function(function, 0);
  at_ = function.body.end;
  return value({"Function"});
}

// Compiles a keyword that begins an operand.
Operand Compiler::keyword_value(std::string_view word, TokenNumber end, bool& is_known) {
  is_known = true;
  Operand out = value();
  if (word == "true" || word == "false") {
    emit(word == "true" ? Opcode::pushtrue : Opcode::pushfalse);
    out.truth = word == "true";
    out.type.name = "Boolean";
  } else if (word == "null" || word == "undefined") {
    emit(Opcode::pushnull);
  } else if (word == "this") {
    get_local(0);
    out.is_own = class_ != nullptr;
    if (class_ != nullptr) out.type = {class_->declaration->name, class_->index + 1};
  } else if (word == "super") {
    out.kind = Operand::Kind::Super;
    out.is_own = true;
  } else if (word == "function") {
    --at_;
    return function_value(end);
  } else if (word == "new") {
    return new_value(end);
  } else if (word == "NaN" || word == "Infinity") {
    push_unknown();
  } else if (is_haxe() && (word == "if" || word == "switch" || word == "try")) {
    --at_;
    return value_of_statement(end);
  } else if (is_haxe() && word == "cast") {
    if (!at("(", end)) return unary(end);
    const TokenNumber close = close_of(at_, end);
    ++at_;
    Operand inner = assignment(close);
    load(inner);
    at_ = std::min(close + 1, end);
  } else if (is_haxe() && (word == "return" || word == "throw" || word == "break" || word == "continue")) {
    --at_;
    statement(end);
    push_unknown();
  } else {
    is_known = false;
  }
  return out;
}

Operand Compiler::word(TokenNumber end) {
  const std::string_view word = token().text;
  ++at_;
  bool is_known = false;
  const Operand out = keyword_value(word, end, is_known);
  constexpr std::array<std::string_view, 12> reserved{"case", "default", "else",  "catch",   "in",  "is",
                                                      "as",   "var",     "const", "extends", "for", "while"};
  if (!is_known && std::find(reserved.begin(), reserved.end(), word) != reserved.end()) fail();
  return is_known || failed_ ? out : name(word, end);
}

// Returns a member unless it is a private member of another class.
const MemberInfo* Compiler::accessible(const MemberInfo* member) const {
  const bool is_hidden =
      member != nullptr && member->is_private && (class_ == nullptr || member->in_class != class_->index);
  return is_hidden ? nullptr : member;
}

Operand Compiler::own_member(const MemberInfo& member, std::string_view name, bool is_call) {
  Operand out;
  out.word = name;
  out.name = member.name;
  out.member = &member;
  out.is_own = true;
  const ClassInfo& declaring = movie_.class_info(member.in_class);
  out.type = movie_.type_of(declaring.file, member.type);
  if (member.is_static) {
    emit_name(Opcode::getlex, declaring.name);
    out.kind = Operand::Kind::Member;
  } else if (is_call || member.has_getter) {
    get_local(0);
    out.kind = Operand::Kind::Member;
  } else {
    out.kind = Operand::Kind::Name;
  }
  return out;
}

// Compiles a name: a variable, a member, a class, or something that the movie does not have.
Operand Compiler::name(std::string_view name, TokenNumber end) {
  Operand out;
  out.word = name;
  if (const Variable* const variable = find_variable(name)) {
    out.kind = Operand::Kind::Variable;
    out.variable = *variable;
    out.type = variable->type;
    return out;
  }
  if (class_ != nullptr)
    if (const MemberInfo* const member = accessible(movie_.find_member(*class_, name)))
      return own_member(*member, name, at("(", end));
  const ClassInfo& script = movie_.script_of(file_);
  if (const auto row = script.members.find(name); row != script.members.end())
    return own_member(row->second, name, at("(", end));
  if (const ClassInfo* const of = movie_.find_class(file_, name)) {
    out.kind = Operand::Kind::Class;
    out.name = of->name;
    out.in_class = of->index + 1;
    return out;
  }
  // The package of a class: `flash.display3D.Context3DProgramType`.
  TokenNumber last = at_;
  while (!begins_with_capital(name) && last + 1 < end && tokens_[last].is(".") &&
         tokens_[last + 1].kind == TokenKind::Word) {
    const std::string_view next = tokens_[last + 1].text;
    last += 2;
    if (!begins_with_capital(next)) continue;
    const ClassInfo* const of = movie_.find_class(file_, next);
    const bool is_package = of != nullptr ? !of->declaration->package.empty() : tokens_[at_ - 1].is("flash");
    if (!is_package) break;
    at_ = last;
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

}  // namespace agal::source_code
