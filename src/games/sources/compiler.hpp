// Compiles a function of a source to instructions. What it does not understand becomes unknown.
#pragma once

#include "sources/statements.hpp"

namespace agal::source_code {

class Compiler final : private CodeInExpression {
 public:
  /// `outer` is the function around this one; nullptr if there is none.
  Compiler(Movie& movie, std::uint32_t file, const ClassInfo* in_class, const Compiler* outer = nullptr);

  /// Compiles a function and adds it to the movie. Returns its number.
  std::uint32_t compile(const Function& function, std::uint32_t name);

  // ---- for methods that are made of parts
  /// Begins a method without parameters.
  void begin(bool is_static) { method_.is_static = is_static; }
  /// Keeps the registers of the parameters of a function that is added later.
  void reserve_parameters(const Function& function);
  void initialize(const MemberInfo& member, TokenRange initializer);
  void run(TokenRange statements);
  /// Adds the parameters and the body of a function.
  void add(const Function& function);
  /// Adds the method to the movie. Returns its number. `name` is its string.
  std::uint32_t finish(std::uint32_t name);

 private:
  void statement(TokenNumber end) override { statements_.statement(end); }
  void statements(TokenRange range) override;
  void statement_with_value(TokenNumber end, std::uint32_t result) override {
    statements_.statement_with_value(end, result);
  }
  void push_function(const Function& function, std::uint32_t name) override;
  void declare_parameters(const Function& function);
  void add_parameters(const Function& function);
  avm2::Constant constant_of(TokenRange range);

  FunctionContext function_;
  Movie& movie_;
  const Tokens& tokens_;
  Expressions expressions_;
  Statements statements_;
  avm2::Method method_;
  bool is_inside_;  // true for a function in another one
};

}  // namespace agal::source_code
