// The instructions of SPIR-V that access variables through pointers.
#include <fmt/format.h>

#include <algorithm>

#include "prove/spirv_run.hpp"

namespace agal::prove {
namespace {

constexpr std::uint32_t max_address = 1 << 16;  // the maximum offset, in lanes
constexpr std::uint32_t max_selected = 64;      // the maximum length of an array in memory with a computed index

}  // namespace

const Place& SpirvRun::place(Id variable) const {
  static const Place memory{};
  const auto found = places_.variables.find(variable);
  return found != places_.variables.end() ? found->second : memory;
}

void SpirvRun::declare(Id id, Id type_id, Id initial) {
  const std::uint32_t lanes = type(type_id).scalars;
  if (!may_run(lane_cost * std::size_t{lanes})) return;
  // The lanes of larger types are not counted exactly, so their offsets are not known.
  if (lanes >= max_scalars) return fault("a variable is too large");
  memory_at_[id] = static_cast<std::uint32_t>(memory_.size());
  const Term unset = place(id).kind == PlaceKind::Foreign ? never_set_ : undefined_;
  for (std::uint32_t c = 0; c < lanes; ++c) memory_.push_back(initial != 0 ? lane(initial, c) : unset);
}

bool SpirvRun::memory(const SpirvInstruction& inst) {
  switch (inst.op) {
    case spv::OpVariable: {
      const Id pointee = type(inst[1]).element;
      pointers_[inst[2]] = {.variable = inst[2], .type = pointee};
      declare(inst[2], pointee, inst[4]);
      return true;
    }
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain: access_chain(inst); return true;
    case spv::OpLoad: load(inst); return true;
    case spv::OpStore: {
      const auto to = pointers_.find(inst[1]);
      if (to == pointers_.end()) return false;
      store_to(to->second, copy(inst[2]));
      return true;
    }
    case spv::OpCopyMemory: {
      const auto to = pointers_.find(inst[1]), from = pointers_.find(inst[2]);
      if (to == pointers_.end() || from == pointers_.end()) return false;
      std::vector<Term> lanes;
      load_lanes(from->second, from->second.type, lanes);
      store_to(to->second, lanes);
      return true;
    }
    case spv::OpCopyObject: {
      const auto from = pointers_.find(inst[3]);
      if (from == pointers_.end()) return false;
      pointers_[inst[2]] = Pointer(from->second);
      return true;
    }
    default: return false;
  }
}

// Returns the distance between elements of an array, in lanes of the constant registers.
std::uint32_t SpirvRun::array_stride(Id type_id) const {
  const std::optional<std::uint32_t> bytes = module_.of(type_id).array_stride;
  if (bytes) return *bytes / 4;
  // In a plain uniform array, each element begins at a register, and so does each column of a matrix.
  const Id element = type(type_id).element;
  if (type(element).op == spv::OpTypeArray)
    return std::min(type(element).count, max_address) * std::min(array_stride(element), max_address / 4);
  return 4 * (type(element).op == spv::OpTypeMatrix ? type(element).count : 1);
}

void SpirvRun::access_chain(const SpirvInstruction& inst) {
  const auto base = pointers_.find(inst[3]);
  if (base == pointers_.end()) return fault("a pointer comes from nowhere");
  Pointer pointer = base->second;
  const bool uniform = place(pointer.variable).kind == PlaceKind::Uniforms;
  for (std::size_t i = 4; i < inst.size(); ++i) step(pointer, inst[i], uniform);
  pointers_[inst[2]] = pointer;
  if (loops_ != 0) made_in_loop_.push_back(inst[2]);
}

// Returns the lane of the constant registers at which a pointer begins.
std::int64_t SpirvRun::begin_of(const Pointer& pointer) const {
  const Place& from = place(pointer.variable);
  return 4 * std::int64_t{static_cast<std::int32_t>(from.number)} + from.lane + pointer.offset;
}

void SpirvRun::advance(Pointer& pointer, std::uint64_t lanes) {
  if (pointer.offset + lanes > max_address) return fault("an address is too large");
  pointer.offset += static_cast<std::uint32_t>(lanes);
}

// Applies one index of an access chain to a pointer.
void SpirvRun::step(Pointer& pointer, Id index_id, bool uniform) {
  const SpirvType& from = type(pointer.type);
  Term index = lane(index_id, 0);
  const bool known = store_.is(index, Op::Integer);
  const std::uint32_t number = known ? store_.payload(index) : 0;
  if (from.op == spv::OpTypeStruct) {
    if (!known || number >= from.members.size()) return fault("a member does not exist");
    if (uniform) {
      const Decorations& d = module_.of_member(pointer.type, number);
      const auto mapped = places_.member_lanes.find(pointer.variable);
      const bool is_mapped =
          mapped != places_.member_lanes.end() && pointer.type == pointers_.at(pointer.variable).type;
      if (!is_mapped && !d.offset) return fault("the place of a member is not known");
      if (is_mapped && mapped->second[number] == no_lane) return fault("a member of a block has no mapping");
      advance(pointer, is_mapped ? mapped->second[number] : *d.offset / 4);
      pointer.matrix_stride = d.matrix_stride.value_or(16) / 4;
      pointer.row_major = d.row_major;
    } else {
      for (std::uint32_t m = 0; m < number; ++m) advance(pointer, type(from.members[m]).scalars);
    }
    pointer.type = from.members[number];
    return;
  }
  std::uint32_t stride = type(from.element).scalars;
  if (uniform && from.op == spv::OpTypeArray) stride = array_stride(pointer.type);
  if (uniform && from.op == spv::OpTypeVector) stride = pointer.component_stride;
  if (uniform && from.op == spv::OpTypeMatrix) {
    stride = pointer.row_major ? 1 : pointer.matrix_stride;
    if (pointer.row_major) pointer.component_stride = pointer.matrix_stride;
  }
  if (from.count == 0) return fault("an array has no known length");
  // Returns true if the element is beyond all registers that the program may have.
  const std::int64_t begin = begin_of(pointer);
  const auto is_beyond = [&](std::int64_t elements) {
    return uniform && from.op == spv::OpTypeArray && elements * stride + begin >= 4 * std::int64_t{places_.registers};
  };
  if (known) {
    if (number >= from.count) {
      if (!is_beyond(number)) return fault("an index is outside its array");
      allow(Rule::IndexRange, "an index is outside its array");
    }
    advance(pointer, std::uint64_t{number} * stride);
  } else if (pointer.computed) {
    return fault("two indexes of one address are computed");
  } else {
    if (const auto guarded = unsigned_.find(index);
        guarded != unsigned_.end() && uniform && begin == 0 && !store_.is_untouched()) {
      // A negative index selects a register that does not exist, as in AGAL, so the guard makes no difference.
      allow(Rule::IndexRange, "an index may be negative");
      index = guarded->second;
    }
    const Store::Range range = store_.range(index);
    const bool below = range.low < 0, above = range.high >= from.count;
    if ((below || above) && !store_.is_untouched()) {
      if (from.op != spv::OpTypeArray || !uniform || (below && begin >= stride) || (above && !is_beyond(from.count)))
        return fault("an index may leave an array that has fewer elements than the program");
      allow(Rule::IndexRange, "an index may leave its array");
    }
    pointer.computed = true;
    pointer.number = index;
    pointer.stride = stride;
    pointer.length = from.count;
  }
  pointer.type = from.element;
}

void SpirvRun::load(const SpirvInstruction& inst) {
  const auto from = pointers_.find(inst[3]);
  if (from == pointers_.end()) return fault("a pointer comes from nowhere");
  std::vector<Term> lanes;
  lanes.reserve(type(inst[1]).scalars);
  load_lanes(from->second, inst[1], lanes);
  set(inst, lanes);
}

void SpirvRun::load_lanes(const Pointer& pointer, Id type_id, std::vector<Term>& lanes) {
  const Place& from = place(pointer.variable);
  const std::uint32_t count = type(type_id).scalars;
  switch (from.kind) {
    case PlaceKind::Uniforms:
      return load_uniform(pointer, type_id, begin_of(pointer), pointer.matrix_stride, pointer.row_major, lanes);
    case PlaceKind::Resource: {
      const spv::Op op = type(type_id).op;
      if (op != spv::OpTypeSampler) lanes.push_back(store_.leaf(Op::Texture, from.number));
      if (op != spv::OpTypeImage) lanes.push_back(store_.sampler(from.number));
      return;
    }
    case PlaceKind::Instance: lanes.push_back(store_.leaf(Op::Instance)); return;
    case PlaceKind::Input:
      for (std::uint32_t c = 0; c < count; ++c)
        lanes.push_back(store_.leaf(Op::Input, 4 * from.number + pointer.offset + c));
      if (pointer.computed) fault("a lane of an input is addressed by a computed index");
      return;
    case PlaceKind::Foreign:
      if (memory_at_.contains(pointer.variable)) break;  // an output
      return load_foreign(pointer.variable, type_id, lanes);
    case PlaceKind::Memory:
    case PlaceKind::Output:
    case PlaceKind::Depth: break;
  }
  const auto at = memory_at_.find(pointer.variable);
  if (at == memory_at_.end()) return fault("a variable is not declared");
  const std::uint32_t first = at->second + pointer.offset;
  const auto read = [&](std::uint32_t place) { return place < memory_.size() ? memory_[place] : undefined_; };
  for (std::uint32_t c = 0; c < count; ++c) {
    if (!pointer.computed) {
      lanes.push_back(read(first + c));
      continue;
    }
    if (pointer.length > max_selected) return fault("an array of variables is too long for a computed index");
    Term value = read(first + c);
    for (std::uint32_t n = 1; n < pointer.length; ++n) {
      const Term here = store_.int_equal(pointer.number, store_.integer(static_cast<std::int32_t>(n)));
      value = join(here, read(first + n * pointer.stride + c), value);
    }
    lanes.push_back(value);
  }
}

// Reads a variable that AGAL does not have. A read of floats or of a texture is a fault only if an output depends on
// it, unless `Unplaced::counts_unused` is set.
void SpirvRun::load_foreign(Id variable, Id type_id, std::vector<Term>& lanes) {
  const SpirvType& t = type(type_id);
  const bool is_float = (t.op == spv::OpTypeVector ? type(t.element).op : t.op) == spv::OpTypeFloat;
  if (const auto unplaced = places_.unplaced.find(variable); unplaced != places_.unplaced.end()) {
    const bool is_texture = t.op == spv::OpTypeSampledImage || t.op == spv::OpTypeImage || t.op == spv::OpTypeSampler;
    const bool is_matrix = t.op == spv::OpTypeMatrix;
    if ((!is_float && !is_texture && !is_matrix) || unplaced->second.counts_unused) {
      differs_ = unplaced->second.differs;
      return fault(unplaced->second.reason);
    }
  } else if (!is_float) {
    return fault(foreign_problem(variable));
  }
  const auto at = std::ranges::find(foreign_, variable);
  const auto number = static_cast<std::uint32_t>(at - foreign_.begin());
  if (at == foreign_.end()) foreign_.push_back(variable);
  for (std::uint32_t c = 0; c < t.scalars; ++c) lanes.push_back(store_.leaf(Op::Undefined, foreign_leaf + number));
}

std::string SpirvRun::foreign_problem(Id variable) const {
  if (const auto unplaced = places_.unplaced.find(variable); unplaced != places_.unplaced.end())
    return unplaced->second.reason;
  const std::string_view name = module_.name(variable);
  return fmt::format("it reads the built-in variable {}, which AGAL does not have",
                     is_plain_name(name) ? std::string(name) : fmt::format("%{}", variable));
}

// Reads constant registers. `offset` is in lanes. Registers before register 0 have numbers that no program has.
void SpirvRun::load_uniform(const Pointer& pointer, Id type_id, std::int64_t offset, std::uint32_t matrix_stride,
                            bool row_major, std::vector<Term>& lanes) {
  const SpirvType& t = type(type_id);
  if (offset > max_address) return fault("an address is too large");
  if (offset < 0 && !pointer.computed) return fault("a constant before those of the program is read");
  switch (t.op) {
    case spv::OpTypeFloat: {
      if (!pointer.computed) {
        lanes.push_back(store_.uniform_lane(static_cast<std::uint32_t>(offset) / 4, offset & 3));
        return;
      }
      if (pointer.stride % 4 != 0) return fault("a computed index does not count registers");
      Term number = store_.int_multiply(pointer.number, store_.integer(static_cast<std::int32_t>(pointer.stride / 4)));
      number = store_.int_add(number, store_.integer(static_cast<std::int32_t>(offset >> 2)));
      lanes.push_back(store_.uniform_at(number, offset & 3));
      return;
    }
    case spv::OpTypeVector:
      for (std::uint32_t c = 0; c < t.count; ++c)
        load_uniform(pointer, t.element, offset + std::int64_t{c} * pointer.component_stride, 4, false, lanes);
      return;
    case spv::OpTypeMatrix: {
      const SpirvType& column = type(t.element);
      for (std::uint32_t c = 0; c < t.count; ++c)
        for (std::uint32_t r = 0; r < column.count; ++r)
          load_uniform(pointer, column.element,
                       offset + (row_major ? std::int64_t{r} * matrix_stride + c : std::int64_t{c} * matrix_stride + r),
                       4, false, lanes);
      return;
    }
    case spv::OpTypeArray:
      for (std::uint32_t n = 0; n < t.count && problem_.empty(); ++n) {
        if (lanes.size() > max_address) return fault("a value is too large");
        load_uniform(pointer, t.element, offset + std::int64_t{n} * array_stride(type_id), matrix_stride, row_major,
                     lanes);
      }
      return;
    case spv::OpTypeStruct:
      if (places_.member_lanes.contains(pointer.variable)) return fault("members with mappings are read together");
      for (std::uint32_t m = 0; m < t.members.size() && problem_.empty(); ++m) {
        const Decorations& d = module_.of_member(type_id, m);
        if (!d.offset) return fault("the place of a member is not known");
        load_uniform(pointer, t.members[m], offset + *d.offset / 4, d.matrix_stride.value_or(16) / 4, d.row_major,
                     lanes);
      }
      return;
    default: return fault("a constant register is not read as floats");
  }
}

void SpirvRun::store_to(const Pointer& pointer, std::span<const Term> lanes) {
  const auto at = memory_at_.find(pointer.variable);
  if (at == memory_at_.end()) return fault("something is stored where nothing may be");
  const std::uint32_t first = at->second + pointer.offset;
  const std::uint32_t copies = pointer.computed ? pointer.length : 1;
  if (copies > max_selected) return fault("an array of variables is too long for a computed index");
  for (std::uint32_t n = 0; n < copies; ++n)
    for (std::uint32_t c = 0; c < lanes.size(); ++c) {
      const std::size_t target = first + std::size_t{n} * pointer.stride + c;
      if (target >= memory_.size()) return fault("something is stored beyond a variable");
      const Term here = pointer.computed
                            ? store_.int_equal(pointer.number, store_.integer(static_cast<std::int32_t>(n)))
                            : store_.always();
      memory_[target] = join(here, lanes[c], memory_[target]);
    }
}

}  // namespace agal::prove
