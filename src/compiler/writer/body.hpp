// Writes the body of the entry point: statements and expressions, for every language.
#pragma once

#include "ir/structure.hpp"
#include "writer/dialect.hpp"
#include "writer/statements.hpp"
#include "writer/text.hpp"
#include "writer/variables.hpp"

namespace agal::writer {

class Body {
 public:
  /// `relaxed` is 1 for each instruction whose value has reduced precision. If no value has, it may be empty.
  Body(const ir::Module& module, const Dialect& dialect, std::span<const std::uint8_t> relaxed, Text& out);

  void print();

 private:
  static constexpr std::size_t no_position = ~std::size_t{0};

  // The positions of an open `if` in the text.
  struct IfPositions {
    std::size_t header = 0;           // the beginning of the `if` line
    std::size_t then = 0;             // the beginning of the first arm, or of `} else {` in the second arm
    std::size_t other = no_position;  // the beginning of the second arm, while the arm is empty
    bool chained = false;             // true if the line is `} else if (…) {`
  };

  // Calls `visit` for the phis of the `end-if` at `end` that are read.
  template <class Visit>
  void for_each_phi(std::uint32_t end, Visit visit) const {
    for (std::uint32_t p = end + 1; p < module_.body.size() && module_.body[p].op == Op::Phi; ++p)
      if (statements_.has_variable(static_cast<Value>(p))) visit(static_cast<Value>(p));
  }

  // Statements.
  template <class Write>
  void assignment(const Variable& variable, bool declares, Write write);
  void statement(Value v);
  void declare(const Variable& variable);
  void bare_declaration(const Variable& variable);
  void before_if(std::uint32_t i);
  void open_if(std::uint32_t i);
  void if_header(std::uint32_t i, bool negated);
  bool is_all_of_else(std::uint32_t i) const;
  void open_else(std::uint32_t i);
  void close_if(std::uint32_t i);
  void copies(std::uint32_t end, std::uint32_t side, std::uint32_t start);
  void kill(const Inst& inst);
  void store(const Inst& inst);

  // Expressions.
  void expression(Value v, Precedence needed = Precedence::Ternary);
  void value(const Inst& inst, Precedence needed);
  void scalar_or_vector(Value v, Precedence needed);
  void constant(const Inst& inst, Precedence needed);
  void scalar_constant(ir::Type type, std::uint32_t bits);
  void input(const Inst& inst);
  void infix(const Inst& inst, std::string_view text, Precedence own, Precedence needed);
  void call(const Inst& inst, std::string_view name);
  bool takes_scalars(const Inst& inst) const;
  void select(const Inst& inst, Precedence needed);
  void power(const Inst& inst);
  void constant_register(std::uint32_t number);
  void separate_sampler_name(RegisterText texture);
  void sampler_name(RegisterText texture);
  void begin_fetch(Op op, const ir::SamplerSlot& slot);
  void msl_option(Op op, TextureKind dimension);
  void sample(const Inst& inst);
  void compose(const Inst& inst, Precedence needed);
  void part(const Inst& inst, Value source, std::uint32_t first, std::uint32_t count, Precedence needed);
  void lane(Value v, std::uint32_t lane);
  bool is_repeated(Value v) const;
  bool is_constant(Value v, float value) const;
  bool is_unit_range(const Inst& clamp) const;
  bool is_plainly_positive(Value v) const;

  const ir::Module& module_;
  const Dialect& dialect_;
  const std::string constant_prefix_;  // the text that precedes the number of a constant register: "fc["
  RegisterText name(RegisterType type, std::uint32_t number) const {
    RegisterText text{type, number, module_.stage};
    if (dialect_.naming != nullptr) text.chosen = dialect_.naming->find(type, number, module_.stage);
    return text;
  }
  /// Calls `write`, and puts its text in parentheses if they are needed.
  template <class Write>
  void enclosed(bool parentheses, Write write) {
    if (parentheses) out_ << '(';
    write();
    if (parentheses) out_ << ')';
  }
  /// Writes the arguments of a function or a constructor, with commas and the final parenthesis. `write(k)` writes
  /// argument `k`.
  template <class Write>
  void arguments(std::uint32_t count, Write write) {
    for (std::uint32_t k = 0; k < count; ++k) {
      if (k > 0) out_ << ", ";
      write(k);
    }
    out_ << ')';
  }

  Text& out_;
  ir::Structure structure_;
  Statements statements_;
  Variables variables_;
  base::Buffer<IfPositions> open_;
};

}  // namespace agal::writer
