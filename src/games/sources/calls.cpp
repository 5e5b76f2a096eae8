// Compiles calls. Some functions of libraries are replaced by what they do.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "avm2/effects.hpp"
#include "sources/compiler.hpp"
#include "sources/known_methods.hpp"

namespace agal::source_code {
namespace {

// Methods of usual libraries, and of assemblers, that change no fields of the program.
constexpr std::array<std::string_view, 34> library_methods{"assert",
                                                           "contains",
                                                           "createAgalProgram",
                                                           "debug",
                                                           "endsWith",
                                                           "error",
                                                           "exec",
                                                           "exists",
                                                           "format",
                                                           "formatString",
                                                           "fromSource",
                                                           "get",
                                                           "hasNext",
                                                           "info",
                                                           "is",
                                                           "isOfType",
                                                           "iterator",
                                                           "length",
                                                           "name",
                                                           "next",
                                                           "now",
                                                           "parse",
                                                           "print",
                                                           "println",
                                                           "registerProgramFromSource",
                                                           "remove",
                                                           "set",
                                                           "sprintf",
                                                           "startsWith",
                                                           "stringify",
                                                           "substitute",
                                                           "trim",
                                                           "warn",
                                                           "create"};

}  // namespace

bool is_known_method(std::string_view name) {
  static const std::unordered_set<std::string_view> known = [] {
    std::unordered_set<std::string_view> names(library_methods.begin(), library_methods.end());
    for (avm2::PlayerMethods row : avm2::player_methods)
      while (!row.calls && !row.names.empty()) {
        const std::size_t end = std::min(row.names.find(' '), row.names.size());
        names.insert(row.names.substr(0, end));
        row.names.remove_prefix(std::min(end + 1, row.names.size()));
      }
    return names;
  }();
  return name.starts_with("assemble") || known.contains(name);
}

// Calls a method of the movie that has no arguments and no result.
void Compiler::call_own(std::uint32_t name) {
  if (name == 0) return;
  get_local(0);
  emit_call(Opcode::callpropvoid, name, 0);
}

// Notes the call of a method. A method that the movie does not have may change any field, unless it is known.
void Compiler::note_unknown_call(std::string_view name) {
  if (name.empty() || (!movie_.has_method(name) && !is_known_method(name))) call_own(movie_.abc().unknown_call);
}

std::vector<TokenRange> Compiler::argument_ranges(TokenNumber open) const {
  std::vector<TokenRange> ranges;
  const TokenNumber close = tokens_[open].partner;
  for (TokenNumber at = open + 1; at < close;) {
    const TokenNumber end = end_of_expression(tokens_, at, close);
    ranges.push_back({at, end});
    at = end + 1;
  }
  return ranges;
}

void Compiler::argument(TokenRange range) { value_of(range); }

// Pushes the arguments in the parentheses that begin here, and returns their number.
std::uint32_t Compiler::arguments(TokenNumber end, bool is_tween) {
  const TokenNumber close = close_of(at_, end);
  std::uint32_t count = 0;
  for (TokenNumber at = at_ + 1; at < close; ++count) {
    TokenNumber to = end_of_expression(tokens_, at, close);
    if (is_haxe() && to < close && !tokens_[to].is(",")) to = close;
    if (is_tween && tokens_[at].is("{")) {
      at_ = at;
      object_literal(close, true);
      if (failed_) return count;
    } else {
      value_of({at, to});
    }
    at = to + 1;
  }
  at_ = std::min(close + 1, end);
  return count;
}

// Pushes `text` with all parts replaced.
void Compiler::replace_everywhere(TokenRange text, TokenRange part, TokenRange by) {
  value_of(text);
  const bool literal = part.end == part.begin + 1 && tokens_[part.begin].kind == TokenKind::Text;
  if (!literal) {
    value_of(part);
    emit_call(Opcode::callproperty, movie_.string("split"), 1);
    value_of(by);
    emit_call(Opcode::callproperty, movie_.string("join"), 1);
    return;
  }
  std::string pattern;
  for (const char c : tokens_[part.begin].text) {
    constexpr std::string_view special = "\\.*+?()[]{}|^$/";
    if (special.find(c) != special.npos) pattern += '\\';
    pattern += c;
  }
  emit_name(Opcode::getlex, movie_.string("RegExp"));
  emit(Opcode::pushstring, {movie_.made_string(std::move(pattern))});
  emit(Opcode::pushstring, {movie_.string("g")});
  emit(Opcode::construct, {2});
  value_of(by);
  emit_call(Opcode::callproperty, movie_.string("replace"), 2);
}

// Compiles the call of a static method of Haxe's library. Returns nullopt for other methods.
std::optional<Operand> Compiler::call_of_library(std::string_view object, std::string_view method, TokenNumber end) {
  const std::vector<TokenRange> all = argument_ranges(at_);
  const TokenNumber after = std::min(close_of(at_, end) + 1, end);
  const auto is = [&](std::string_view of, std::string_view name, std::size_t count) {
    return object == of && method == name && all.size() == count;
  };
  Operand out = value({"String"});
  if (is("StringTools", "replace", 3)) {
    replace_everywhere(all[0], all[1], all[2]);
  } else if (is("StringTools", "trim", 1)) {
    value_of(all[0]);
  } else if (is("Std", "string", 1)) {
    // An addition converts a value to a text.
    emit(Opcode::pushstring, {0});
    value_of(all[0]);
    emit(Opcode::add);
  } else if (is("Std", "int", 1) || is("Std", "parseInt", 1)) {
    value_of(all[0]);
    emit(Opcode::convert_i);
    out.type.name = "Int";
  } else if (is("Reflect", "setField", 3) || is("Reflect", "setProperty", 3)) {
    Operand target;
    value_of(all[0]);
    const bool is_own = tokens_[all[0].begin].is("this") && class_ != nullptr;
    const bool known = all[1].end == all[1].begin + 1 && tokens_[all[1].begin].kind == TokenKind::Text;
    target.kind = known ? Operand::Kind::Member : Operand::Kind::Item;
    if (known) {
      target.word = tokens_[all[1].begin].text;
      target.member = is_own ? movie_.find_member(*class_, target.word) : nullptr;
      target.name = target.member != nullptr ? target.member->name : movie_.string(target.word);
    } else {
      value_of(all[1]);
    }
    value_of(all[2]);
    store(target, false);
    push_unknown();
    out = value();
  } else {
    return std::nullopt;
  }
  at_ = after;
  return out;
}

// Compiles a conversion such as `int(x)` or `Type(x)`, whose parenthesis begins here.
Operand Compiler::conversion(std::string_view type, TokenNumber end) {
  const std::uint32_t count = arguments(end);
  const bool makes_list = type == "Array" && count != 1;
  if (makes_list)
    emit(Opcode::newarray, {count});
  else if (count == 0)
    push_unknown();
  if (!makes_list)
    for (std::uint32_t i = 1; i < count; ++i) emit(Opcode::pop);
  if (type == "int" || type == "uint") emit(Opcode::convert_i);
  if (type == "Boolean") emit(Opcode::convert_b);
  if (type == "String") emit(Opcode::convert_s);
  return value(movie_.type_of(file_, type));
}

// Compiles a call that is replaced by what it does. Returns nullopt for other calls.
std::optional<Operand> Compiler::known_call(const Operand& callee, TokenNumber end) {
  const bool is_name = callee.kind == Operand::Kind::Name;
  if ((callee.kind == Operand::Kind::Class && callee.word != "Class") ||
      (is_name && (callee.word == "int" || callee.word == "uint")))
    return conversion(callee.word, end);
  const TokenNumber close = close_of(at_, end);
  const bool is_empty = close == at_ + 1;
  const bool keeps = callee.kind == Operand::Kind::Member && is_empty &&
                     (callee.word == "trim" || callee.word == "text" || callee.word == "valueOf") &&
                     callee.member == nullptr && !movie_.has_method(callee.word);
  if (keeps) {  // the object is the result
    at_ = std::min(close + 1, end);
    return value({"String"});
  }
  return std::nullopt;
}

// Returns the body of a method of this class that only changes flags, so that its statements can stand in the place of
// a call; nullptr for other methods.
const Function* Compiler::flag_setter(const Operand& callee) const {
  const bool is_own = callee.is_own && callee.kind == Operand::Kind::Member && callee.member != nullptr &&
                      class_ != nullptr && callee.member->in_class == class_->index && !callee.member->is_variable;
  if (!is_own || inlined_ > 0 || movie_.is_overridden(callee.word)) return nullptr;
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
Operand Compiler::inlined_call(const Function& function, TokenNumber end) {
  emit(Opcode::pop);
  const TokenNumber after = std::min(close_of(at_, end) + 1, end);
  std::vector<std::unordered_map<std::string_view, Variable>> scopes(1);
  scopes.swap(scopes_);
  Compiler* const outer = std::exchange(outer_, nullptr);
  const std::uint32_t arm = std::exchange(arm_, tokens_[function.body.begin - 1].arm);
  ++inlined_;
  at_ = function.body.begin;
  statements(function.body.end);
  --inlined_;
  arm_ = arm;
  outer_ = outer;
  scopes.swap(scopes_);
  at_ = after;
  emit(Opcode::pushnull);
  return value();
}

Operand Compiler::call(Operand callee, TokenNumber end) {
  if (std::optional<Operand> known = known_call(callee, end)) return *known;
  if (const Function* const function = flag_setter(callee); function != nullptr && close_of(at_, end) == at_ + 1)
    return inlined_call(*function, end);
  constexpr std::array<std::string_view, 5> tweens{"to", "from", "fromTo", "tween", "animate"};
  const bool is_tween = std::find(tweens.begin(), tweens.end(), callee.word) != tweens.end();
  std::uint32_t name = callee.name;
  std::string_view called = callee.word;
  Opcode code = Opcode::callproperty;
  switch (callee.kind) {
    case Operand::Kind::Super:
      if (callee.word.empty()) return constructor_of_base(end);
      get_local(0);
      code = Opcode::callsuper;
      break;
    case Operand::Kind::Name: emit_name(Opcode::findpropstrict, name); break;
    case Operand::Kind::Member:
      if (callee.member != nullptr && callee.member->is_variable) called = {};
      break;
    case Operand::Kind::Item:
      emit(Opcode::callproperty, {movie_.item_name(), arguments(end)});
      note_unknown_call({});
      return value();
    case Operand::Kind::Variable:
      // A function in a variable is called by a name of its own.
      name = callee.variable.name != 0 ? callee.variable.name : movie_.own_string(callee.word);
      if (callee.variable.kind == Variable::Kind::Function) {
        get_local(0);
      } else {
        called = {};
        load(callee);
      }
      break;
    case Operand::Kind::Value:
    case Operand::Kind::Literal:
    case Operand::Kind::Class:
      emit(Opcode::pushnull);
      emit(Opcode::call, {arguments(end)});
      note_unknown_call({});
      return value();
  }
  const TokenNumber open = at_;
  const std::uint32_t count = arguments(end, is_tween);
  const bool is_function = callee.kind == Operand::Kind::Variable && callee.variable.kind == Variable::Kind::Function;
  bool passes_this = false;
  for (TokenNumber i = open; i < at_; ++i)
    passes_this = passes_this || (tokens_[i].is("this") && (tokens_[i + 1].is(",") || tokens_[i + 1].is(")")));
  if (!is_function) note_unknown_call(passes_this && !movie_.has_method(called) ? std::string_view() : called);
  last_call_ = code_.position();
  emit_call(code, name, count);
  after_last_call_ = code_.position();
  return value(type_of_result(callee));
}

Operand Compiler::constructor_of_base(TokenNumber end) {
  get_local(0);
  emit(Opcode::constructsuper, {arguments(end)});
  if (class_ == nullptr || (!class_->base && !class_->declaration->base.empty())) note_unknown_call({});
  push_unknown();
  return value();
}

Type Compiler::type_of_result(const Operand& callee) const {
  if (callee.member != nullptr)
    return callee.member->is_variable
               ? Type()
               : movie_.type_of(movie_.class_info(callee.member->in_class).file, callee.member->type);
  constexpr std::array<std::string_view, 9> of_texts{"join",    "toString", "replace",     "substr", "substring",
                                                     "toFixed", "charAt",   "toLowerCase", "concat"};
  if (std::find(of_texts.begin(), of_texts.end(), callee.word) == of_texts.end()) return {};
  return {callee.word == "concat" && callee.type.is_list() ? "Array" : "String"};
}

// Compiles `new Class(…)`. The word `new` was read.
Operand Compiler::new_value(TokenNumber end) {
  // `new <String>[…]`
  if (at("<", end)) {
    while (at_ < end && !at("[", end)) ++at_;
    return at("[", end) ? list_literal(end) : (fail(), value());
  }
  if (at("(", end)) {
    const TokenNumber close = close_of(at_, end);
    value_of({at_ + 1, close});
    at_ = std::min(close + 1, end);
    if (at("(", end)) emit(Opcode::construct, {arguments(end)});
    note_unknown_call({});
    return value();
  }
  std::string_view name;
  while (is_word(at_, end) && (name.empty() || tokens_[at_ - 1].is("."))) {
    name = token().text;
    ++at_;
    if (at(".", end)) ++at_;
  }
  if (name.empty()) {
    fail();
    return value();
  }
  if (at(".<", end) || at("<", end)) {
    const TokenNumber begin = at_;
    at_ = after_arguments_of_type(tokens_, begin, end);
    if (at_ == begin) fail();
  }
  const bool is_list = name == "Array" || name == "Vector";
  const std::vector<TokenRange> all = at("(", end) ? argument_ranges(at_) : std::vector<TokenRange>();
  const bool has_text = !all.empty() && tokens_[all[0].begin].kind == TokenKind::Text;
  if (is_list && name == "Array" && (all.size() > 1 || has_text)) {
    emit(Opcode::newarray, {arguments(end)});
    return value({"Array"});
  }
  if (name == "XML" && all.size() == 1) {
    arguments(end);
    return value({"XML"});
  }
  const Variable* const variable = find_variable(name);
  const ClassInfo* const of = variable == nullptr ? movie_.find_class(file_, name) : nullptr;
  const std::uint32_t string = of != nullptr ? of->name : movie_.string(name);
  Operand in_variable;
  if (variable != nullptr) {
    in_variable.kind = Operand::Kind::Variable;
    in_variable.variable = *variable;
    load(in_variable);
    emit(Opcode::construct, {at("(", end) ? arguments(end) : 0});
    note_unknown_call({});
    return value();
  }
  emit_name(Opcode::findpropstrict, string);
  const TokenNumber open = at_;
  emit_call(Opcode::constructprop, string, at("(", end) ? arguments(end) : 0);
  for (TokenNumber i = open; i < at_; ++i)
    if (tokens_[i].is("this") && of == nullptr && (tokens_[i + 1].is(",") || tokens_[i + 1].is(")")))
      note_unknown_call({});
  return value(movie_.type_of(file_, name));
}

}  // namespace agal::source_code
