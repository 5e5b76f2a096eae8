// Decides which values of a module become statements. All other values are written inside the expressions that use
// them.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/structure.hpp"
#include "writer/dialect.hpp"

namespace agal::writer {

/// A value is a statement
///  - if it is read more than once, and is more than a swizzle, a constant or an input;
///  - if the expression would otherwise be too long: more than four operations, or a line that is too wide;
///  - if it takes a derivative, and would otherwise be evaluated in another block, after a discard, or only where it is
///    selected;
///  - in languages with `folds_constants`, if the operation that uses it would be a constant expression.
class Statements {
 public:
  Statements(const ir::Module& module, const ir::Structure& structure, const Dialect& dialect);

  /// Returns true if any value has a variable.
  bool any() const { return any_; }
  /// Returns true if the value has a variable: it is a statement, or a phi that is read.
  bool has_variable(Value v) const { return expressions_[ir::index(v)].statement; }

 private:
  struct Cost {
    std::uint32_t operations = 0, width = 0;
    std::uint32_t segment = 0;  // like Expression::segment
    bool fits = true;           // false if an operand must become a statement
  };
  // The cost of an expression without its operands. `joins` is true for a constructor.
  struct Own {
    std::uint32_t operations, width;
    bool joins;
  };
  struct Expression {
    std::uint8_t reads = 0;  // the number of reads; 2 stands for two or more
    bool statement = false;
    bool lazy = false;      // true if it is inside an operand that is not always evaluated
    bool constant = false;  // true for a constant expression; unused without `folds_constants`
    // The cost where the expression is used. For a statement, it is the cost of the variable's name.
    std::uint16_t operations = 0;
    std::uint16_t width = 0;
    // The segment in which the derivatives inside the expression must be evaluated; 0 if there are none. A marker (the
    // begin or end of an arm) or a kill ends a segment; segments are numbered from 1.
    std::uint32_t segment = 0;
  };

  void count_reads();
  void add_read(Value v, std::uint32_t count, bool lazy);
  void measure_all();
  void measure(const Inst& inst, Expression& f);
  void measure_phi_operands(ir::ArmEnd arm);
  Cost measure_again(const Inst& inst, Own own, bool folds);
  void add(Cost& cost, bool& misplaced, Cost operand, bool joins) const;
  void finish(Cost& cost, bool misplaced, Own own) const;
  Cost sum_of(std::span<const Value> operands, Own own) const;
  Cost consume(std::span<const Value> operands, Own own);
  Cost shorten(std::span<const Value> operands, Own own);
  bool is_misplaced(const Cost& cost) const { return cost.segment != 0 && cost.segment != segment_; }
  void move_misplaced(std::span<const Value> operands);
  bool cut_one(std::span<const Value> operands);
  Cost cost_of(Value v) const;
  Value behind_swizzles(Value v) const;
  void refresh(Value v);
  void make_statement(Value v);
  bool is_transparent(Value v) const;

  Expression& expression(Value v) { return expressions_[ir::index(v)]; }
  const Expression& expression(Value v) const { return expressions_[ir::index(v)]; }

  const ir::Module& module_;
  const ir::Structure& structure_;
  const Dialect& dialect_;
  base::Buffer<Expression> expressions_;
  std::uint32_t segment_ = 1;
  bool any_ = false;
};

}  // namespace agal::writer
