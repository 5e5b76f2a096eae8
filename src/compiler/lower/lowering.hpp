// The state of one lowering, and the operations that the functions of the opcodes use.
#pragma once

#include "agal/program.hpp"
#include "base/buffer.hpp"
#include "ir/builder.hpp"
#include "lower/lower.hpp"
#include "lower/registers.hpp"

namespace agal::lower {

using ir::Lane;
using ir::Op;
using ir::Value;

// Each call that appends an instruction must be a separate statement or an element of a braced list. The evaluation
// order of function arguments is unspecified, and the output must not depend on it.
class Lowering {
 public:
  Lowering(const Program& program, const Options& options, const RegisterScan& scan, ir::Module& module);

  /// Translates every token and stores the outputs.
  void run();

  // ---- for the functions of the opcodes

  /// Reads component `lane` of the swizzled source. `row` is added to its register number, for matrix operands.
  Lane read(const Source& source, std::uint32_t lane, std::uint32_t row = 0, std::uint32_t rows = 1);
  /// Reads all components of the swizzled source at once.
  std::array<Lane, 4> read_lanes(const Source& source, std::uint32_t row = 0, std::uint32_t rows = 1);
  /// Reads lanes 0 to `width` - 1 of the swizzled source as a value.
  Value read_vector(const Source& source, std::uint32_t width, std::uint32_t row = 0, std::uint32_t rows = 1);

  /// Writes `lanes[c]` to each component c in the mask of the destination.
  void write(const Destination& destination, const std::array<Lane, 4>& lanes);
  /// Writes lane c of `value`, or its only lane, to component c.
  void write_value(const Destination& destination, Value value);

  /// Applies `make` once to the distinct operand lanes that the mask needs, and distributes the result. Therefore, a
  /// swizzle that repeats a lane does not add arithmetic. The operands are vectors of equal width.
  using Unary = Value (*)(Lowering&, Value);
  using Binary = Value (*)(Lowering&, Value, Value);
  void componentwise(const Instruction& token, Unary make);
  void componentwise(const Instruction& token, Binary make);
  /// Multiplies the sources. If all lanes of one source are the same lane, the product is a scale.
  void multiply(const Instruction& token);

  void open_if(Value condition);
  void open_else();
  void close_if();

  /// Returns the slot of the sampler in the module.
  std::uint32_t sampler_slot(SamplerOperand operand) const { return builder_.module().slot_of(operand.index()); }

  /// Notes that pass fold may change the program.
  void note_fold() { may_fold_ = true; }

  /// Returns |v| if the domain option requires it, otherwise v.
  Value in_domain(Value v);

  ir::Builder& builder() { return builder_; }
  const Semantics& semantics() const { return options_.semantics; }

 private:
  struct Branch {
    base::Buffer<Lane> before;  // the registers at the if
    base::Buffer<Lane> then;    // the registers at the end of the first arm; set at els
    std::size_t loads;          // the length of `loaded_` at the if
  };

  struct Addressed {
    Source source;
    std::uint32_t row, rows;
    Value value;
  };

  // Writes the result of `make` for the distinct lanes.
  using Lanes = std::span<const Lane>;
  template <class Make>
  void distribute(const Destination& destination, const std::array<Lane, 4>& first, const std::array<Lane, 4>& second,
                  Make make);
  bool repeats(Lanes lanes) const;
  Value load(Op op, RegisterType type, std::uint32_t number);
  Lane unwritten_lane();
  Lane written_lane(Lane lane);
  Lane packed_varying(std::uint32_t number, std::uint32_t component);
  void store_packed_varyings();
  void forget_loads(std::size_t from);
  Value addressed(const Source& source, std::uint32_t row, std::uint32_t rows);
  Value load_indirect(const Source& source, std::uint32_t row, std::uint32_t rows);
  Value float_index(const Source& source);
  Lane register_lane(RegisterType type, std::uint32_t number, std::uint32_t component);
  void merge(const base::Buffer<Lane>& then, const base::Buffer<Lane>& other);
  void store_outputs();
  Value register_value(RegisterType type, std::uint32_t number);
  WriteMask written(RegisterType type, std::uint32_t number) const;
  void store(Op op, RegisterType type, std::uint32_t number);

  struct Written {
    WriteMask components = 0;            // the components of a register that were written anywhere so far
    std::uint32_t token = ir::no_token;  // the last token that wrote it
  };

  const Program& program_;
  const Options& options_;
  ir::AvailableValues available_;
  ir::Builder builder_;
  // Fold needs an operation on a constant, a composition of compositions, or a negative or absolute operand. The
  // program has one only if a token reads an unwritten component, negates, or takes an absolute value.
  bool may_fold_ = false;
  Lane unwritten_;  // the content of unwritten components; no value in a program without ifs
  Lane zero_;       // the value that replaces `unwritten_` where it is read
  RegisterFile registers_;
  base::Buffer<Branch> branches_;
  RegisterCounts load_base_{};          // indexed by register type: the index in `visible_` of its register 0
  base::Buffer<Value> visible_;         // loads that are visible here, by register; None if not loaded
  base::Buffer<std::uint32_t> loaded_;  // indices in `visible_` of loads inside ifs, in the order of loading
  base::Buffer<Addressed> addressed_;   // relative loads of the current token
  base::Buffer<Written> written_;       // indexed by slot
};

// One function per opcode. A missing function is a link error. Tombstones do not have a function, because validation
// rejects them.
#define AGAL_EXECUTABLE(id) void lower_##id(Lowering&, const Instruction&);
#define AGAL_TOMBSTONE(id)
#include "program/executable_opcodes.def"

}  // namespace agal::lower
