// Compiles expressions: operators, members and literals. Operators have one table, with the precedence in each
// language.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "sources/compiler.hpp"

namespace agal::source_code {
namespace {

enum class Kind : std::uint8_t { Logical, Value, Negated, Range, Type, Coalescing };

struct Operator {
  std::string_view sign;
  int level, haxe_level;  // operators of higher levels bind closer; 0: the language does not have it
  Kind kind;
  Opcode code;
};

constexpr int max_level = 12;
constexpr std::array<Operator, 28> operators{{
    {"?\?", 1, 1, Kind::Coalescing, Opcode::nop},
    {"||", 2, 2, Kind::Logical, Opcode::iftrue},
    {"&&", 3, 3, Kind::Logical, Opcode::iffalse},
    {"...", 0, 4, Kind::Range, Opcode::nop},
    {"|", 4, 8, Kind::Value, Opcode::bitor_},
    {"^", 5, 8, Kind::Value, Opcode::bitxor},
    {"&", 6, 8, Kind::Value, Opcode::bitand_},
    {"==", 7, 5, Kind::Value, Opcode::equals},
    {"!=", 7, 5, Kind::Negated, Opcode::equals},
    {"===", 7, 5, Kind::Value, Opcode::strictequals},
    {"!==", 7, 5, Kind::Negated, Opcode::strictequals},
    {"<", 8, 5, Kind::Value, Opcode::lessthan},
    {">", 8, 5, Kind::Value, Opcode::greaterthan},
    {"<=", 8, 5, Kind::Value, Opcode::lessequals},
    {">=", 8, 5, Kind::Value, Opcode::greaterequals},
    {"is", 8, 5, Kind::Type, Opcode::istypelate},
    {"as", 8, 0, Kind::Type, Opcode::astypelate},
    {"instanceof", 8, 0, Kind::Type, Opcode:: instanceof },
    {"in", 8, 0, Kind::Value, Opcode::in},
    {"<<", 9, 9, Kind::Value, Opcode::lshift},
    {">>", 9, 9, Kind::Value, Opcode::rshift},
    {">>>", 9, 9, Kind::Value, Opcode::urshift},
    {"+", 10, 10, Kind::Value, Opcode::add},
    {"-", 10, 10, Kind::Value, Opcode::subtract},
    {"*", 11, 11, Kind::Value, Opcode::multiply},
    {"/", 11, 11, Kind::Value, Opcode::divide},
    {"%", 11, 12, Kind::Value, Opcode::modulo},
}};

const Operator* find_operator(std::string_view sign, int level, bool haxe) {
  const auto row = std::find_if(operators.begin(), operators.end(), [&](const Operator& one) {
    return one.sign == sign && (haxe ? one.haxe_level : one.level) == level;
  });
  return row != operators.end() && level > 0 ? &*row : nullptr;
}

Opcode code_of(std::string_view sign) {
  const auto row =
      std::find_if(operators.begin(), operators.end(), [&](const Operator& one) { return one.sign == sign; });
  return row != operators.end() ? row->code : Opcode::nop;
}

}  // namespace

// Returns the operator at a token. The lexer splits signs that begin with `>`.
std::string_view Compiler::operator_at(TokenNumber at, TokenNumber end, TokenNumber& length) const {
  length = 1;
  const Token& token = tokens_[at];
  if (at >= end || (token.kind != TokenKind::Sign && token.kind != TokenKind::Word)) return {};
  if (!token.is(">")) return token.text;
  const auto follows = [&](TokenNumber i, std::string_view sign) {
    return i < end && tokens_[i].is(sign) && tokens_[i].offset == tokens_[i - 1].offset + 1;
  };
  while (length < 3 && follows(at + length, ">")) ++length;
  const bool assigns = follows(at + length, "=");
  if (at + length < end && tokens_[at + length].is("==") && tokens_[at + length].offset == tokens_[at].offset + length)
    return {};
  constexpr std::array<std::string_view, 3> shifts{">", ">>", ">>>"}, assigning{">=", ">>=", ">>>="};
  const std::string_view sign = assigns ? assigning[length - 1] : shifts[length - 1];
  length += assigns ? 1 : 0;
  return sign;
}

void Compiler::expression(TokenNumber end) {
  Operand operand = assignment(end);
  load(operand);
}

// ------------------------------------------------------------------------------------------------ reading and storing

void Compiler::load(Operand& operand) {
  const Variable& variable = operand.variable;
  switch (operand.kind) {
    case Operand::Kind::Value: break;
    case Operand::Kind::Literal: emit(Opcode::pushstring, {movie_.string_of(literals_[operand.literal])}); break;
    case Operand::Kind::Variable:
      if (variable.kind == Variable::Kind::Register) {
        get_local(variable.number);
      } else if (variable.kind == Variable::Kind::Slot) {
        code_.push_scope_object();
        emit(Opcode::getslot, {variable.number});
      } else {
        emit_name(Opcode::getlex, variable.name);
      }
      break;
    case Operand::Kind::Name:
    case Operand::Kind::Class: emit_name(Opcode::getlex, operand.name); break;
    case Operand::Kind::Member:
      if (operand.member != nullptr && operand.member->has_getter && operand.is_own) {  // a property of Haxe
        const std::string getter = "get_" + std::string(operand.word);
        const MemberInfo* const method = movie_.find_member(movie_.class_info(operand.member->in_class), getter);
        emit_call(Opcode::callproperty, method != nullptr ? method->name : movie_.made_string(getter), 0);
        break;
      }
      emit_name(Opcode::getproperty, operand.name);
      break;
    case Operand::Kind::Item: emit(Opcode::getproperty, {movie_.item_name()}); break;
    case Operand::Kind::Super: get_local(0); break;
  }
  operand.kind = Operand::Kind::Value;
}

// Copies the object and the key of an operand, so that it can be read and then stored to.
void Compiler::keep_for_store(Operand& operand) {
  if (operand.kind == Operand::Kind::Member) emit(Opcode::dup);
  if (operand.kind == Operand::Kind::Item) {
    const std::uint32_t key = new_register(), object = new_register();
    set_local(key);
    set_local(object);
    get_local(object);
    get_local(key);
    get_local(object);
    get_local(key);
  }
}

void Compiler::store_variable(const Variable& variable) {
  if (variable.kind == Variable::Kind::Register) {
    const avm2::TypeKind kind = variable.type.kind();
    if (kind != avm2::TypeKind::Any)
      emit_name(Opcode::coerce, movie_.string(kind == avm2::TypeKind::List ? "Array" : "Number"));
    set_local(variable.number);
    if (const auto name = unnamed_.find(variable.number); name != unnamed_.end()) {
      code_.name_local(variable.number, name->second);
      unnamed_.erase(name);
    }
    return;
  }
  if (variable.kind == Variable::Kind::Function) return emit(Opcode::pop);
  // A function inside this one may store another value.
  if (variable.kind == Variable::Kind::Open) {
    push_unknown();
    emit(Opcode::add);
  }
  code_.push_scope_object();
  emit(Opcode::swap);
  emit(Opcode::setslot, {variable.number});
}

// Stores the value on the stack. With `keeps_value`, it stays there.
void Compiler::store(const Operand& operand, bool keeps_value) {
  std::uint32_t kept = 0;
  if (keeps_value) {
    kept = new_register();
    emit(Opcode::dup);
    set_local(kept);
  }
  switch (operand.kind) {
    case Operand::Kind::Variable: store_variable(operand.variable); break;
    case Operand::Kind::Name:
    case Operand::Kind::Class:
      emit_name(Opcode::findproperty, operand.name);
      emit(Opcode::swap);
      emit_name(Opcode::setproperty, operand.name);
      if (operand.member == nullptr) store_elsewhere(operand.word);
      break;
    case Operand::Kind::Member: store_member(operand); break;
    case Operand::Kind::Item:
      emit(Opcode::setproperty, {movie_.item_name()});
      if (!operand.is_own) movie_.note_item_assignment(file_);
      if (operand.type.may_have_members() && !operand.is_own) {
        movie_.note_any_assignment(class_, operand.type);
        call_own(movie_.abc().unknown_call);
      }
      break;
    case Operand::Kind::Value:
    case Operand::Kind::Literal:
    case Operand::Kind::Super: fail();
  }
  if (keeps_value) get_local(kept);
}

void Compiler::store_member(const Operand& operand) {
  // A list with another length has other items.
  if (operand.word == "length") {
    emit(Opcode::pop);
    emit_call(Opcode::callpropvoid, movie_.string("splice"), 0);
    return;
  }
  emit_name(Opcode::setproperty, operand.name);
  if (operand.member == nullptr) store_elsewhere(operand.word);
}

// Notes that a member with this name of an unknown object was assigned to. It may be a member of any class.
void Compiler::store_elsewhere(std::string_view name) {
  call_own(movie_.storing_method(name));
  const MemberInfo* const own = class_ != nullptr ? movie_.find_member(*class_, name) : nullptr;
  if (own == nullptr || !own->is_hidden || accessible(own) == nullptr) return;
  get_local(0);
  push_unknown();
  emit_name(Opcode::setproperty, own->name);
}

// ---------------------------------------------------------------------------------------------------------- operators

// Compiles `left ||= value` and the like, and pushes the result. The sign was read.
void Compiler::assign_default(Operand left, std::string_view sign, TokenNumber end) {
  Label done, kept;
  keep_for_store(left);
  Operand old = left;
  load(old);
  const std::uint32_t result = new_register();
  set_local(result);
  get_local(result);
  if (sign == "?\?") {
    emit(Opcode::pushnull);
    code_.branch(Opcode::ifne, kept);
  } else {
    code_.branch(sign == "||" ? Opcode::iftrue : Opcode::iffalse, kept);
  }
  Operand right = assignment(end);
  load(right);
  emit(Opcode::dup);
  set_local(result);
  store(left, false);
  code_.branch(Opcode::jump, done);
  code_.place(kept);
  if (left.kind == Operand::Kind::Member || left.kind == Operand::Kind::Item) emit(Opcode::pop);
  if (left.kind == Operand::Kind::Item) emit(Opcode::pop);
  code_.place(done);
  get_local(result);
}

Operand Compiler::assignment(TokenNumber end) {
  const bool keeps = !std::exchange(drops_value_, false);
  if (depth_ >= max_depth || failed_) {
    fail();
    return value();
  }
  ++depth_;
  Operand left = is_haxe() && is_arrow(end) ? arrow_value(end) : conditional(end);
  TokenNumber length = 0;
  const std::string_view sign = operator_at(at_, end, length);
  const bool shifts = sign == ">>=" || sign == ">>>=";
  if (failed_ || at_ >= end || (!shifts && !is_assignment(token()))) {
    --depth_;
    return left;
  }
  const bool assignable = left.kind != Operand::Kind::Value && left.kind != Operand::Kind::Super;
  if (!assignable) fail();
  at_ += length;
  const std::string_view with = sign.substr(0, sign.size() - 1);
  Type type = left.type;
  if (with.empty()) {
    const TokenNumber begin = at_;
    Operand right = assignment(end);
    load(right);
    if (has_markup({begin, at_}) && left.name != 0) movie_.note_data(left.name);
    store(left, keeps);
    if (type.name.empty()) type = right.type;
  } else if (with == "||" || with == "&&" || with == "?\?") {
    assign_default(left, with, end);
  } else {
    keep_for_store(left);
    Operand old = left;
    load(old);
    Operand right = assignment(end);
    load(right);
    emit(code_of(with));
    store(left, keeps);
  }
  --depth_;
  Operand out = value(type);
  out.is_stored = !keeps && with != "||" && with != "&&" && with != "?\?";
  return out;
}

Operand Compiler::conditional(TokenNumber end) {
  Operand condition = binary(end, 1);
  if (failed_ || !at("?", end)) return condition;
  if (++depth_ >= max_depth) {
    --depth_;
    fail();
    return condition;
  }
  ++at_;
  load(condition);
  Label otherwise, done;
  code_.branch(Opcode::iffalse, otherwise);
  Operand one = assignment(end);
  load(one);
  code_.branch(Opcode::jump, done);
  code_.place(otherwise);
  if (!accept(":", end)) fail();
  Operand other = assignment(end);
  load(other);
  code_.place(done);
  --depth_;
  return value(one.type.name == other.type.name ? one.type : Type());
}

Operand Compiler::binary(TokenNumber end, int level) {
  if (level > max_level) return unary(end);
  Operand left = binary(end, level + 1);
  while (!failed_ && at_ < end) {
    TokenNumber length = 0;
    const std::string_view sign = operator_at(at_, end, length);
    const Operator* const found = find_operator(sign, level, is_haxe());
    if (found == nullptr) return left;
    // A word on a new line begins another statement, and `<` may begin one of markup.
    if (tokens_[at_].kind == TokenKind::Word && tokens_[at_].line > tokens_[at_ - 1].line && found->kind != Kind::Type)
      return left;
    at_ += length;
    if (found->kind == Kind::Logical || found->kind == Kind::Coalescing)
      left = logical(sign, left, end, level);
    else
      left = combined(sign, left, end, level);
  }
  return left;
}

Operand Compiler::logical(std::string_view sign, Operand left, TokenNumber end, int level) {
  load(left);
  Label done;
  emit(Opcode::dup);
  if (sign == "?\?") {
    emit(Opcode::pushnull);
    code_.branch(Opcode::ifne, done);
  } else {
    code_.branch(sign == "||" ? Opcode::iftrue : Opcode::iffalse, done);
  }
  emit(Opcode::pop);
  Operand right = binary(end, level + 1);
  load(right);
  code_.place(done);
  return value(left.type.name == right.type.name ? left.type : Type());
}

// Appends the operand after `+` to a literal text, if it is a literal text or number. Returns false for other operands.
bool Compiler::append_literal(const Operand& left, TokenNumber end) {
  if (left.kind != Operand::Kind::Literal || at_ >= end || token().arm != arm_) return false;
  const Token& literal = token();
  const Token& next = tokens_[at_ + 1];
  constexpr std::array<std::string_view, 6> after{"+", ";", ",", ")", "]", "}"};
  const bool is_whole = at_ + 1 >= end || std::find(after.begin(), after.end(), next.text) != after.end() ||
                        (next.kind == TokenKind::Word && next.line > literal.line);
  const bool is_index =
      literal.kind == TokenKind::Number && literal.text.find_first_not_of("0123456789") == literal.text.npos;
  if (!is_whole || next.kind == TokenKind::Text || (literal.kind != TokenKind::Text && !is_index)) return false;
  LiteralText& text = literals_[left.literal];
  text.text += literal.text;
  if (literal.kind == TokenKind::Text) text.places.push_back({file_, at_});
  ++at_;
  return true;
}

// Reads the type after `is` and `as`.
Type Compiler::type_operand(TokenNumber end) {
  std::string_view name;
  do {
    if (at_ < end) name = tokens_[at_].text;
    ++at_;
  } while (accept(".", end));
  if (at(".<", end)) at_ = after_arguments_of_type(tokens_, at_, end);
  at_ = std::min(at_, end);
  return movie_.type_of(file_, name);
}

Operand Compiler::combined(std::string_view sign, Operand left, TokenNumber end, int level) {
  const Operator& found = *find_operator(sign, level, is_haxe());
  if (sign == "+" && append_literal(left, end)) return left;
  load(left);
  if (found.kind == Kind::Type) {
    // `as` does not change the value.
    if (sign == "as") return value(type_operand(end));
    if (is_word(at_, end) || at("*", end)) {
      const Type type = type_operand(end);
      emit_name(Opcode::getlex,
                type.in_class != 0 ? movie_.class_info(type.in_class - 1).name : movie_.string(type.name));
      emit(found.code);
      return value({"Boolean"});
    }
  }
  Operand right = binary(end, level + 1);
  const bool text = left.type.is_text() || right.type.is_text();
  load(right);
  const bool tests = sign == "==" || sign == "!=" || sign == "===" || sign == "!==";
  if (tests && left.type.is_boolean() && right.truth) {
    // `a == true` is `a`.
    emit(Opcode::pop);
    if (*right.truth != (sign == "==" || sign == "===")) emit(Opcode::not_);
    return value({"Boolean"});
  }
  emit(found.code);
  if (found.kind == Kind::Negated) emit(Opcode::not_);
  if (found.kind == Kind::Range) fail();
  if (sign == "+")
    return value(text ? Type{"String"} : left.type.is_number() && right.type.is_number() ? Type{"Number"} : Type());
  const bool compares = tests || found.code == Opcode::in || avm2::is_order(found.code);
  return value(compares ? Type{"Boolean"} : Type{"Number"});
}

Operand Compiler::counted(bool up, bool before, Operand operand) {
  if (operand.kind == Operand::Kind::Value) {
    fail();
    return operand;
  }
  keep_for_store(operand);
  Operand old = operand;
  load(old);
  std::uint32_t kept = 0;
  if (!before) {
    kept = new_register();
    emit(Opcode::dup);
    set_local(kept);
  }
  emit(up ? Opcode::increment : Opcode::decrement);
  store(operand, before);
  if (!before) get_local(kept);
  return value({"Number"});
}

Operand Compiler::unary(TokenNumber end) {
  if (at_ >= end || failed_ || depth_ >= max_depth) {
    fail();
    return value();
  }
  const std::size_t begin = code_.position();
  const Token& first = token();
  ++depth_;
  Operand out = value();
  if (first.is("!")) {
    ++at_;
    Operand operand = unary(end);
    load(operand);
    emit(Opcode::not_);
    out.type.name = "Boolean";
  } else if (first.is("-") || first.is("+") || first.is("~")) {
    ++at_;
    Operand operand = unary(end);
    if (first.is("-") && operand.number && operand.kind == Operand::Kind::Value) {
      code_.truncate(begin);
      push_number(-*operand.number);
      out.number = -*operand.number;
    } else {
      load(operand);
      if (!first.is("+")) emit(first.is("-") ? Opcode::negate : Opcode::bitnot);
    }
    out.type.name = "Number";
  } else if (first.is("++") || first.is("--")) {
    ++at_;
    out = counted(first.is("++"), true, unary(end));
  } else if (first.is("typeof") || first.is("void") || first.is("delete") || first.is("untyped") || first.is("macro") ||
             first.is("inline")) {
    ++at_;
    Operand operand = unary(end);
    load(operand);
    out.type = first.is("untyped") || first.is("inline") ? operand.type : Type();
    if (first.is("typeof")) emit(Opcode::typeof_);
    if (first.is("void") || first.is("delete")) {
      emit(Opcode::pop);
      push_unknown();
    }
  } else {
    out = postfix(end);
  }
  --depth_;
  out.begin = begin;
  return out;
}

}  // namespace agal::source_code
