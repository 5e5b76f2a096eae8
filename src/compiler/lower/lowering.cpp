#include "lower/lowering.hpp"

#include <algorithm>

namespace agal::lower {
namespace {

using Function = void (*)(Lowering&, const Instruction&);

constexpr auto functions = std::to_array<Function>({
#define AGAL_EXECUTABLE(id) lower_##id,
#define AGAL_TOMBSTONE(id) nullptr,
#include "program/executable_opcodes.def"
});

// Returns the name for a value. Values of outputs do not have a name, because it would equal the name of the output
// variable.
ir::Hint hint_of(const Destination& destination) {
  if (destination.type() != RegisterType::Temporary) return {};
  return {destination.type(), static_cast<std::uint16_t>(destination.index())};
}

}  // namespace

Lowering::Lowering(const Program& program, const Options& options, const RegisterScan& scan, ir::Module& module)
    : program_(program),
      options_(options),
      available_(program.instructions.size()),
      builder_(module, &available_),
      unwritten_(scan.ifs ? unwritten_lane() : Lane{}),
      registers_(program.stage, scan.registers, unwritten_),
      written_(registers_.slots()) {
  std::uint32_t inputs = 0;
  for (std::size_t type = 0; type < load_base_.size(); ++type) {
    load_base_[type] = inputs;
    inputs += scan.registers[type];
  }
  visible_.assign(inputs, Value::None);
  module.distinct = true;  // the builder and `load` find repeated values
}

void Lowering::run() {
  for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) {
    const Instruction& token = program_.instructions[i];
    const bool writes = token.info()->dest != DestinationRule::None;
    addressed_.clear();
    builder_.set_origin(i, writes ? hint_of(token.dst) : ir::Hint{});
    functions[token.opcode](*this, token);
  }
  builder_.set_origin(ir::no_token, {});
  store_outputs();
  if (!may_fold_) builder_.module().folded = static_cast<std::uint32_t>(builder_.module().body.size());
}

// Appends the value of components that were not written.
Lane Lowering::unwritten_lane() {
  switch (options_.semantics.unwritten) {
    case Unwritten::Zero: return {builder_.constant(0.0f), 0};
    case Unwritten::Undefined: {
      ir::Inst undefined;
      undefined.op = Op::Undef;
      undefined.type = ir::float_type(1);
      return {builder_.append(undefined), 0};
    }
  }
  return {};
}

// ------------------------------------------------------------------------------------------------------ reading

Value Lowering::load(Op op, RegisterType type, std::uint32_t number) {
  const std::uint32_t place = load_base_[static_cast<std::size_t>(type)] + number;
  if (visible_[place] != Value::None) return visible_[place];
  const ir::Type result = op == Op::LoadInstance ? ir::int_type() : ir::float_type(4);
  Value value = builder_.make(op, result, {}, number);
  if (op == Op::LoadInstance) value = builder_.make(Op::ToFloat, ir::float_type(1), {value});
  builder_.module().body.back().hint = {};
  visible_[place] = value;
  if (!branches_.empty()) loaded_.push_back(place);
  return value;
}

// Forgets the loads since `from` at the end of an arm, because they are not visible after it.
void Lowering::forget_loads(std::size_t from) {
  for (std::size_t i = from; i < loaded_.size(); ++i) visible_[loaded_[i]] = Value::None;
  loaded_.resize(from);
}

// Returns a component of a varying. Components outside of the plan are not used, so they are 0.
Lane Lowering::packed_varying(std::uint32_t number, std::uint32_t component) {
  const VaryingPlan::Place* const place = options_.plan->find(number);
  if (place == nullptr || (place->components >> component & 1u) == 0) {
    may_fold_ = true;
    return {builder_.constant(0.0f), 0};
  }
  return {load(Op::LoadVarying, RegisterType::Varying, place->location),
          static_cast<std::uint8_t>(place->component(component))};
}

Lane Lowering::register_lane(RegisterType type, std::uint32_t number, std::uint32_t component) {
  const auto c = static_cast<std::uint8_t>(component);
  switch (type) {
    case RegisterType::Attribute: return {load(Op::LoadAttribute, type, number), c};
    case RegisterType::Constant: return {load(Op::LoadUniform, type, number), c};
    case RegisterType::Varying:
      if (options_.plan != nullptr) return packed_varying(number, component);
      return {load(Op::LoadVarying, type, number), c};
    // Every component of the register is the instance id (docs/abi.md).
    case RegisterType::InstanceId: return {load(Op::LoadInstance, type, 0), 0};
    case RegisterType::Temporary:
    case RegisterType::Output:
    case RegisterType::Sampler:
    case RegisterType::Depth: break;
  }
  return written_lane(registers_.at(type, number, component));
}

// Returns the lane, or the value of an unwritten component. A program without ifs appends the value at its first use.
Lane Lowering::written_lane(Lane lane) {
  if (lane.value != unwritten_.value) return lane;
  may_fold_ = true;
  if (zero_.value == Value::None) zero_ = unwritten_.value == Value::None ? unwritten_lane() : unwritten_;
  return zero_;
}

Lane Lowering::read(const Source& source, std::uint32_t lane, std::uint32_t row, std::uint32_t rows) {
  const std::uint32_t component = source.lane(lane);
  if (source.indirect()) return {addressed(source, row, rows), static_cast<std::uint8_t>(component)};
  return register_lane(source.type(), source.index() + row, component);
}

std::array<Lane, 4> Lowering::read_lanes(const Source& source, std::uint32_t row, std::uint32_t rows) {
  std::array<Lane, 4> lanes;
  if (!source.indirect() && source.type() == RegisterType::Temporary) {
    const Lane* components = &registers_.at(RegisterType::Temporary, source.index() + row, 0);
    for (std::uint32_t i = 0; i < 4; ++i) lanes[i] = written_lane(components[source.lane(i)]);
    return lanes;
  }
  if (options_.plan != nullptr && !source.indirect() && source.type() == RegisterType::Varying) {
    for (std::uint32_t i = 0; i < 4; ++i) lanes[i] = packed_varying(source.index() + row, source.lane(i));
    return lanes;
  }
  // All lanes read one register, so one load is enough.
  const Value value = read(source, 0, row, rows).value;
  const bool scalar = builder_.type(value).width == 1;
  for (std::uint32_t i = 0; i < 4; ++i) lanes[i] = {value, static_cast<std::uint8_t>(scalar ? 0 : source.lane(i))};
  return lanes;
}

Value Lowering::read_vector(const Source& source, std::uint32_t width, std::uint32_t row, std::uint32_t rows) {
  const std::array<Lane, 4> lanes = read_lanes(source, row, rows);
  // If lanes were written separately, the gathered value gets the name of the register again.
  ir::Hint hint;
  if (source.type() == RegisterType::Temporary && !source.indirect())
    hint = {RegisterType::Temporary, static_cast<std::uint16_t>(source.index() + row)};
  return builder_.compose({lanes.data(), width}, hint);
}

Value Lowering::float_index(const Source& source) {
  const Value f = builder_.lane(register_lane(source.index_type(), source.index(), source.index_component()));
  switch (options_.semantics.index_conversion) {
    case IndexConversion::Truncate: return f;  // the conversion to an integer truncates
    case IndexConversion::Round:
      return builder_.lanewise(Op::Floor, builder_.lanewise(Op::Add, f, builder_.constant(0.5f)));
    case IndexConversion::Floor: return builder_.lanewise(Op::Floor, f);
  }
  return f;
}

// Returns the constant register that a relative address selects. All lanes of an operand read the same register, so it
// is loaded once.
Value Lowering::addressed(const Source& source, std::uint32_t row, std::uint32_t rows) {
  for (const Addressed& known : addressed_)
    if (known.source == source && known.row == row && known.rows == rows) return known.value;
  addressed_.push_back({source, row, rows, load_indirect(source, row, rows)});
  return addressed_.back().value;
}

// Loads a constant by a relative address. The index is clamped as a float, because converting a float that is out of
// range is undefined, and because ESSL 100 does not have an integer clamp. The bounds are integers, so clamping and
// truncating commute. All rows of a matrix are kept in range together.
Value Lowering::load_indirect(const Source& source, std::uint32_t row, std::uint32_t rows) {
  const bool is_signed = options_.semantics.offset_sign == OffsetSign::Signed;
  const std::int32_t offset = is_signed ? static_cast<std::int8_t>(source.offset()) : source.offset();
  Value f = float_index(source);
  if (options_.semantics.clamp_index) {
    const auto last = static_cast<std::int32_t>(builder_.module().constant_array) - static_cast<std::int32_t>(rows);
    const Value low = builder_.constant(static_cast<float>(-offset));
    const Value high = builder_.constant(static_cast<float>(last - offset));
    f = builder_.make(Op::Clamp, ir::float_type(1), {f, low, high});
  }
  Value i = builder_.make(Op::ToInt, ir::int_type(), {f});
  const std::int32_t add = offset + static_cast<std::int32_t>(row);
  if (add != 0) i = builder_.make(Op::IntAdd, ir::int_type(), {i, builder_.int_constant(add)});
  return builder_.make(Op::LoadUniformAt, ir::float_type(4), {i});
}

Value Lowering::in_domain(Value v) {
  return options_.semantics.domain == Domain::Abs ? builder_.lanewise(Op::Abs, v) : v;
}

// ------------------------------------------------------------------------------------------------------ writing

void Lowering::write(const Destination& destination, const std::array<Lane, 4>& lanes) {
  for (std::uint32_t c = 0; c < 4; ++c)
    if (destination.mask() >> c & 1) registers_.at(destination.type(), destination.index(), c) = lanes[c];
  Written& written = written_[registers_.slot_of(destination.type(), destination.index())];
  written.components |= destination.mask();
  written.token = builder_.token();
}

void Lowering::write_value(const Destination& destination, Value value) {
  const std::uint32_t width = builder_.type(value).width;
  std::array<Lane, 4> lanes;
  for (std::uint32_t c = 0; c < 4; ++c) lanes[c] = {value, static_cast<std::uint8_t>(c < width && width > 1 ? c : 0)};
  write(destination, lanes);
}

namespace {

// The distinct operand lanes of a componentwise token, and the index of the lane that each component uses.
struct Distinct {
  std::array<Lane, 4> a, b;
  std::array<std::uint8_t, 4> place{};
  std::uint32_t count = 0;

  std::uint8_t add(Lane first, Lane second) {
    for (std::uint32_t i = 0; i < count; ++i)
      if (a[i] == first && b[i] == second) return static_cast<std::uint8_t>(i);
    a[count] = first;
    b[count] = second;
    return static_cast<std::uint8_t>(count++);
  }
};

// Packs one lane of each source into a number.
std::uint64_t pair_of(Lane first, Lane second) {
  return (std::uint64_t{ir::index(first.value)} << 34 | std::uint64_t{first.lane} << 32) ^
         (std::uint64_t{ir::index(second.value)} << 2 | second.lane);
}

// Returns true if the four pairs of lanes are distinct. It does not branch for each comparison.
bool all_differ(const std::array<Lane, 4>& first, const std::array<Lane, 4>& second) {
  std::array<std::uint64_t, 4> pairs;
  for (std::uint32_t c = 0; c < 4; ++c) pairs[c] = pair_of(first[c], second[c]);
  std::uint32_t equal = 0;
  for (std::uint32_t i = 0; i < 4; ++i)
    for (std::uint32_t j = i + 1; j < 4; ++j) equal |= pairs[i] == pairs[j] ? 1u : 0u;
  return equal == 0;
}

}  // namespace

template <class Make>
void Lowering::distribute(const Destination& destination, const std::array<Lane, 4>& first,
                          const std::array<Lane, 4>& second, Make make) {
  if (destination.mask() == 0xf && all_differ(first, second)) return write_value(destination, make(first, second));
  Distinct distinct;
  for (std::uint32_t c = 0; c < 4; ++c)
    if (destination.mask() >> c & 1) distinct.place[c] = distinct.add(first[c], second[c]);
  const std::span a(distinct.a), b(distinct.b);
  const Value value = make(a.first(distinct.count), b.first(distinct.count));
  std::array<Lane, 4> lanes;
  for (std::uint32_t c = 0; c < 4; ++c) lanes[c] = {value, distinct.place[c]};
  write(destination, lanes);
}

void Lowering::componentwise(const Instruction& token, Unary make) {
  if (token.dst.mask() == 0) return;
  distribute(token.dst, read_lanes(token.src1), {}, [&](Lanes a, Lanes) { return make(*this, builder_.compose(a)); });
}

void Lowering::componentwise(const Instruction& token, Binary make) {
  if (token.dst.mask() == 0) return;
  const std::array<Lane, 4> first = read_lanes(token.src1);
  distribute(token.dst, first, read_lanes(token.src2), [&](Lanes a, Lanes b) {
    const Value left = builder_.compose(a);
    return make(*this, left, builder_.compose(b));
  });
}

// Returns true if all lanes are the same lane of a value that is not a constant. A product with a constant stays,
// because pass fold may evaluate it.
bool Lowering::repeats(Lanes lanes) const {
  if (lanes.size() < 2 || builder_.module()[lanes[0].value].op == Op::Constant) return false;
  return std::all_of(lanes.begin() + 1, lanes.end(), [&](const Lane& lane) { return lane == lanes[0]; });
}

void Lowering::multiply(const Instruction& token) {
  if (token.dst.mask() == 0) return;
  const std::array<Lane, 4> first = read_lanes(token.src1);
  distribute(token.dst, first, read_lanes(token.src2), [&](Lanes a, Lanes b) {
    // The vector of the repeated lane stays, because a later instruction may use it.
    const Value left = builder_.compose(a), right = builder_.compose(b);
    const bool swapped = repeats(a);
    if (!swapped && !repeats(b)) return builder_.lanewise(Op::Mul, left, right);
    const Value vector = swapped ? right : left;
    return builder_.make(Op::Scale, builder_.type(vector), {vector, builder_.lane(swapped ? a[0] : b[0])});
  });
}

// ------------------------------------------------------------------------------------------------------ control flow

void Lowering::open_if(Value condition) {
  builder_.make(Op::If, {}, {condition});
  branches_.push_back({registers_.lanes(), {}, loaded_.size()});
  available_.enter();
}

void Lowering::open_else() {
  Branch& branch = branches_.back();
  builder_.make(Op::Else, {});
  branch.then = registers_.lanes();
  registers_.lanes() = branch.before;
  forget_loads(branch.loads);
  available_.leave();
  available_.enter();
}

void Lowering::close_if() {
  Branch branch = std::move(branches_.back());
  branches_.pop_back();
  builder_.make(Op::EndIf, {});
  forget_loads(branch.loads);
  available_.leave();
  const base::Buffer<Lane> here = registers_.lanes();
  if (branch.then.empty())
    merge(here, branch.before);
  else
    merge(branch.then, here);
}

// Merges the registers of two arms. Components of a register that merge the same two values share one phi.
void Lowering::merge(const base::Buffer<Lane>& then, const base::Buffer<Lane>& other) {
  base::Buffer<Lane>& lanes = registers_.lanes();
  for (std::uint32_t slot = 0; slot < registers_.slots(); ++slot) {
    std::uint32_t open = 0;
    for (std::uint32_t c = 0; c < 4; ++c) {
      if (then[4 * slot + c] == other[4 * slot + c])
        lanes[4 * slot + c] = then[4 * slot + c];
      else
        open |= 1u << c;
    }
    while (open != 0) {
      const auto lead = static_cast<std::uint32_t>(std::countr_zero(open));
      ir::Inst phi;
      phi.op = Op::Phi;
      const std::uint32_t number = registers_.number_of(RegisterType::Temporary, slot);
      if (number < registers_.count(RegisterType::Temporary))
        phi.hint = {RegisterType::Temporary, static_cast<std::uint16_t>(number)};
      phi.set_arg(0, then[4 * slot + lead].value);
      phi.set_arg(1, other[4 * slot + lead].value);
      std::uint8_t width = 0;
      const auto here = static_cast<Value>(builder_.module().body.size());
      for (std::uint32_t c = lead; c < 4; ++c) {
        const Lane a = then[4 * slot + c], b = other[4 * slot + c];
        if (!(open >> c & 1) || a.value != phi.arg(0) || b.value != phi.arg(1)) continue;
        phi.lanes = ir::with_lane(phi.lanes, width, a.lane);
        phi.lanes2 = ir::with_lane(phi.lanes2, width, b.lane);
        lanes[4 * slot + c] = {here, width++};
        open &= ~(1u << c);
      }
      phi.type = ir::float_type(width);
      phi.token = builder_.token();
      builder_.append(phi);
    }
  }
}

// ------------------------------------------------------------------------------------------------------ the interface

Value Lowering::register_value(RegisterType type, std::uint32_t number) {
  std::array<Lane, 4> lanes;
  for (std::uint32_t c = 0; c < 4; ++c) lanes[c] = written_lane(registers_.at(type, number, c));
  return builder_.compose(lanes);
}

WriteMask Lowering::written(RegisterType type, std::uint32_t number) const {
  return number < registers_.count(type) ? written_[registers_.slot_of(type, number)].components : WriteMask{0};
}

// Stores an output register. The store has the last token that wrote the register.
void Lowering::store(Op op, RegisterType type, std::uint32_t number) {
  builder_.set_origin(written_[registers_.slot_of(type, number)].token, {});
  const Value value = type == RegisterType::Depth ? builder_.lane(written_lane(registers_.at(type, number, 0)))
                                                  : register_value(type, number);
  builder_.make(op, {}, {value}, number);
}

// Stores the varyings that share locations. Components that the vertex program does not write, and unused components of
// a location, are zero.
void Lowering::store_packed_varyings() {
  const Lane zero{builder_.constant(0.0f), 0};
  may_fold_ = true;
  for (std::uint32_t location = 0; location < options_.plan->locations(); ++location) {
    std::array<Lane, 4> lanes{zero, zero, zero, zero};
    for (const VaryingPlan::Place& place : options_.plan->places()) {
      if (place.location != location || written(RegisterType::Varying, place.varying) == 0) continue;
      for (std::uint32_t c = 0; c < 4; ++c)
        if ((place.components >> c & 1u) != 0)
          lanes[place.component(c)] = written_lane(registers_.at(RegisterType::Varying, place.varying, c));
    }
    const Value value = builder_.compose(lanes);
    builder_.make(Op::StoreVarying, {}, {value}, location);
  }
}

void Lowering::store_outputs() {
  if (program_.stage == Stage::Vertex) {
    if (options_.plan != nullptr) store_packed_varyings();
    const auto& read = options_.varyings_read;
    const std::uint32_t count = std::max(registers_.count(RegisterType::Varying), read ? read->bound() : 0);
    for (std::uint32_t n = 0; options_.plan == nullptr && n < count; ++n) {
      if (read && !read->contains(n)) continue;
      if (written(RegisterType::Varying, n) != 0)
        store(Op::StoreVarying, RegisterType::Varying, n);
      else if (read)
        builder_.make(Op::StoreVarying, {}, {builder_.constant(0.0f, 4)}, n);
    }
    // The position is stored last, so that the clip-space conversion is at the end of the text.
    if (written(RegisterType::Output, 0) != 0) store(Op::StorePosition, RegisterType::Output, 0);
    return;
  }
  for (std::uint32_t n = 0; n < registers_.count(RegisterType::Output); ++n)
    if (written(RegisterType::Output, n) != 0) store(Op::StoreColor, RegisterType::Output, n);
  if ((written(RegisterType::Depth, 0) & 1) != 0) store(Op::StoreDepth, RegisterType::Depth, 0);
}

}  // namespace agal::lower
