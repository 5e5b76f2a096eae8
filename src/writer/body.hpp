// The body of the entry point: statements and expressions, for every language.
#pragma once

#include "ir/structure.hpp"
#include "writer/dialect.hpp"
#include "writer/output.hpp"
#include "writer/statements.hpp"
#include "writer/variables.hpp"

namespace agal::writer {

class Body {
 public:
  /// `relaxed`: by instruction, whether its value has reduced precision; empty: none.
  Body(const ir::Module& module, const Dialect& dialect, std::span<const std::uint8_t> relaxed, Output& out);

  void print();

 private:
  static constexpr std::size_t no_position = ~std::size_t{0};

  // Where an open `if` is in the text.
  struct IfPositions {
    std::size_t header = 0;           // of its line
    std::size_t then = 0;             // of its first arm; in the second arm, of `} else {`
    std::size_t other = no_position;  // of its second arm, while that is all that there is of it
    bool chained = false;             // its line is `} else if (…) {`
  };

  // The phis that are read after the `end-if` at `end`.
  template <class Visit>
  void for_each_phi(std::uint32_t end, Visit visit) const {
    for (std::uint32_t p = end + 1; p < module_.body.size() && module_.body[p].op == ir::Op::Phi; ++p)
      if (statements_.has_variable(static_cast<ir::Value>(p))) visit(static_cast<ir::Value>(p));
  }

  // Statements.
  void statement(std::uint32_t i);
  void declare(const Variable& variable);
  void bare_declaration(const Variable& variable);
  void before_if(std::uint32_t i);
  void open_if(std::uint32_t i);
  void if_header(std::uint32_t i, bool negated);
  bool is_all_of_else(std::uint32_t i) const;
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
  void power(const ir::Inst& inst);
  void begin_fetch(ir::Op op, const ir::SamplerSlot& slot);
  void msl_option(ir::Op op, TextureKind dimension);
  void sample(const ir::Inst& inst);
  void compose(const ir::Inst& inst, Precedence needed);
  void part(const ir::Inst& inst, ir::Value source, std::uint32_t first, std::uint32_t count, Precedence needed);
  void lane(ir::Value v, std::uint32_t lane);
  bool is_repeated(ir::Value v) const;
  bool holds(ir::Value v, float value) const;
  bool is_unit_range(const ir::Inst& clamp) const;
  bool is_plainly_positive(ir::Value v) const;

  const ir::Module& module_;
  const Dialect& dialect_;
  Output& out_;
  ir::Structure structure_;
  Statements statements_;
  Variables variables_;
  base::Buffer<IfPositions> open_;
};

}  // namespace agal::writer
