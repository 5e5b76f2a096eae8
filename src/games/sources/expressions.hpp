// Compiles expressions. Functions that return an operand push its value, or what its value is read from.
#pragma once

#include <string_view>

#include "sources/calls.hpp"

namespace agal::source_code {

class Expressions final : private FunctionPart, private ArgumentCompiler {
 public:
  Expressions(FunctionContext& function, CodeInExpression& inside)
      : FunctionPart(function), inside_(inside), calls_(function, *this, inside) {}

  /// Pushes the value of an expression. Returns its type.
  Type expression(TokenNumber end);
  /// Compiles an expression without commas. With `drops_value`, an assignment need not keep its value; see
  /// Operand::is_stored.
  Operand assignment(TokenNumber end, bool drops_value = false);
  void value_of(TokenRange range) override;
  bool has_markup(TokenRange range) const;

 private:
  // ---- expressions.cpp: operators
  void assign_default(const Operand& left, std::string_view sign, TokenNumber end);
  void branch_if_kept(std::string_view sign, Label& label);
  Operand conditional(TokenNumber end);
  Operand binary(TokenNumber end, int level);
  Operand logical(std::string_view sign, Operand left, TokenNumber end, int level);
  Operand combined(std::string_view sign, Operand left, TokenNumber end, int level);
  bool append_literal(const Operand& left, TokenNumber end);
  Type type_operand(TokenNumber end);
  Operand unary(TokenNumber end);
  Operand prefixed(TokenNumber end);
  Operand counted(bool up, bool before, const Operand& operand);
  std::string_view operator_at(TokenNumber at, TokenNumber end, TokenNumber& length) const;

  // ---- operands.cpp
  Operand postfix(TokenNumber end);
  Operand item_of(Operand operand, TokenNumber end);
  Operand member_of(Operand operand, TokenNumber end);
  Operand part_of_xml(Operand operand, TokenNumber end);
  Operand primary(TokenNumber end);
  Operand in_parentheses(TokenNumber end);
  Operand word(TokenNumber end);
  Operand keyword_value(std::string_view word, TokenNumber end, bool& is_known);
  Operand name(std::string_view name, TokenNumber end);
  Operand value_of_arms(TokenNumber end);
  Operand list_literal(TokenNumber end) override;
  Operand object_literal(TokenNumber end, bool is_tween) override;
  Operand function_value(TokenNumber end);
  bool is_arrow(TokenNumber end) const;
  Operand arrow_value(TokenNumber end);
  Operand value_of_statement(TokenNumber end);
  Operand text_literal();
  Operand number_literal();
  Operand pattern_literal();

  CodeInExpression& inside_;
  Calls calls_;
};

}  // namespace agal::source_code
