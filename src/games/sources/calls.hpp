// Compiles calls. Some functions of libraries are replaced by what they do.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sources/function_part.hpp"

namespace agal::source_code {

/// Compiles the operands of calls.
class ArgumentCompiler {
 public:
  /// Pushes the value of an expression with these tokens. If they are not an expression, it is unknown.
  virtual void value_of(TokenRange range) = 0;
  virtual Operand list_literal(TokenNumber end) = 0;
  /// `is_tween` is true for the members of another object that an animation changes.
  virtual Operand object_literal(TokenNumber end, bool is_tween) = 0;

 protected:
  ~ArgumentCompiler() = default;
};

class Calls : private FunctionPart {
 public:
  Calls(FunctionContext& function, ArgumentCompiler& values, CodeInExpression& inside)
      : FunctionPart(function), values_(values), inside_(inside) {}

  /// Compiles the call of an operand, whose parenthesis begins here.
  Operand call(Operand callee, TokenNumber end);
  /// Compiles the call of a static method of Haxe's library. Returns nullopt for other methods.
  std::optional<Operand> call_of_library(std::string_view object, std::string_view method, TokenNumber end);
  /// Compiles `new Class(…)`. The word `new` was read.
  Operand new_value(TokenNumber end);

 private:
  Operand conversion(std::string_view type, TokenNumber end);
  std::optional<Operand> known_call(const Operand& callee, TokenNumber end);
  const Function* flag_setter(const Operand& callee) const;
  Operand inlined_call(const Function& function, TokenNumber end);
  Operand constructor_of_base(TokenNumber end);
  Type type_of_result(const Operand& callee) const;
  std::uint32_t arguments(TokenNumber end, bool is_tween = false);
  std::vector<TokenRange> argument_ranges(TokenNumber open) const;
  bool passes_this(TokenNumber open) const;
  void replace_everywhere(TokenRange text, TokenRange part, TokenRange by);
  void set_field(TokenRange object, TokenRange name, TokenRange value);

  ArgumentCompiler& values_;
  CodeInExpression& inside_;
  bool is_inlined_ = false;  // true while a method is compiled in the place of its call
};

}  // namespace agal::source_code
