// The body of the entry point: statements and expressions, for every language.
#pragma once

#include "ir/structure.hpp"
#include "text/dialect.hpp"
#include "text/output.hpp"
#include "text/statements.hpp"
#include "text/variables.hpp"

namespace agal::text {

class Body {
 public:
  /// `relaxed`: by instruction, whether its value has reduced precision; empty: none.
  Body(const ir::Module& module, const Dialect& dialect, std::span<const std::uint8_t> relaxed, Output& out);

  void print();

 private:
  struct OpenIf {
    std::size_t header;  // where its line begins
    std::size_t then;    // where its first arm begins
    std::size_t other;   // where its second arm begins; 0: not open
  };

  // Statements.
  void statement(std::uint32_t i);
  void declare(const Variable& variable);
  void bare_declaration(const Variable& variable);
  void open_if(std::uint32_t i);
  void open_else(std::uint32_t i);
  void close_if(std::uint32_t i);
  void copies(std::uint32_t end, std::uint32_t side, std::uint32_t start);
  void kill(const ir::Inst& inst);
  void store(const ir::Inst& inst);

  // Expressions.
  void expression(ir::Value v, Precedence needed = Precedence::Ternary);
  void value(const ir::Inst& inst, Precedence needed);
  void scalar_or_vector(ir::Value v, Precedence needed);
  void constant(const ir::Inst& inst, Precedence needed);
  void scalar_constant(ir::Type type, std::uint32_t bits);
  void input(const ir::Inst& inst);
  void infix(const ir::Inst& inst, std::string_view text, Precedence own, Precedence needed);
  void call(const ir::Inst& inst, std::string_view name);
  void clamp(const ir::Inst& inst);
  void select(const ir::Inst& inst, Precedence needed);
  void sample(const ir::Inst& inst);
  void compose(const ir::Inst& inst, Precedence needed);
  void part(const ir::Inst& inst, ir::Value source, std::uint32_t first, std::uint32_t count, Precedence needed);
  void lane(ir::Value v, std::uint32_t lane);
  bool is_repeated(ir::Value v) const;
  bool holds(ir::Value v, float value) const;

  const ir::Module& module_;
  const Dialect& dialect_;
  Output& out_;
  ir::Structure structure_;
  Statements statements_;
  Variables variables_;
  base::Buffer<OpenIf> open_;
};

}  // namespace agal::text
