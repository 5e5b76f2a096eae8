#include "sources/access.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "sources/known_methods.hpp"

namespace agal::source_code {
namespace {

// Returns true for a word that assigns to its list, such as `push`.
bool changes_list(std::string_view word) {
  constexpr std::array<std::string_view, 9> words{"push",   "unshift", "pop",  "shift", "splice",
                                                  "insert", "reverse", "sort", "remove"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

Operand Access::make_literal(LiteralText text) {
  Operand out = pushed({"String"});
  out.kind = Operand::Kind::Literal;
  out.literal = literals_.size();
  literals_.push_back(std::move(text));
  return out;
}

// Returns a member unless it is a private member of another class.
const MemberInfo* Access::accessible(const MemberInfo* member) const {
  const bool is_hidden =
      member != nullptr && member->is_private && (class_ == nullptr || member->in_class != class_->index);
  return is_hidden ? nullptr : member;
}

Operand Access::own_member(const MemberInfo& member, std::string_view name, bool is_call) {
  Operand out;
  out.word = name;
  out.name = member.name;
  out.member = &member;
  out.is_own = true;
  const ClassInfo& declaring = movie_.class_info(member.in_class);
  out.type = movie_.type_of(declaring.file, member.type);
  out.kind = Operand::Kind::Member;
  if (member.is_static)
    code_.emit_name(Opcode::getlex, declaring.name);
  else if (is_call || member.has_getter)
    code_.get_local(0);
  else
    out.kind = Operand::Kind::Name;
  return out;
}

std::optional<Operand> Access::named(std::string_view name, bool is_call) {
  if (const Variable* const variable = variables_.find(name)) {
    Operand out;
    out.word = name;
    out.kind = Operand::Kind::Variable;
    out.variable = *variable;
    out.type = variable->type;
    return out;
  }
  const MemberInfo* member = class_ != nullptr ? accessible(movie_.find_member(*class_, name)) : nullptr;
  if (member != nullptr) return own_member(*member, name, is_call);
  const ClassInfo& script = movie_.script_of(file_);
  const auto row = script.members.find(name);
  return row != script.members.end() ? std::optional(own_member(row->second, name, is_call)) : std::nullopt;
}

Operand Access::member_by_name(const ClassInfo* of, std::string_view name) const {
  Operand out;
  out.kind = Operand::Kind::Member;
  out.word = name;
  out.member = of != nullptr ? movie_.find_member(*of, name) : nullptr;
  out.name = out.member != nullptr ? out.member->name : movie_.string(name);
  return out;
}

Operand Access::member(const ClassInfo* of, std::string_view name, bool is_own) const {
  const bool is_hidden = of != nullptr && accessible(movie_.find_member(*of, name)) == nullptr;
  Operand out = member_by_name(is_hidden ? nullptr : of, name);
  if (out.member != nullptr) out.type = movie_.type_of(movie_.class_info(out.member->in_class).file, out.member->type);
  out.is_own = is_own && out.member != nullptr;
  return out;
}

void Access::load(Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::Value: break;
    case Operand::Kind::Literal: code_.emit(Opcode::pushstring, {movie_.string_of(literal(operand))}); break;
    case Operand::Kind::Variable: variables_.load(operand.variable); break;
    case Operand::Kind::Name:
    case Operand::Kind::Class: code_.emit_name(Opcode::getlex, operand.name); break;
    case Operand::Kind::Member:
      if (operand.member != nullptr && operand.member->has_getter && operand.is_own) {  // a property of Haxe
        const std::string getter = "get_" + std::string(operand.word);
        const MemberInfo* const method = movie_.find_member(movie_.class_info(operand.member->in_class), getter);
        code_.emit_call(Opcode::callproperty, method != nullptr ? method->name : movie_.made_string(getter), 0);
        break;
      }
      code_.emit_name(Opcode::getproperty, operand.name);
      break;
    case Operand::Kind::Item: code_.emit(Opcode::getproperty, {movie_.item_name()}); break;
    case Operand::Kind::Super: code_.get_local(0); break;
  }
  operand.kind = Operand::Kind::Value;
}

void Access::keep_for_store(const Operand& operand) {
  if (operand.kind == Operand::Kind::Member) code_.emit(Opcode::dup);
  if (operand.kind == Operand::Kind::Item) {
    const std::uint32_t key = code_.new_register(), object = code_.new_register();
    code_.set_local(key);
    code_.set_local(object);
    for (int i = 0; i < 2; ++i) {
      code_.get_local(object);
      code_.get_local(key);
    }
  }
}

void Access::store(const Operand& operand, bool keeps_value) {
  std::uint32_t kept = 0;
  if (keeps_value) {
    kept = code_.new_register();
    code_.emit(Opcode::dup);
    code_.set_local(kept);
  }
  switch (operand.kind) {
    case Operand::Kind::Value:
    case Operand::Kind::Literal:
    case Operand::Kind::Super: break;
    case Operand::Kind::Variable: variables_.store(operand.variable); break;
    case Operand::Kind::Name:
    case Operand::Kind::Class:
      code_.emit_name(Opcode::findproperty, operand.name);
      code_.emit(Opcode::swap);
      code_.emit_name(Opcode::setproperty, operand.name);
      if (operand.member == nullptr) store_elsewhere(operand.word);
      break;
    case Operand::Kind::Member:
      if (operand.word == "length") {  // a list with another length has other items
        code_.emit(Opcode::pop);
        code_.emit_call(Opcode::callpropvoid, "splice", 0);
        break;
      }
      code_.emit_name(Opcode::setproperty, operand.name);
      if (operand.member == nullptr) store_elsewhere(operand.word);
      break;
    case Operand::Kind::Item:
      code_.emit(Opcode::setproperty, {movie_.item_name()});
      if (operand.is_own) break;
      movie_.note_item_assignment(file_);
      if (operand.type.may_have_members()) {
        movie_.note_any_assignment(class_, operand.type);
        code_.call_own(movie_.abc().unknown_call);
      }
      break;
  }
  if (keeps_value) code_.get_local(kept);
}

void Access::store_elsewhere(std::string_view name) {
  code_.call_own(movie_.storing_method(name));
  const MemberInfo* const own = class_ != nullptr ? movie_.find_member(*class_, name) : nullptr;
  if (own == nullptr || !own->is_hidden || accessible(own) == nullptr) return;
  code_.get_local(0);
  code_.push_unknown();
  code_.emit_name(Opcode::setproperty, own->name);
}

void Access::note_unknown_call(std::string_view name) {
  if (name.empty() || (!movie_.has_method(name) && !is_known_method(name))) code_.call_own(movie_.abc().unknown_call);
}

void Access::assign_unknown_to_member(std::string_view name) {
  Operand operand = member_by_name(class_, name);
  operand.member = nullptr;  // it may be a member of another object
  code_.get_local(0);
  code_.push_unknown();
  store(operand, false);
}

void Access::assign_unknown(const Tokens& tokens, TokenRange range) {
  bool calls = false;
  for (TokenNumber i = range.begin; i < range.end; ++i) {
    calls = calls || (tokens[i].is("(") && i > range.begin && tokens[i - 1].kind == TokenKind::Word);
    if (tokens[i].kind != TokenKind::Word) continue;
    const Token& next = tokens[i + 1];
    const bool changes = next.is("[") || (next.is(".") && i + 2 < range.end && changes_list(tokens[i + 2].text));
    if (!is_assignment(next) && !is_counted(tokens, i) && !changes) continue;
    const bool is_member = i > 0 && tokens[i - 1].is(".");
    if (const Variable* const variable = is_member ? nullptr : variables_.find(tokens[i].text)) {
      code_.push_unknown();
      variables_.store(*variable);
    } else {
      assign_unknown_to_member(tokens[i].text);
    }
  }
  if (calls) note_unknown_call();
}

}  // namespace agal::source_code
