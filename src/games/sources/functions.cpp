// Compiles functions: their parameters and their bodies, and the initial values of members.
#include <algorithm>
#include <charconv>
#include <utility>

#include "sources/compiler.hpp"

namespace agal::source_code {
namespace {

constexpr std::uint32_t max_parameters = 64;

}  // namespace

Compiler::Compiler(Movie& movie, std::uint32_t file, const ClassInfo* in_class, const Compiler* outer)
    : function_(movie, file, in_class, outer != nullptr ? &outer->function_ : nullptr),
      movie_(movie),
      tokens_(function_.source.list.tokens),
      expressions_(function_, *this),
      statements_(function_, expressions_, *this),
      is_inside_(outer != nullptr) {
  method_.is_static = outer != nullptr && outer->method_.is_static;
  if (in_class != nullptr) method_.class_name = in_class->multiname;
}

// Returns a default that is a literal.
avm2::Constant Compiler::constant_of(TokenRange range) {
  using Kind = avm2::Constant::Kind;
  const bool negative = !range.empty() && tokens_[range.begin].is("-");
  if (negative) ++range.begin;
  if (range.end != range.begin + 1) return {Kind::Other, 0};
  const Token& token = tokens_[range.begin];
  if (token.kind == TokenKind::Text)
    return {Kind::String, movie_.string_of({std::string(token.text), {{function_.file, range.begin}}})};
  if (token.is("null") || token.is("undefined")) return {Kind::Null, 0};
  if (token.is("true") || token.is("false")) return {token.is("true") ? Kind::True : Kind::False, 0};
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
  if (token.kind != TokenKind::Number || error != std::errc() || end != token.text.data() + token.text.size())
    return {Kind::Other, 0};
  return {Kind::Integer, static_cast<std::uint32_t>(negative ? -number : number)};
}

void Compiler::add_parameters(const Function& function) {
  for (const Parameter& parameter : function.parameters) {
    if (parameter.is_rest) {
      method_.has_rest = true;
      break;
    }
    if (method_.parameters >= max_parameters) break;
    ++method_.parameters;
    method_.parameter_types.push_back(Type{parameter.type}.kind());
    const bool optional = !parameter.initializer.empty() || parameter.is_optional;
    if (!optional && !method_.defaults.empty()) method_.defaults.clear();
    if (optional)
      method_.defaults.push_back(parameter.initializer.empty() ? avm2::Constant{avm2::Constant::Kind::Null, 0}
                                                               : constant_of(parameter.initializer));
  }
  method_.arguments.min = method_.parameters - static_cast<std::uint32_t>(method_.defaults.size());
  method_.arguments.max = method_.has_rest ? avm2::Arity::any : method_.parameters;
}

void Compiler::reserve_parameters(const Function& function) {
  function_.code.reserve_parameters(std::min<std::size_t>(function.parameters.size(), max_parameters));
}

void Compiler::declare_parameters(const Function& function) {
  reserve_parameters(function);
  std::uint32_t number = 1;
  for (const Parameter& parameter : function.parameters) {
    if (number > max_parameters) break;
    const Type type = movie_.type_of(function_.file, parameter.name.empty() ? parameter.name : parameter.type);
    function_.variables.declare_parameter(parameter.name, type, number++);
  }
}

void Compiler::initialize(const MemberInfo& member, TokenRange initializer) {
  CodeWriter& code = function_.code;
  function_.variables.find_usage(initializer);
  function_.cursor.arm = tokens_[initializer.begin].arm;
  // The search for values of members only runs code that pushes a string.
  code.emit(Opcode::pushstring, {0});
  code.emit(Opcode::pop);
  if (member.is_static)
    code.emit_name(Opcode::getlex, function_.in_class->name);
  else
    code.get_local(0);
  expressions_.value_of(initializer);
  if (expressions_.has_markup(initializer)) movie_.note_data(member.name);
  code.emit_name(Opcode::initproperty, member.name);
}

void Compiler::statements(TokenRange range) {
  function_.cursor.at = range.begin;
  statements_.statements(range.end);
}

void Compiler::run(TokenRange range) {
  function_.variables.find_usage(range);
  function_.variables.declare_functions(range);
  function_.cursor.arm = range.begin > 0 ? tokens_[range.begin - 1].arm : 0;
  statements(range);
}

void Compiler::add(const Function& function) {
  add_parameters(function);
  const TokenRange body = function.body;
  function_.variables.find_usage(body);
  declare_parameters(function);
  function_.variables.declare_functions(body);
  function_.cursor.arm = tokens_[body.begin - 1].arm;
  const Token& first = tokens_[body.begin];
  const bool is_haxe = function_.source.list.language == Language::Haxe;
  if (!function.is_expression || !is_haxe || first.is("return") || first.is("throw")) return statements(body);
  CodeWriter& code = function_.code;
  const std::uint32_t result = code.new_register();
  code.push_unknown();
  code.set_local(result);
  function_.cursor.at = body.begin;
  statements_.statement_with_value(body.end, result);
  code.get_local(result);
  code.emit(Opcode::returnvalue);
}

std::uint32_t Compiler::finish(std::uint32_t name) {
  function_.code.emit(Opcode::returnvoid);
  method_.name = name;
  const std::uint32_t number = movie_.add_method(std::move(method_));
  movie_.set_body(number, function_.file, function_.code.take());
  return number;
}

std::uint32_t Compiler::compile(const Function& function, std::uint32_t name) {
  method_.is_getter = function.kind == Function::Kind::Getter;
  method_.is_override = function.modifiers.is_override;
  if (!is_inside_) method_.is_static = function.modifiers.is_static;
  add(function);
  return finish(name);
}

void Compiler::push_function(const Function& function, std::uint32_t name) {
  if (function_.cursor.depth >= max_depth) {
    function_.cursor.failed = true;
    return;
  }
  const std::uint32_t number = Compiler(movie_, function_.file, function_.in_class, this).compile(function, name);
  if (name != 0) movie_.note_method_name(name, number);
  function_.code.emit(Opcode::newfunction, {number});
}

}  // namespace agal::source_code
