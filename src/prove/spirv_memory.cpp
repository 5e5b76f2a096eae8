#include "prove/spirv_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace agal::prove {
namespace {

constexpr std::uint32_t max_address = 1 << 16;  // the maximum offset, in lanes
constexpr std::uint32_t max_selected = 64;      // the maximum length of an array in memory with a computed index

}  // namespace

const Place& SpirvMemory::place(Id variable) const {
  static const Place memory{};
  const auto found = places_.variables.find(variable);
  return found != places_.variables.end() ? found->second : memory;
}

void SpirvMemory::declare(Id id, Id type_id, Id initial) {
  const std::uint32_t lanes = values_.type(type_id).scalars;
  if (!values_.may_run(lane_cost * std::size_t{lanes})) return;
  // The lanes of larger types are not counted exactly, so their offsets are not known.
  if (lanes >= max_scalars) return values_.fault("a variable is too large");
  memory_at_[id] = static_cast<std::uint32_t>(contents_.size());
  const Term unset = place(id).kind == PlaceKind::Foreign ? never_set_ : values_.undefined();
  for (std::uint32_t c = 0; c < lanes; ++c) contents_.push_back(initial != 0 ? values_.lane(initial, c) : unset);
}

// Initializes the memory of a struct of inputs.
void SpirvMemory::declare_inputs(const SpirvVariable& variable) {
  const auto members = places_.members.find(variable.id);
  if (members == places_.members.end()) return;
  std::uint32_t at = memory_at_[variable.id];
  const SpirvType& structure = values_.type(variable.type);
  for (std::size_t i = 0; i < structure.members.size(); ++i) {
    const Place& member = members->second[i];
    for (std::uint32_t c = 0; c < values_.type(structure.members[i]).scalars; ++c, ++at)
      if (member.kind == PlaceKind::Input)
        contents_[at] = store_.leaf(Op::Input, 4 * member.number + c);
      else if (member.kind == PlaceKind::Instance)
        contents_[at] = store_.leaf(Op::Instance);
      else
        return values_.fault("a block of inputs has a built-in variable that AGAL does not have");
  }
}

// Marks the memory of members that AGAL does not have, so that `add_outputs` detects every write to them.
void SpirvMemory::declare_outputs(const SpirvVariable& variable) {
  const auto members = places_.members.find(variable.id);
  if (members == places_.members.end() || variable.initial != 0) return;
  std::uint32_t at = memory_at_[variable.id];
  const SpirvType& structure = values_.type(variable.type);
  for (std::size_t i = 0; i < structure.members.size(); ++i)
    for (std::uint32_t c = 0; c < values_.type(structure.members[i]).scalars && at < contents_.size(); ++c, ++at)
      if (members->second[i].kind == PlaceKind::Foreign) contents_[at] = never_set_;
}

void SpirvMemory::declare_variables() {
  for (const SpirvVariable& variable : values_.module().variables) {
    pointers_[variable.id] = {.variable = variable.id, .type = variable.type};
    if (!values_.problem().empty()) break;
    const PlaceKind kind = place(variable.id).kind;
    if (kind == PlaceKind::Memory || variable.storage == spv::StorageClassOutput)
      declare(variable.id, variable.type, variable.initial);
    if (variable.storage == spv::StorageClassInput) declare_inputs(variable);
    if (variable.storage == spv::StorageClassOutput) declare_outputs(variable);
  }
}

bool SpirvMemory::pass(Id argument, Id parameter) {
  const auto found = pointers_.find(argument);
  if (found == pointers_.end()) return false;
  pointers_[parameter] = Pointer(found->second);
  return true;
}

bool SpirvMemory::run(const SpirvInstruction& inst) {
  switch (inst.op) {
    case spv::OpVariable: {
      const Id pointee = values_.type(inst[1]).element;
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
      store_to(to->second, values_.copy(inst[2]));
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
std::uint32_t SpirvMemory::array_stride(Id type_id) const {
  const std::optional<std::uint32_t> bytes = values_.module().of(type_id).array_stride;
  if (bytes) return *bytes / 4;
  // In a plain uniform array, each element begins at a register, and so does each column of a matrix.
  const Id element = values_.type(type_id).element;
  if (values_.type(element).op == spv::OpTypeArray)
    return std::min(values_.type(element).count, max_address) * std::min(array_stride(element), max_address / 4);
  return 4 * (values_.type(element).op == spv::OpTypeMatrix ? values_.type(element).count : 1);
}

void SpirvMemory::access_chain(const SpirvInstruction& inst) {
  const auto base = pointers_.find(inst[3]);
  if (base == pointers_.end()) return values_.fault("a pointer comes from nowhere");
  Pointer pointer = base->second;
  const bool uniform = place(pointer.variable).kind == PlaceKind::Uniforms;
  for (std::size_t i = 4; i < inst.size(); ++i) step(pointer, inst[i], uniform);
  pointers_[inst[2]] = pointer;
  values_.note_made(inst[2]);
}

// Returns the lane of the constant registers at which a pointer begins.
std::int64_t SpirvMemory::begin_of(const Pointer& pointer) const {
  const Place& from = place(pointer.variable);
  return 4 * std::int64_t{static_cast<std::int32_t>(from.number)} + from.lane + pointer.offset;
}

void SpirvMemory::advance(Pointer& pointer, std::uint64_t lanes) {
  if (pointer.offset + lanes > max_address) return values_.fault("an address is too large");
  pointer.offset += static_cast<std::uint32_t>(lanes);
}

// Applies one index of an access chain to a pointer.
void SpirvMemory::step(Pointer& pointer, Id index_id, bool uniform) {
  const SpirvType& from = values_.type(pointer.type);
  Term index = values_.lane(index_id, 0);
  const bool known = store_.is(index, Op::Integer);
  const std::uint32_t number = known ? store_.payload(index) : 0;
  if (from.op == spv::OpTypeStruct) {
    if (!known || number >= from.members.size()) return values_.fault("a member does not exist");
    if (uniform) {
      const Decorations& d = values_.module().of_member(pointer.type, number);
      const auto mapped = places_.member_lanes.find(pointer.variable);
      const bool is_mapped =
          mapped != places_.member_lanes.end() && pointer.type == pointers_.at(pointer.variable).type;
      if (!is_mapped && !d.offset) return values_.fault("the place of a member is not known");
      if (is_mapped && mapped->second[number] == no_lane) return values_.fault("a member of a block has no mapping");
      advance(pointer, is_mapped ? mapped->second[number] : *d.offset / 4);
      pointer.matrix_stride = d.matrix_stride.value_or(16) / 4;
      pointer.row_major = d.row_major;
    } else {
      for (std::uint32_t m = 0; m < number; ++m) advance(pointer, values_.type(from.members[m]).scalars);
    }
    pointer.type = from.members[number];
    return;
  }
  std::uint32_t stride = values_.type(from.element).scalars;
  if (uniform && from.op == spv::OpTypeArray) stride = array_stride(pointer.type);
  if (uniform && from.op == spv::OpTypeVector) stride = pointer.component_stride;
  if (uniform && from.op == spv::OpTypeMatrix) {
    stride = pointer.row_major ? 1 : pointer.matrix_stride;
    if (pointer.row_major) pointer.component_stride = pointer.matrix_stride;
  }
  if (from.count == 0) return values_.fault("an array has no known length");
  // Returns true if the element is beyond all registers that the program may have.
  const std::int64_t begin = begin_of(pointer);
  const auto is_beyond = [&](std::int64_t elements) {
    return uniform && from.op == spv::OpTypeArray && elements * stride + begin >= 4 * std::int64_t{places_.registers};
  };
  if (known) {
    if (number >= from.count) {
      if (!is_beyond(number)) return values_.fault("an index is outside its array");
      values_.allow(Rule::IndexRange, "an index is outside its array");
    }
    advance(pointer, std::uint64_t{number} * stride);
  } else if (pointer.computed) {
    return values_.fault("two indexes of one address are computed");
  } else {
    if (const std::optional<Term> guarded = values_.before_unsigned(index);
        guarded && uniform && begin == 0 && !store_.is_untouched()) {
      // A negative index selects a register that does not exist, as in AGAL, so the guard makes no difference.
      values_.allow(Rule::IndexRange, "an index may be negative");
      index = *guarded;
    }
    const Store::Range range = store_.range(index);
    const bool below = range.low < 0, above = range.high >= from.count;
    if ((below || above) && !store_.is_untouched()) {
      if (from.op != spv::OpTypeArray || !uniform || (below && begin >= stride) || (above && !is_beyond(from.count)))
        return values_.fault("an index may leave an array that has fewer elements than the program");
      values_.allow(Rule::IndexRange, "an index may leave its array");
    }
    pointer.computed = true;
    pointer.number = index;
    pointer.stride = stride;
    pointer.length = from.count;
  }
  pointer.type = from.element;
}

void SpirvMemory::load(const SpirvInstruction& inst) {
  const auto from = pointers_.find(inst[3]);
  if (from == pointers_.end()) return values_.fault("a pointer comes from nowhere");
  std::vector<Term> lanes;
  lanes.reserve(values_.type(inst[1]).scalars);
  load_lanes(from->second, inst[1], lanes);
  values_.set(inst, lanes);
}

void SpirvMemory::load_lanes(const Pointer& pointer, Id type_id, std::vector<Term>& lanes) {
  const Place& from = place(pointer.variable);
  const std::uint32_t count = values_.type(type_id).scalars;
  switch (from.kind) {
    case PlaceKind::Uniforms:
      return load_uniform(pointer, type_id, begin_of(pointer), pointer.matrix_stride, pointer.row_major, lanes);
    case PlaceKind::Resource: {
      const spv::Op op = values_.type(type_id).op;
      if (op != spv::OpTypeSampler) lanes.push_back(store_.leaf(Op::Texture, from.number));
      if (op != spv::OpTypeImage) lanes.push_back(store_.sampler(from.number));
      return;
    }
    case PlaceKind::Instance: lanes.push_back(store_.leaf(Op::Instance)); return;
    case PlaceKind::Input:
      for (std::uint32_t c = 0; c < count; ++c)
        lanes.push_back(store_.leaf(Op::Input, 4 * from.number + pointer.offset + c));
      if (pointer.computed) values_.fault("a lane of an input is addressed by a computed index");
      return;
    case PlaceKind::Foreign:
      if (memory_at_.contains(pointer.variable)) break;  // an output
      return load_foreign(pointer.variable, type_id, lanes);
    case PlaceKind::Memory:
    case PlaceKind::Output:
    case PlaceKind::Depth: break;
  }
  const auto at = memory_at_.find(pointer.variable);
  if (at == memory_at_.end()) return values_.fault("a variable is not declared");
  const std::uint32_t first = at->second + pointer.offset;
  const auto read = [&](std::uint32_t place) {
    return place < contents_.size() ? contents_[place] : values_.undefined();
  };
  for (std::uint32_t c = 0; c < count; ++c) {
    if (!pointer.computed) {
      lanes.push_back(read(first + c));
      continue;
    }
    if (pointer.length > max_selected) return values_.fault("an array of variables is too long for a computed index");
    Term value = read(first + c);
    for (std::uint32_t n = 1; n < pointer.length; ++n) {
      const Term here = store_.int_equal(pointer.number, store_.integer(static_cast<std::int32_t>(n)));
      value = values_.join(here, read(first + n * pointer.stride + c), value);
    }
    lanes.push_back(value);
  }
}

// Reads a variable that AGAL does not have. A read of floats or of a texture is a fault only if an output depends on
// it, unless `Unplaced::counts_unused` is set.
void SpirvMemory::load_foreign(Id variable, Id type_id, std::vector<Term>& lanes) {
  const SpirvType& t = values_.type(type_id);
  const bool is_float = (t.op == spv::OpTypeVector ? values_.type(t.element).op : t.op) == spv::OpTypeFloat;
  if (const auto unplaced = places_.unplaced.find(variable); unplaced != places_.unplaced.end()) {
    const bool is_texture = t.op == spv::OpTypeSampledImage || t.op == spv::OpTypeImage || t.op == spv::OpTypeSampler;
    const bool is_matrix = t.op == spv::OpTypeMatrix;
    if ((!is_float && !is_texture && !is_matrix) || unplaced->second.counts_unused)
      return values_.fault(unplaced->second.reason, unplaced->second.differs);
  } else if (!is_float) {
    return values_.fault(foreign_problem(variable));
  }
  const auto at = std::ranges::find(foreign_, variable);
  const auto number = static_cast<std::uint32_t>(at - foreign_.begin());
  if (at == foreign_.end()) foreign_.push_back(variable);
  for (std::uint32_t c = 0; c < t.scalars; ++c) lanes.push_back(store_.leaf(Op::Undefined, foreign_leaf + number));
}

std::string SpirvMemory::foreign_problem(Id variable) const {
  if (const auto unplaced = places_.unplaced.find(variable); unplaced != places_.unplaced.end())
    return unplaced->second.reason;
  const std::string_view name = values_.module().name(variable);
  return fmt::format("it reads the built-in variable {}, which AGAL does not have",
                     is_plain_name(name) ? std::string(name) : fmt::format("%{}", variable));
}

// Reads constant registers. `offset` is in lanes. Registers before register 0 have numbers that no program has.
void SpirvMemory::load_uniform(const Pointer& pointer, Id type_id, std::int64_t offset, std::uint32_t matrix_stride,
                               bool row_major, std::vector<Term>& lanes) {
  const SpirvType& t = values_.type(type_id);
  if (offset > max_address) return values_.fault("an address is too large");
  if (offset < 0 && !pointer.computed) return values_.fault("a constant before those of the program is read");
  switch (t.op) {
    case spv::OpTypeFloat: {
      if (!pointer.computed) {
        lanes.push_back(store_.uniform_lane(static_cast<std::uint32_t>(offset) / 4, offset & 3));
        return;
      }
      if (pointer.stride % 4 != 0) return values_.fault("a computed index does not count registers");
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
      const SpirvType& column = values_.type(t.element);
      for (std::uint32_t c = 0; c < t.count; ++c)
        for (std::uint32_t r = 0; r < column.count; ++r)
          load_uniform(pointer, column.element,
                       offset + (row_major ? std::int64_t{r} * matrix_stride + c : std::int64_t{c} * matrix_stride + r),
                       4, false, lanes);
      return;
    }
    case spv::OpTypeArray:
      for (std::uint32_t n = 0; n < t.count && values_.problem().empty(); ++n) {
        if (lanes.size() > max_address) return values_.fault("a value is too large");
        load_uniform(pointer, t.element, offset + std::int64_t{n} * array_stride(type_id), matrix_stride, row_major,
                     lanes);
      }
      return;
    case spv::OpTypeStruct:
      if (places_.member_lanes.contains(pointer.variable))
        return values_.fault("members with mappings are read together");
      for (std::uint32_t m = 0; m < t.members.size() && values_.problem().empty(); ++m) {
        const Decorations& d = values_.module().of_member(type_id, m);
        if (!d.offset) return values_.fault("the place of a member is not known");
        load_uniform(pointer, t.members[m], offset + *d.offset / 4, d.matrix_stride.value_or(16) / 4, d.row_major,
                     lanes);
      }
      return;
    default: return values_.fault("a constant register is not read as floats");
  }
}

void SpirvMemory::store_to(const Pointer& pointer, std::span<const Term> lanes) {
  const auto at = memory_at_.find(pointer.variable);
  if (at == memory_at_.end()) return values_.fault("something is stored where nothing may be");
  const std::uint32_t first = at->second + pointer.offset;
  const std::uint32_t copies = pointer.computed ? pointer.length : 1;
  if (copies > max_selected) return values_.fault("an array of variables is too long for a computed index");
  for (std::uint32_t n = 0; n < copies; ++n)
    for (std::uint32_t c = 0; c < lanes.size(); ++c) {
      const std::size_t target = first + std::size_t{n} * pointer.stride + c;
      if (target >= contents_.size()) return values_.fault("something is stored beyond a variable");
      const Term here = pointer.computed
                            ? store_.int_equal(pointer.number, store_.integer(static_cast<std::int32_t>(n)))
                            : store_.always();
      contents_[target] = values_.join(here, lanes[c], contents_[target]);
    }
}

// ------------------------------------------------------------------------------------------------------ outputs

void SpirvMemory::add_outputs(Outputs& out) {
  const auto add = [&](const Place& place, Id type_id, std::uint32_t first) {
    const std::uint32_t lanes = values_.module().type(type_id).scalars;
    if (place.kind == PlaceKind::Foreign)
      for (std::uint32_t c = 0; c < lanes; ++c)
        if (contents_[first + c] != never_set_) out.problem = "it writes a built-in variable that AGAL does not have";
    if (place.kind != PlaceKind::Output && place.kind != PlaceKind::Depth) return;
    Output output{
        place.type, place.number, {values_.undefined(), values_.undefined(), values_.undefined(), values_.undefined()}};
    for (std::uint32_t c = 0; c < std::min(lanes, 4u); ++c) output.lanes[c] = contents_[first + c];
    if (out.find(output.type, output.number) != nullptr)
      out.problem = "two variables are one output";
    else
      out.list.push_back(output);
  };
  for (const SpirvVariable& variable : values_.module().variables) {
    if (variable.storage != spv::StorageClassOutput) continue;
    const std::uint32_t first = memory_at_[variable.id];
    const auto members = places_.members.find(variable.id);
    if (members == places_.members.end()) {
      add(place(variable.id), variable.type, first);
      continue;
    }
    std::uint32_t offset = first;
    const SpirvType& structure = values_.type(variable.type);
    for (std::size_t i = 0; i < structure.members.size(); ++i) {
      add(members->second[i], structure.members[i], offset);
      offset += values_.type(structure.members[i]).scalars;
    }
  }
}

// Returns a variable that an output depends on although AGAL does not have it.
std::optional<Id> SpirvMemory::foreign_dependency(const Outputs& out) const {
  std::vector<Term> open{out.killed};
  for (const Output& output : out.list) open.insert(open.end(), output.lanes.begin(), output.lanes.end());
  std::unordered_set<Term> seen;
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    if (!store_.is_undefined(t) || !seen.insert(t).second) continue;
    if (store_.is(t, Op::Undefined) && store_.payload(t) >= foreign_leaf)
      return foreign_[store_.payload(t) - foreign_leaf];
    open.insert(open.end(), store_.args(t).begin(), store_.args(t).end());
  }
  return std::nullopt;
}

void SpirvMemory::check_foreign(Outputs& out) const {
  if (foreign_.empty()) return;
  const std::optional<Id> variable = foreign_dependency(out);
  if (!variable) return;
  out.problem = foreign_problem(*variable);
  const auto unplaced = places_.unplaced.find(*variable);
  out.differs = unplaced != places_.unplaced.end() && unplaced->second.differs;
}

}  // namespace agal::prove
