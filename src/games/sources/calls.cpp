#include "sources/calls.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace agal::source_code {

std::vector<TokenRange> Calls::argument_ranges(TokenNumber open) const {
  std::vector<TokenRange> ranges;
  const TokenNumber close = tokens_[open].partner;
  for (TokenNumber at = open + 1; at < close;) {
    const TokenNumber end = end_of_expression(tokens_, at, close);
    ranges.push_back({at, end});
    at = end + 1;
  }
  return ranges;
}

// Pushes the arguments in the parentheses that begin here, and returns their number.
std::uint32_t Calls::arguments(TokenNumber end, bool is_tween) {
  const TokenNumber close = close_of(cursor_.at, end);
  std::uint32_t count = 0;
  for (TokenNumber at = cursor_.at + 1; at < close; ++count) {
    TokenNumber to = end_of_expression(tokens_, at, close);
    if (is_haxe() && to < close && !tokens_[to].is(",")) to = close;
    if (is_tween && tokens_[at].is("{")) {
      cursor_.at = at;
      values_.object_literal(close, true);
      if (cursor_.failed) return count;
    } else {
      values_.value_of({at, to});
    }
    at = to + 1;
  }
  go_after(close, end);
  return count;
}

// Pushes `text` with all parts replaced.
void Calls::replace_everywhere(TokenRange text, TokenRange part, TokenRange by) {
  values_.value_of(text);
  const bool literal = part.end == part.begin + 1 && tokens_[part.begin].kind == TokenKind::Text;
  if (!literal) {
    values_.value_of(part);
    code_.emit_call(Opcode::callproperty, "split", 1);
    values_.value_of(by);
    code_.emit_call(Opcode::callproperty, "join", 1);
    return;
  }
  std::string pattern;
  for (const char c : tokens_[part.begin].text) {
    constexpr std::string_view special = "\\.*+?()[]{}|^$/";
    if (special.find(c) != special.npos) pattern += '\\';
    pattern += c;
  }
  code_.emit_name(Opcode::getlex, "RegExp");
  emit(Opcode::pushstring, {movie_.made_string(std::move(pattern))});
  emit(Opcode::pushstring, {movie_.string("g")});
  emit(Opcode::construct, {2});
  values_.value_of(by);
  code_.emit_call(Opcode::callproperty, "replace", 2);
}

// Assigns to the field of an object whose name is an argument.
void Calls::set_field(TokenRange object, TokenRange name, TokenRange value) {
  values_.value_of(object);
  Operand target;
  target.kind = Operand::Kind::Item;
  if (const Token& word = tokens_[name.begin]; name.end == name.begin + 1 && word.kind == TokenKind::Text)
    target = access_.member_by_name(tokens_[object.begin].is("this") ? class_ : nullptr, word.text);
  else
    values_.value_of(name);
  values_.value_of(value);
  access_.store(target, false);
  code_.push_unknown();
}

std::optional<Operand> Calls::call_of_library(std::string_view object, std::string_view method, TokenNumber end) {
  const std::vector<TokenRange> all = argument_ranges(cursor_.at);
  const TokenNumber close = close_of(cursor_.at, end);
  const auto is = [&](std::string_view of, std::string_view name, std::size_t count) {
    return object == of && method == name && all.size() == count;
  };
  Type type{"String"};
  if (is("StringTools", "replace", 3)) {
    replace_everywhere(all[0], all[1], all[2]);
  } else if (is("StringTools", "trim", 1)) {
    values_.value_of(all[0]);
  } else if (is("Std", "string", 1)) {
    // An addition converts a value to a text.
    emit(Opcode::pushstring, {0});
    values_.value_of(all[0]);
    emit(Opcode::add);
  } else if (is("Std", "int", 1) || is("Std", "parseInt", 1)) {
    values_.value_of(all[0]);
    emit(Opcode::convert_i);
    type = {"Int"};
  } else if (is("Reflect", "setField", 3) || is("Reflect", "setProperty", 3)) {
    set_field(all[0], all[1], all[2]);
    type = {};
  } else {
    return std::nullopt;
  }
  go_after(close, end);
  return pushed(type);
}

// Compiles a conversion such as `int(x)` or `Type(x)`, whose parenthesis begins here.
Operand Calls::conversion(std::string_view type, TokenNumber end) {
  const std::uint32_t count = arguments(end);
  const bool makes_list = type == "Array" && count != 1;
  if (makes_list)
    emit(Opcode::newarray, {count});
  else if (count == 0)
    code_.push_unknown();
  if (!makes_list)
    for (std::uint32_t i = 1; i < count; ++i) emit(Opcode::pop);
  if (type == "int" || type == "uint") emit(Opcode::convert_i);
  if (type == "Boolean") emit(Opcode::convert_b);
  if (type == "String") emit(Opcode::convert_s);
  return pushed(movie_.type_of(function_.file, type));
}

// Compiles a call that is replaced by what it does. Returns nullopt for other calls.
std::optional<Operand> Calls::known_call(const Operand& callee, TokenNumber end) {
  const bool is_name = callee.kind == Operand::Kind::Name;
  if ((callee.kind == Operand::Kind::Class && callee.word != "Class") ||
      (is_name && (callee.word == "int" || callee.word == "uint")))
    return conversion(callee.word, end);
  const TokenNumber close = close_of(cursor_.at, end);
  const bool is_empty = close == cursor_.at + 1;
  const bool keeps = callee.kind == Operand::Kind::Member && is_empty &&
                     (callee.word == "trim" || callee.word == "text" || callee.word == "valueOf") &&
                     callee.member == nullptr && !movie_.has_method(callee.word);
  if (keeps) {  // the object is the result
    go_after(close, end);
    return pushed({"String"});
  }
  return std::nullopt;
}

// Returns the body of a method of this class that only changes flags, so that its statements can stand in the place of
// a call; nullptr for other methods.
const Function* Calls::flag_setter(const Operand& callee) const {
  const bool is_own = callee.is_own && callee.kind == Operand::Kind::Member && callee.member != nullptr &&
                      class_ != nullptr && callee.member->in_class == class_->index && !callee.member->is_variable;
  if (!is_own || is_inlined_ || movie_.is_overridden(callee.word)) return nullptr;
  const Function* const found = callee.member->function;
  constexpr TokenNumber max_tokens = 64;
  if (found == nullptr || !found->has_body || found->is_expression || !found->parameters.empty() ||
      found->body.end - found->body.begin > max_tokens)
    return nullptr;
  for (TokenNumber i = found->body.begin; i < found->body.end; ++i) {
    const Token& token = tokens_[i];
    constexpr std::array<std::string_view, 9> others{"return", "function", "for", "while", "do",
                                                     "try",    "var",      "(",   "["};
    if (token.kind == TokenKind::Text || std::find(others.begin(), others.end(), token.text) != others.end() ||
        token.arm != tokens_[found->body.begin - 1].arm)
      return nullptr;
    if (!is_assignment(token)) continue;
    const MemberInfo* const member = movie_.find_member(*class_, tokens_[i - 1].text);
    if (member == nullptr || !member->is_variable || !Type{member->type}.is_boolean()) return nullptr;
  }
  return found;
}

// Compiles the statements of a method in the place of a call without arguments.
Operand Calls::inlined_call(const Function& function, TokenNumber end) {
  emit(Opcode::pop);
  const TokenNumber close = close_of(cursor_.at, end);
  const std::uint32_t arm = std::exchange(cursor_.arm, tokens_[function.body.begin - 1].arm);
  is_inlined_ = true;
  variables_.hide([&] { inside_.statements(function.body); });
  is_inlined_ = false;
  cursor_.arm = arm;
  go_after(close, end);
  emit(Opcode::pushnull);
  return pushed();
}

// Returns true if `this` is one of the arguments that were read.
bool Calls::passes_this(TokenNumber open) const {
  for (TokenNumber i = open; i < cursor_.at; ++i)
    if (tokens_[i].is("this") && (tokens_[i + 1].is(",") || tokens_[i + 1].is(")"))) return true;
  return false;
}

Operand Calls::call(Operand callee, TokenNumber end) {
  if (std::optional<Operand> known = known_call(callee, end)) return *known;
  if (const Function* const function = flag_setter(callee);
      function != nullptr && close_of(cursor_.at, end) == cursor_.at + 1)
    return inlined_call(*function, end);
  constexpr std::array<std::string_view, 5> tweens{"to", "from", "fromTo", "tween", "animate"};
  const bool is_tween = std::find(tweens.begin(), tweens.end(), callee.word) != tweens.end();
  std::uint32_t name = callee.name;
  std::string_view called = callee.word;
  Opcode code = Opcode::callproperty;
  switch (callee.kind) {
    case Operand::Kind::Super:
      if (callee.word.empty()) return constructor_of_base(end);
      code_.get_local(0);
      code = Opcode::callsuper;
      break;
    case Operand::Kind::Name: code_.emit_name(Opcode::findpropstrict, name); break;
    case Operand::Kind::Member:
      if (callee.member != nullptr && callee.member->is_variable) called = {};
      break;
    case Operand::Kind::Item:
      emit(Opcode::callproperty, {movie_.item_name(), arguments(end)});
      access_.note_unknown_call();
      return pushed();
    case Operand::Kind::Variable:
      // A function in a variable is called by a name of its own.
      name = callee.variable.name != 0 ? callee.variable.name : movie_.own_string(callee.word);
      if (callee.variable.kind == Variable::Kind::Function) {
        code_.get_local(0);
      } else {
        called = {};
        access_.load(callee);
      }
      break;
    case Operand::Kind::Value:
    case Operand::Kind::Literal:
    case Operand::Kind::Class:
      emit(Opcode::pushnull);
      emit(Opcode::call, {arguments(end)});
      access_.note_unknown_call();
      return pushed();
  }
  const TokenNumber open = cursor_.at;
  const std::uint32_t count = arguments(end, is_tween);
  const bool is_function = callee.kind == Operand::Kind::Variable && callee.variable.kind == Variable::Kind::Function;
  if (!is_function)
    access_.note_unknown_call(passes_this(open) && !movie_.has_method(called) ? std::string_view() : called);
  code_.emit_call_with_result(code, name, count);
  return pushed(type_of_result(callee));
}

Operand Calls::constructor_of_base(TokenNumber end) {
  code_.get_local(0);
  emit(Opcode::constructsuper, {arguments(end)});
  if (class_ == nullptr || (!class_->base && !class_->declaration->base.empty())) access_.note_unknown_call();
  code_.push_unknown();
  return pushed();
}

Type Calls::type_of_result(const Operand& callee) const {
  if (callee.member != nullptr)
    return callee.member->is_variable
               ? Type()
               : movie_.type_of(movie_.class_info(callee.member->in_class).file, callee.member->type);
  constexpr std::array<std::string_view, 9> of_texts{"join",    "toString", "replace",     "substr", "substring",
                                                     "toFixed", "charAt",   "toLowerCase", "concat"};
  if (std::find(of_texts.begin(), of_texts.end(), callee.word) == of_texts.end()) return {};
  return {callee.word == "concat" && callee.type.is_list() ? "Array" : "String"};
}

Operand Calls::new_value(TokenNumber end) {
  // `new <String>[…]`
  if (at("<", end)) {
    while (cursor_.at < end && !at("[", end)) ++cursor_.at;
    return at("[", end) ? values_.list_literal(end) : failed();
  }
  if (at("(", end)) {
    const TokenNumber close = close_of(cursor_.at, end);
    values_.value_of({cursor_.at + 1, close});
    go_after(close, end);
    if (at("(", end)) emit(Opcode::construct, {arguments(end)});
    access_.note_unknown_call();
    return pushed();
  }
  std::string_view name;
  while (is_word(cursor_.at, end) && (name.empty() || tokens_[cursor_.at - 1].is("."))) {
    name = token().text;
    ++cursor_.at;
    if (at(".", end)) ++cursor_.at;
  }
  if (name.empty()) return failed();
  if (at(".<", end) || at("<", end)) {
    const TokenNumber begin = cursor_.at;
    cursor_.at = after_arguments_of_type(tokens_, begin, end);
    if (cursor_.at == begin) fail();
  }
  const std::vector<TokenRange> all = at("(", end) ? argument_ranges(cursor_.at) : std::vector<TokenRange>();
  const bool has_text = !all.empty() && tokens_[all[0].begin].kind == TokenKind::Text;
  if (name == "Array" && (all.size() > 1 || has_text)) {
    emit(Opcode::newarray, {arguments(end)});
    return pushed({"Array"});
  }
  if (name == "XML" && all.size() == 1) {
    arguments(end);
    return pushed({"XML"});
  }
  if (const Variable* const variable = variables_.find(name)) {
    variables_.load(*variable);
    emit(Opcode::construct, {at("(", end) ? arguments(end) : 0});
    access_.note_unknown_call();
    return pushed();
  }
  const ClassInfo* const of = movie_.find_class(function_.file, name);
  const std::uint32_t string = of != nullptr ? of->name : movie_.string(name);
  code_.emit_name(Opcode::findpropstrict, string);
  const TokenNumber open = cursor_.at;
  code_.emit_call(Opcode::constructprop, string, at("(", end) ? arguments(end) : 0);
  if (of == nullptr && passes_this(open)) access_.note_unknown_call();
  return pushed(movie_.type_of(function_.file, name));
}

}  // namespace agal::source_code
