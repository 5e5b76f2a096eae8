#include "sources/variables.hpp"

#include <algorithm>

namespace agal::source_code {

// Returns the range of the function that begins at a token: `function …`, or `(…) -> …` and `name -> …` in Haxe.
TokenRange Variables::nested_function(TokenNumber at, TokenNumber end) const {
  if (tokens_[at].is("function") && tokens_[at].kind == TokenKind::Word)
    return {at, std::max(at + 1, read_function(tokens_, at, end).end)};
  if (!is_haxe()) return {};
  TokenNumber arrow = at + 1;
  if (tokens_[at].is("(")) arrow = std::min(tokens_[at].partner + 1, end);
  const bool is_list = tokens_[at].is("(") || tokens_[at].kind == TokenKind::Word;
  if (!is_list || arrow >= end || !tokens_[arrow].is("->")) return {};
  return {at, std::max(arrow + 1, end_of_expression(tokens_, arrow + 1, end))};
}

void Variables::note_usage(TokenNumber at, bool inside) {
  const Token& token = tokens_[at];
  if (token.kind != TokenKind::Word || (at > 0 && tokens_[at - 1].is("."))) return;
  const Token& next = tokens_[at + 1];
  const bool assigns = is_assignment(next);
  const bool declares = at > 0 && (is_declaring(tokens_[at - 1]) || (next.is(":") && !tokens_[at - 1].is("?")));
  const bool in_loop = next.is("in") && at > 0 && !is_declaring(tokens_[at - 1]);
  const bool changes = is_counted(tokens_, at) || in_loop;
  Usage& usage = usage_[token.text];
  usage.is_captured = usage.is_captured || inside;
  if ((assigns && !declares) || changes) {
    usage.is_assigned = true;
    usage.is_assigned_inside = usage.is_assigned_inside || inside;
  }
  // Only a whole statement assigns without using the value.
  if ((!assigns && !declares) || changes) usage.is_read = true;
}

void Variables::find_usage(TokenRange range) {
  TokenNumber inside_until = 0;
  for (TokenNumber at = range.begin; at < range.end; ++at) {
    if (at >= inside_until)
      if (const TokenRange nested = nested_function(at, range.end); !nested.empty()) inside_until = nested.end;
    note_usage(at, at < inside_until);
  }
}

void Variables::declare_functions(TokenRange range) {
  for (TokenNumber at = range.begin; at < range.end;) {
    const TokenRange nested = nested_function(at, range.end);
    const Token& name = tokens_[at + 1];
    const bool is_named = tokens_[at].is("function") && name.kind == TokenKind::Word;
    if (!nested.empty() && is_named && !is_haxe() && !is_assigned(name.text)) declare_function(name.text, false);
    at = nested.empty() ? at + 1 : nested.end;
  }
}

Variable Variables::declare_function(std::string_view name, bool by_var) {
  Variable variable;
  variable.kind = Variable::Kind::Function;
  variable.name = movie_.own_string(name);
  (by_var ? declaring_scope() : scopes_.back()).insert_or_assign(name, variable);
  return variable;
}

Variable Variables::declare(std::string_view name, Type type) {
  Scope& scope = declaring_scope();
  if (const auto known = scope.find(name); known != scope.end() && !is_haxe()) return known->second;
  Variable variable;
  variable.type = type;
  const Usage& usage = usage_[name];
  if (usage.is_captured || !usage.is_read || !code_.has_free_registers())
    place_in_slot(variable, name);
  else
    variable.number = code_.new_register(name);
  return scope.insert_or_assign(name, variable).first->second;
}

void Variables::place_in_slot(Variable& variable, std::string_view name) {
  variable.kind = usage_[name].is_assigned_inside ? Variable::Kind::Open : Variable::Kind::Slot;
  variable.number = movie_.next_slot();
  variable.name = movie_.own_string(name);
}

void Variables::declare_parameter(std::string_view name, Type type, std::uint32_t number) {
  Variable variable;
  variable.type = type;
  variable.number = number;
  code_.name_local(number, movie_.string(name));
  if (usage_[name].is_captured) {
    code_.get_local(number);
    place_in_slot(variable, name);
    store(variable);
  }
  scopes_.front().insert_or_assign(name, variable);
}

const Variable* Variables::find_local(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto row = scope->find(name); row != scope->end()) return &row->second;
  return nullptr;
}

const Variable* Variables::find(std::string_view name) const {
  for (const Variables* one = this; one != nullptr; one = one->outer_)
    if (const Variable* const found = one->find_local(name)) {
      // The registers of an outer function cannot be read.
      return one == this || found->kind != Variable::Kind::Register ? found : nullptr;
    }
  return nullptr;
}

void Variables::load(const Variable& variable) const {
  if (variable.kind == Variable::Kind::Register) {
    code_.get_local(variable.number);
  } else if (variable.kind == Variable::Kind::Slot) {
    code_.push_scope_object();
    code_.emit(Opcode::getslot, {variable.number});
  } else {
    code_.emit_name(Opcode::getlex, variable.name);
  }
}

void Variables::store(const Variable& variable) const {
  if (variable.kind == Variable::Kind::Register) {
    const avm2::TypeKind kind = variable.type.kind();
    if (kind != avm2::TypeKind::Any) code_.emit_name(Opcode::coerce, kind == avm2::TypeKind::List ? "Array" : "Number");
    return code_.set_variable(variable.number);
  }
  if (variable.kind == Variable::Kind::Function) return code_.emit(Opcode::pop);
  // A function inside this one may store another value.
  if (variable.kind == Variable::Kind::Open) {
    code_.push_unknown();
    code_.emit(Opcode::add);
  }
  code_.push_scope_object();
  code_.emit(Opcode::swap);
  code_.emit(Opcode::setslot, {variable.number});
}

}  // namespace agal::source_code
