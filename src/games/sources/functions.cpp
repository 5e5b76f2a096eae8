// Compiles functions: their parameters, their variables, and the functions inside them.
#include <algorithm>
#include <array>
#include <charconv>

#include "sources/compiler.hpp"

namespace agal::source_code {
namespace {

constexpr std::uint32_t max_registers = 200, max_parameters = 64;

}  // namespace

Compiler::Compiler(Movie& movie, std::uint32_t file, const ClassInfo* in_class, Compiler* outer)
    : movie_(movie),
      file_(file),
      source_(movie.files()[file]),
      tokens_(source_.list.tokens),
      class_(in_class),
      outer_(outer),
      depth_(outer != nullptr ? outer->depth_ + 1 : 0) {
  if (outer != nullptr) is_static_ = outer->is_static_;
  scopes_.emplace_back();
}

// Returns the range of the function that begins at a token: `function …`, or `(…) -> …` and `name -> …` in Haxe.
TokenRange Compiler::nested_function(TokenNumber at, TokenNumber end) const {
  if (tokens_[at].is("function") && tokens_[at].kind == TokenKind::Word)
    return {at, std::max(at + 1, read_function(tokens_, at, end).end)};
  if (!is_haxe()) return {};
  TokenNumber arrow = at + 1;
  if (tokens_[at].is("(")) arrow = std::min(tokens_[at].partner + 1, end);
  const bool is_list = tokens_[at].is("(") || tokens_[at].kind == TokenKind::Word;
  if (!is_list || arrow >= end || !tokens_[arrow].is("->")) return {};
  return {at, std::max(arrow + 1, end_of_expression(tokens_, arrow + 1, end))};
}

void Compiler::note_usage(TokenNumber at, bool inside) {
  const Token& token = tokens_[at];
  if (token.kind != TokenKind::Word || (at > 0 && tokens_[at - 1].is("."))) return;
  const Token& next = tokens_[at + 1];
  const bool assigns = is_assignment(next) && !next.is("==");
  const bool counts =
      next.is("++") || next.is("--") || (at > 0 && (tokens_[at - 1].is("++") || tokens_[at - 1].is("--")));
  const bool declares = at > 0 && (is_declaring(tokens_[at - 1]) || (next.is(":") && !tokens_[at - 1].is("?")));
  const bool in_loop = next.is("in") && at > 0 && !is_declaring(tokens_[at - 1]);
  Usage& usage = usage_[token.text];
  if (inside) usage.is_captured = true;
  if ((assigns && !declares) || counts || in_loop) ++usage.assigned;
  if (inside && ((assigns && !declares) || counts || in_loop)) usage.is_assigned_inside = true;
  // Only a whole statement assigns without using the value.
  if ((!assigns && !declares) || counts || in_loop) usage.is_read = true;
}

// Finds out how a function uses names: whether it reads them, and whether functions inside it use them.
void Compiler::find_usage(TokenRange range) {
  TokenNumber inside_until = 0;
  for (TokenNumber at = range.begin; at < range.end; ++at) {
    if (at >= inside_until)
      if (const TokenRange nested = nested_function(at, range.end); !nested.empty()) inside_until = nested.end;
    note_usage(at, at < inside_until);
  }
}

// Declares the functions inside a function that have names, because code may call them before their declarations.
void Compiler::declare_functions(TokenRange range) {
  for (TokenNumber at = range.begin; at < range.end;) {
    const TokenRange nested = nested_function(at, range.end);
    const bool named = tokens_[at].is("function") && tokens_[at + 1].kind == TokenKind::Word;
    if (!nested.empty() && named && !is_haxe() && usage_[tokens_[at + 1].text].assigned == 0) {
      Variable variable;
      variable.kind = Variable::Kind::Function;
      variable.name = movie_.own_string(tokens_[at + 1].text);
      scopes_.back().insert_or_assign(tokens_[at + 1].text, variable);
    }
    at = nested.empty() ? at + 1 : nested.end;
  }
}

Variable& Compiler::declare(std::string_view name, Type type) {
  std::unordered_map<std::string_view, Variable>& scope = is_haxe() ? scopes_.back() : scopes_.front();
  if (const auto known = scope.find(name); known != scope.end() && !is_haxe()) return known->second;
  Variable variable;
  variable.type = type;
  const Usage usage = usage_[name];
  if (usage.is_captured || !usage.is_read || registers_ >= max_registers) {
    variable.kind = usage.is_assigned_inside ? Variable::Kind::Open : Variable::Kind::Slot;
    variable.number = movie_.next_slot();
    variable.name = movie_.own_string(name);
  } else {
    variable.number = new_register();
    unnamed_.emplace(variable.number, movie_.string(name));
  }
  return scope.insert_or_assign(name, variable).first->second;
}

Variable* Compiler::find_local(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto row = scope->find(name); row != scope->end()) return &row->second;
  return nullptr;
}

const Variable* Compiler::find_variable(std::string_view name) {
  for (Compiler* one = this; one != nullptr; one = one->outer_)
    if (const Variable* const found = one->find_local(name)) {
      // The registers of an outer function cannot be read.
      return one == this || found->kind != Variable::Kind::Register ? found : nullptr;
    }
  return nullptr;
}

// Returns a default that is a literal.
avm2::Constant Compiler::constant_of(TokenRange range) {
  using Kind = avm2::Constant::Kind;
  const bool negative = !range.empty() && tokens_[range.begin].is("-");
  if (negative) ++range.begin;
  if (range.end != range.begin + 1) return {Kind::Other, 0};
  const Token& token = tokens_[range.begin];
  if (token.kind == TokenKind::Text)
    return {Kind::String, movie_.string_of({std::string(token.text), {{file_, range.begin}}})};
  if (token.is("null") || token.is("undefined")) return {Kind::Null, 0};
  if (token.is("true") || token.is("false")) return {token.is("true") ? Kind::True : Kind::False, 0};
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
  if (token.kind != TokenKind::Number || error != std::errc() || end != token.text.data() + token.text.size())
    return {Kind::Other, 0};
  return {Kind::Integer, static_cast<std::uint32_t>(negative ? -number : number)};
}

void Compiler::add_parameters(const Function& function, avm2::Method& method) {
  for (const Parameter& parameter : function.parameters) {
    if (parameter.is_rest) {
      method.has_rest = true;
      break;
    }
    if (method.parameters >= max_parameters) break;
    ++method.parameters;
    method.parameter_types.push_back(Type{parameter.type}.kind());
    const bool optional = !parameter.initializer.empty() || parameter.is_optional;
    if (!optional && !method.defaults.empty()) method.defaults.clear();
    if (optional)
      method.defaults.push_back(parameter.initializer.empty() ? avm2::Constant{avm2::Constant::Kind::Null, 0}
                                                              : constant_of(parameter.initializer));
  }
  method.arguments.min = method.parameters - static_cast<std::uint32_t>(method.defaults.size());
  method.arguments.max = method.has_rest ? avm2::Arity::any : method.parameters;
}

void Compiler::reserve_parameters(const Function& function) {
  const std::size_t count = std::min<std::size_t>(function.parameters.size(), max_parameters);
  registers_ = std::max(registers_, static_cast<std::uint32_t>(count) + 1);
}

void Compiler::declare_parameters(const Function& function) {
  reserve_parameters(function);
  std::uint32_t number = 1;
  for (const Parameter& parameter : function.parameters) {
    if (number > max_parameters) break;
    Variable variable;
    variable.type = movie_.type_of(file_, parameter.name.empty() ? parameter.name : parameter.type);
    variable.number = number++;
    code_.name_local(variable.number, movie_.string(parameter.name));
    const Usage usage = usage_[parameter.name];
    if (usage.is_captured) {
      get_local(variable.number);
      variable.kind = usage.is_assigned_inside ? Variable::Kind::Open : Variable::Kind::Slot;
      variable.number = movie_.next_slot();
      variable.name = movie_.own_string(parameter.name);
      store_variable(variable);
    }
    scopes_.front().insert_or_assign(parameter.name, variable);
  }
}

void Compiler::initialize(const MemberInfo& member, TokenRange initializer) {
  find_usage(initializer);
  arm_ = tokens_[initializer.begin].arm;
  // The search for values of members only runs code that pushes a string.
  emit(Opcode::pushstring, {0});
  emit(Opcode::pop);
  if (member.is_static)
    emit_name(Opcode::getlex, class_->name);
  else
    get_local(0);
  value_of(initializer);
  if (has_markup(initializer)) movie_.note_data(member.name);
  emit_name(Opcode::initproperty, member.name);
}

bool Compiler::has_markup(TokenRange range) const {
  const Token* const begin = tokens_.data();
  return std::any_of(begin + range.begin, begin + range.end, [](const Token& token) { return token.is_markup; });
}

void Compiler::run(TokenRange range) {
  find_usage(range);
  declare_functions(range);
  at_ = range.begin;
  arm_ = range.begin > 0 ? tokens_[range.begin - 1].arm : 0;
  statements(range.end);
}

void Compiler::add_body(const Function& function) {
  find_usage(function.body);
  declare_parameters(function);
  declare_functions(function.body);
  at_ = function.body.begin;
  arm_ = tokens_[at_ - 1].arm;
  if (!function.is_expression) return statements(function.body.end);
  const Token& first = tokens_[at_];
  if (!is_haxe() || first.is("return") || first.is("throw")) return statements(function.body.end);
  const std::uint32_t result = new_register();
  push_unknown();
  set_local(result);
  statement_with_value(function.body.end, result);
  get_local(result);
  emit(Opcode::returnvalue);
}

void Compiler::add_constructor(const Function& function, avm2::Method& method) {
  add_parameters(function, method);
  add_body(function);
}

std::uint32_t Compiler::finish(avm2::Method method) {
  emit(Opcode::returnvoid);
  if (class_ != nullptr) method.class_name = class_->multiname;
  method.is_static = is_static_;
  const std::uint32_t number = movie_.add_method(std::move(method));
  movie_.set_body(number, file_, code_.take());
  return number;
}

std::uint32_t Compiler::compile(const Function& function, std::uint32_t name) {
  avm2::Method method;
  method.name = name;
  method.is_getter = function.kind == Function::Kind::Getter;
  method.is_override = function.modifiers.is_override;
  if (outer_ == nullptr) is_static_ = function.modifiers.is_static;
  add_parameters(function, method);
  add_body(function);
  return finish(std::move(method));
}

// Makes a function inside this one, and pushes it.
void Compiler::push_function(const Function& function, std::uint32_t name) {
  if (depth_ >= max_depth) return fail();
  Compiler inner(movie_, file_, class_, this);
  const std::uint32_t number = inner.compile(function, name);
  if (name != 0) movie_.note_method_name(name, number);
  emit(Opcode::newfunction, {number});
}

}  // namespace agal::source_code
