// Compiles expressions: operators, members and literals. Operators have one table, with the precedence in each
// language.
#include <algorithm>
#include <array>

#include "sources/expressions.hpp"

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

// A sign or a word before an operand.
struct Prefix {
  std::string_view sign;
  Opcode code;  // `nop` changes nothing, and the result of `pop` is unknown
  std::string_view type{};
  bool keeps_type = false;
};
constexpr std::array<Prefix, 12> prefixes{{{"!", Opcode::not_, "Boolean"},
                                           {"-", Opcode::negate, "Number"},
                                           {"+", Opcode::nop, "Number"},
                                           {"~", Opcode::bitnot, "Number"},
                                           {"++", Opcode::increment},
                                           {"--", Opcode::decrement},
                                           {"typeof", Opcode::typeof_},
                                           {"void", Opcode::pop},
                                           {"delete", Opcode::pop},
                                           {"macro", Opcode::nop},
                                           {"untyped", Opcode::nop, "", true},
                                           {"inline", Opcode::nop, "", true}}};

const Prefix* find_prefix(const Token& token) {
  const auto row =
      std::find_if(prefixes.begin(), prefixes.end(), [&](const Prefix& one) { return token.is(one.sign); });
  return row != prefixes.end() ? &*row : nullptr;
}

Opcode code_of(std::string_view sign) {
  const auto row =
      std::find_if(operators.begin(), operators.end(), [&](const Operator& one) { return one.sign == sign; });
  return row != operators.end() ? row->code : Opcode::nop;
}

}  // namespace

// Returns the operator at a token. The lexer splits signs that begin with `>`.
std::string_view Expressions::operator_at(TokenNumber at, TokenNumber end, TokenNumber& length) const {
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

Type Expressions::expression(TokenNumber end) {
  Operand operand = assignment(end);
  access_.load(operand);
  return operand.type;
}

void Expressions::value_of(TokenRange range) {
  const std::size_t position = code_.position();
  const std::uint32_t arm = cursor_.arm;
  cursor_.at = range.begin;
  if (!range.empty()) expression(range.end);
  if (is_haxe() && !cursor_.failed && at(":", range.end)) cursor_.at = range.end;  // `value : Type`
  if (cursor_.failed || cursor_.at != range.end || range.empty()) {
    cursor_.failed = false;
    cursor_.arm = arm;
    code_.truncate(position);
    access_.assign_unknown(tokens_, range);
    code_.push_unknown();
  }
  cursor_.at = range.end;
}

bool Expressions::has_markup(TokenRange range) const {
  const Token* const begin = tokens_.data();
  return std::any_of(begin + range.begin, begin + range.end, [](const Token& token) { return token.is_markup; });
}

// Branches if `||`, `&&` or `??` keeps the value on the stack.
void Expressions::branch_if_kept(std::string_view sign, Label& label) {
  if (sign == "?\?") emit(Opcode::pushnull);
  code_.branch(sign == "?\?" ? Opcode::ifne : sign == "||" ? Opcode::iftrue : Opcode::iffalse, label);
}

// Compiles `left ||= value` and the like, and pushes the result. The sign was read.
void Expressions::assign_default(const Operand& left, std::string_view sign, TokenNumber end) {
  Label done, kept;
  access_.keep_for_store(left);
  Operand old = left;
  access_.load(old);
  const std::uint32_t result = code_.new_register();
  code_.set_local(result);
  code_.get_local(result);
  branch_if_kept(sign, kept);
  expression(end);
  emit(Opcode::dup);
  code_.set_local(result);
  access_.store(left, false);
  code_.branch(Opcode::jump, done);
  code_.place(kept);
  if (left.kind == Operand::Kind::Member || left.kind == Operand::Kind::Item) emit(Opcode::pop);
  if (left.kind == Operand::Kind::Item) emit(Opcode::pop);
  code_.place(done);
  code_.get_local(result);
}

Operand Expressions::assignment(TokenNumber end, bool drops_value) {
  if (cursor_.depth >= max_depth || cursor_.failed) return failed();
  ++cursor_.depth;
  Operand left = is_haxe() && is_arrow(end) ? arrow_value(end) : conditional(end);
  TokenNumber length = 0;
  const std::string_view sign = operator_at(cursor_.at, end, length);
  const bool shifts = sign == ">>=" || sign == ">>>=";
  if (cursor_.failed || cursor_.at >= end || (!shifts && !is_assignment(token()))) {
    --cursor_.depth;
    return left;
  }
  if (!left.is_assignable()) fail();
  cursor_.at += length;
  const std::string_view with = sign.substr(0, sign.size() - 1);
  const bool is_default = with == "||" || with == "&&" || with == "?\?";
  Type type = left.type;
  if (is_default) {
    assign_default(left, with, end);
  } else {
    if (!with.empty()) {
      access_.keep_for_store(left);
      Operand old = left;
      access_.load(old);
    }
    const TokenNumber begin = cursor_.at;
    const Type of_right = expression(end);
    if (!with.empty())
      emit(code_of(with));
    else if (has_markup({begin, cursor_.at}) && left.name != 0)
      movie_.note_data(left.name);
    access_.store(left, !drops_value);
    if (with.empty() && type.name.empty()) type = of_right;
  }
  --cursor_.depth;
  Operand out = pushed(type);
  out.is_stored = drops_value && !is_default;
  return out;
}

Operand Expressions::conditional(TokenNumber end) {
  Operand condition = binary(end, 1);
  if (cursor_.failed || !at("?", end)) return condition;
  if (cursor_.depth + 1 >= max_depth) {
    fail();
    return condition;
  }
  ++cursor_.depth;
  ++cursor_.at;
  access_.load(condition);
  Label otherwise, done;
  code_.branch(Opcode::iffalse, otherwise);
  const Type one = expression(end);
  code_.branch(Opcode::jump, done);
  code_.place(otherwise);
  if (!accept(":", end)) fail();
  const Type other = expression(end);
  code_.place(done);
  --cursor_.depth;
  return pushed(one.name == other.name ? one : Type());
}

Operand Expressions::binary(TokenNumber end, int level) {
  if (level > max_level) return unary(end);
  Operand left = binary(end, level + 1);
  while (!cursor_.failed && cursor_.at < end) {
    TokenNumber length = 0;
    const std::string_view sign = operator_at(cursor_.at, end, length);
    const Operator* const found = find_operator(sign, level, is_haxe());
    if (found == nullptr) return left;
    // A word on a new line begins another statement, and `<` may begin one of markup.
    if (token().kind == TokenKind::Word && token().line > tokens_[cursor_.at - 1].line && found->kind != Kind::Type)
      return left;
    cursor_.at += length;
    if (found->kind == Kind::Logical || found->kind == Kind::Coalescing)
      left = logical(sign, left, end, level);
    else
      left = combined(sign, left, end, level);
  }
  return left;
}

Operand Expressions::logical(std::string_view sign, Operand left, TokenNumber end, int level) {
  access_.load(left);
  Label done;
  emit(Opcode::dup);
  branch_if_kept(sign, done);
  emit(Opcode::pop);
  Operand right = binary(end, level + 1);
  access_.load(right);
  code_.place(done);
  return pushed(left.type.name == right.type.name ? left.type : Type());
}

// Appends the operand after `+` to a literal text, if it is a literal text or number. Returns false for other operands.
bool Expressions::append_literal(const Operand& left, TokenNumber end) {
  if (left.kind != Operand::Kind::Literal || cursor_.at >= end || token().arm != cursor_.arm) return false;
  const Token& literal = token();
  const Token& next = next_token();
  constexpr std::array<std::string_view, 6> after{"+", ";", ",", ")", "]", "}"};
  const bool is_whole = cursor_.at + 1 >= end || std::find(after.begin(), after.end(), next.text) != after.end() ||
                        (next.kind == TokenKind::Word && next.line > literal.line);
  const bool is_index =
      literal.kind == TokenKind::Number && literal.text.find_first_not_of("0123456789") == literal.text.npos;
  if (!is_whole || next.kind == TokenKind::Text || (literal.kind != TokenKind::Text && !is_index)) return false;
  LiteralText& text = access_.literal(left);
  text.text += literal.text;
  if (literal.kind == TokenKind::Text) text.places.push_back({function_.file, cursor_.at});
  ++cursor_.at;
  return true;
}

// Reads the type after `is` and `as`.
Type Expressions::type_operand(TokenNumber end) {
  std::string_view name;
  do {
    if (cursor_.at < end) name = token().text;
    ++cursor_.at;
  } while (accept(".", end));
  if (at(".<", end)) cursor_.at = after_arguments_of_type(tokens_, cursor_.at, end);
  cursor_.at = std::min(cursor_.at, end);
  return movie_.type_of(function_.file, name);
}

Operand Expressions::combined(std::string_view sign, Operand left, TokenNumber end, int level) {
  const Operator& found = *find_operator(sign, level, is_haxe());
  if (sign == "+" && append_literal(left, end)) return left;
  access_.load(left);
  if (found.kind == Kind::Type) {
    // `as` does not change the value.
    if (sign == "as") return pushed(type_operand(end));
    if (is_word(cursor_.at, end) || at("*", end)) {
      const Type type = type_operand(end);
      code_.emit_name(Opcode::getlex,
                      type.in_class != 0 ? movie_.class_info(type.in_class - 1).name : movie_.string(type.name));
      emit(found.code);
      return pushed({"Boolean"});
    }
  }
  Operand right = binary(end, level + 1);
  const bool text = left.type.is_text() || right.type.is_text();
  access_.load(right);
  const bool tests = sign == "==" || sign == "!=" || sign == "===" || sign == "!==";
  if (tests && left.type.is_boolean() && right.truth) {
    // `a == true` is `a`.
    emit(Opcode::pop);
    if (*right.truth != (sign == "==" || sign == "===")) emit(Opcode::not_);
    return pushed({"Boolean"});
  }
  emit(found.code);
  if (found.kind == Kind::Negated) emit(Opcode::not_);
  if (found.kind == Kind::Range) fail();
  if (sign == "+")
    return pushed(text ? Type{"String"} : left.type.is_number() && right.type.is_number() ? Type{"Number"} : Type());
  const bool compares = tests || found.code == Opcode::in || avm2::is_order(found.code);
  return pushed(compares ? Type{"Boolean"} : Type{"Number"});
}

Operand Expressions::counted(bool up, bool before, const Operand& operand) {
  if (!operand.is_assignable()) return failed();
  access_.keep_for_store(operand);
  Operand old = operand;
  access_.load(old);
  std::uint32_t kept = 0;
  if (!before) {
    kept = code_.new_register();
    emit(Opcode::dup);
    code_.set_local(kept);
  }
  emit(up ? Opcode::increment : Opcode::decrement);
  access_.store(operand, before);
  if (!before) code_.get_local(kept);
  return pushed({"Number"});
}

// Compiles an operand, and the sign or the word before it.
Operand Expressions::prefixed(TokenNumber end) {
  const Prefix* const prefix = find_prefix(token());
  if (prefix == nullptr) return postfix(end);
  const std::size_t begin = code_.position();
  ++cursor_.at;
  Operand operand = unary(end);
  if (prefix->code == Opcode::increment || prefix->code == Opcode::decrement)
    return counted(prefix->code == Opcode::increment, true, operand);
  if (prefix->code == Opcode::negate && operand.number && operand.kind == Operand::Kind::Value) {
    code_.truncate(begin);
    code_.push_number(-*operand.number);
    Operand out = pushed({"Number"});
    out.number = -*operand.number;
    return out;
  }
  access_.load(operand);
  if (prefix->code != Opcode::nop) emit(prefix->code);
  if (prefix->code == Opcode::pop) code_.push_unknown();
  return pushed(prefix->keeps_type ? operand.type : Type{prefix->type});
}

Operand Expressions::unary(TokenNumber end) {
  if (cursor_.at >= end || cursor_.failed || cursor_.depth >= max_depth) return failed();
  ++cursor_.depth;
  const Operand out = prefixed(end);
  --cursor_.depth;
  return out;
}

}  // namespace agal::source_code
