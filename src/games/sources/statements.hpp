// Compiles statements. A statement that is not understood assigns unknown values to everything that it may assign to.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sources/expressions.hpp"

namespace agal::source_code {

class Statements : private FunctionPart {
 public:
  Statements(FunctionContext& function, Expressions& expressions, CodeInExpression& inside)
      : FunctionPart(function), expressions_(expressions), inside_(inside) {}

  /// The register for the value of a statement of Haxe; nullopt if the value is not used.
  using Result = std::optional<std::uint32_t>;
  /// Compiles the statements from here. The value of the last one is the result.
  void statements(TokenNumber end, Result result = std::nullopt);
  void statement(TokenNumber end);
  void statement_with_value(TokenNumber end, std::uint32_t result);

 private:
  struct Jump {
    std::string_view name;  // the label of the statement
    Label* end = nullptr;
    Label* next = nullptr;  // null for a `switch`
  };
  // The state before a statement.
  struct Start {
    TokenNumber at = 0;
    std::size_t position = 0;
    std::uint32_t arm = 0;
  };
  struct Case {
    TokenRange label, body;
    bool is_default = false;
  };

  // ---- statements.cpp
  bool keyword_statement(std::string_view word, TokenNumber end);
  void expression_statement(TokenNumber end);
  void part(TokenNumber end, Result result) { result ? statement_with_value(end, *result) : statement(end); }
  void block(TokenNumber end, Result result);
  Start start() const { return {cursor_.at, code_.position(), cursor_.arm}; }
  bool recovers(const Start& start);
  void unknown_statement(TokenNumber begin, TokenNumber end);
  void if_statement(TokenNumber end) { if_with_value(end, std::nullopt); }
  void if_with_value(TokenNumber end, Result result);
  void while_statement(TokenNumber end);
  void do_statement(TokenNumber end);
  void for_statement(TokenNumber end);
  void counting_loop(TokenRange head, TokenNumber end);
  void range_loop(TokenNumber dots, TokenRange head, TokenNumber end);
  void item_loop(TokenRange head, TokenNumber in, bool values, TokenNumber end);
  std::optional<Variable> loop_variable(TokenRange head);
  template <class Begin, class Step, class Test>
  void loop(TokenNumber body_at, TokenNumber end, const Begin& begin, const Step& step, const Test& test);
  void loop_body(Label& next, Label& stop, TokenNumber end);
  bool value_in_parentheses(TokenNumber end);
  void compiled_block(TokenNumber end);
  bool arm_statement(TokenNumber end);
  void declare_variables(TokenNumber end);
  void return_statement(TokenNumber end);
  void jump_statement(TokenNumber end);
  Type read_type(TokenNumber end);
  void function_statement(TokenNumber end);
  void end_statement(TokenNumber begin, TokenNumber end);

  // ---- switches.cpp: `switch`, `try`, and the statements of Haxe that have a value
  void switch_statement(TokenNumber end) { switch_with_value(end, std::nullopt); }
  void switch_with_value(TokenNumber end, Result result);
  std::vector<Case> cases_of(TokenNumber open, TokenNumber close) const;
  void case_label(const Case& one, std::uint32_t subject, Label& body);
  void try_statement(TokenNumber end) { try_with_value(end, std::nullopt); }
  void try_with_value(TokenNumber end, Result result);

  Expressions& expressions_;
  CodeInExpression& inside_;
  std::vector<Jump> jumps_;
  std::string_view label_;  // the label of the statement that begins
};

}  // namespace agal::source_code
