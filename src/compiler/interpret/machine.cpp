#include "interpret/machine.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agal/operands.hpp"

namespace agal::interpret {
namespace {

using Function = void (*)(Machine&, const Instruction&);

constexpr auto functions = std::to_array<Function>({
#define AGAL_EXECUTABLE(id) interpret_##id,
#define AGAL_TOMBSTONE(id) nullptr,
#include "program/executable_opcodes.def"
});

float converted_index(float index, IndexConversion conversion) {
  switch (conversion) {
    case IndexConversion::Truncate: return std::trunc(index);
    case IndexConversion::Round: return std::floor(index + 0.5f);
    case IndexConversion::Floor: return std::floor(index);
  }
  return index;
}

}  // namespace

Machine::Machine(const Program& program, const Bindings& bindings, const InterpretOptions& options, DeviceModel* device)
    : program_(program),
      bindings_(bindings),
      options_(options),
      device_(device),
      constant_array_(constant_array_size(program)) {
  trace_.invocations = program.stage == Stage::Vertex ? 1 : quad_size;
  make_registers();
}

void Machine::make_registers() {
  for (const Instruction& token : program_.instructions)
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Relative || access.kind == AccessKind::Sample) return;
      const auto type = static_cast<RegisterType>(access.type_code);
      if (info(type).writable(program_.stage) && file(type).size() < access.end()) file(type).resize(access.end());
    });
  const float fill = options_.semantics.unwritten == Unwritten::Zero ? 0.0f : options_.undefined;
  for (std::size_t type = 0; type < registers_.size(); ++type) {
    for (Wide& wide : registers_[type])
      for (Float4& value : wide) value.fill(fill);
    written_[type].resize(registers_[type].size());
  }
}

void Machine::run() {
  for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) {
    const Instruction& token = program_.instructions[i];
    step_ = {};
    step_.token = i;
    step_.active = active_set();
    functions[token.opcode](*this, token);
    if (options_.trace) trace_.steps.push_back(step_);
  }
}

// ------------------------------------------------------------------------------------------------------ reading

Float4 Machine::constant(std::int64_t number) const {
  if (number < 0 || number >= static_cast<std::int64_t>(bindings_.constants.size())) return {};
  return bindings_.constants[static_cast<std::size_t>(number)];
}

Float4 Machine::register_value(RegisterType type, std::uint32_t number, std::size_t invocation) const {
  const std::vector<Float4>* const inputs = inputs_[invocation];
  const bool given = inputs != nullptr && number < inputs->size();
  switch (type) {
    case RegisterType::Attribute: return given ? (*inputs)[number] : Float4{0, 0, 0, 1};
    case RegisterType::Varying: return given ? (*inputs)[number] : Float4{};
    case RegisterType::Constant: return constant(number);
    case RegisterType::InstanceId: return {instance_, instance_, instance_, instance_};
    case RegisterType::Temporary: return file(registers_, type)[number][invocation];
    case RegisterType::Output:
    case RegisterType::Sampler:
    case RegisterType::Depth: break;  // validation rejects them as sources
  }
  return {};
}

// Returns the number of the first register that a relative address reads. The range is checked before the conversion to
// an integer, because converting a float that is out of range is undefined.
std::int64_t Machine::address(const Source& source, std::uint32_t rows, std::size_t invocation) const {
  const Float4 value = register_value(source.index_type(), source.index(), invocation);
  const float index = converted_index(value[source.index_component()], options_.semantics.index_conversion);
  const bool is_signed = options_.semantics.offset_sign == OffsetSign::Signed;
  const std::int64_t offset = is_signed ? static_cast<std::int8_t>(source.offset()) : source.offset();
  if (options_.semantics.clamp_index) {
    const auto low = static_cast<float>(-offset);
    const auto high = static_cast<float>(std::int64_t{constant_array_} - rows - offset);
    return static_cast<std::int64_t>(index > low ? std::min(index, high) : low) +
           offset;  // a NaN selects the first register
  }
  constexpr float beyond = 1 << 20;  // larger indices are beyond every array, and read as zero
  if (std::isnan(index) && nan().index == NanIndex::Offset) return offset;
  if (!(std::fabs(index) < beyond)) return -1;
  return static_cast<std::int64_t>(index) + offset;
}

Wide Machine::read(const Source& source, std::uint32_t row, std::uint32_t rows) {
  Wide result{};
  for (std::size_t i = 0; i < trace_.invocations; ++i) {
    const Float4 whole = source.indirect() ? constant(address(source, rows, i) + row)
                                           : register_value(source.type(), source.index() + row, i);
    for (std::uint32_t c = 0; c < 4; ++c) result[i][c] = whole[source.lane(c)];
  }
  return result;
}

// ------------------------------------------------------------------------------------------------------ writing

void Machine::write(const Destination& destination, const Wide& value, WriteMask components) {
  if (destination.type() == RegisterType::Depth) components &= 1;
  const auto mask = static_cast<WriteMask>(destination.mask() & components);
  Wide& target = file(destination.type())[destination.index()];
  for (std::size_t i = 0; i < quad_size; ++i)
    for (std::uint32_t c = 0; c < 4; ++c)
      if (mask >> c & 1) target[i][c] = value[i][c];
  written_[static_cast<std::size_t>(destination.type())][destination.index()] |= mask;
  if (mask != 0) step_.change = {destination.type(), destination.index(), mask, target};
}

bool Machine::written(RegisterType type, std::uint32_t number) const {
  const std::vector<WriteMask>& masks = written_[static_cast<std::size_t>(type)];
  return number < masks.size() && masks[number] != 0;
}

// ------------------------------------------------------------------------------------------------------ control flow

bool Machine::active(std::size_t invocation) const {
  return std::all_of(conditionals_.begin(), conditionals_.end(),
                     [&](const Conditional& c) { return c.condition[invocation] != c.in_else; });
}

std::uint8_t Machine::active_set() const {
  std::uint8_t set = 0;
  for (std::size_t i = 0; i < trace_.invocations; ++i)
    if (active(i)) set = static_cast<std::uint8_t>(set | 1u << i);
  return set;
}

void Machine::open_if(const Flags& condition) {
  for (std::size_t i = 0; i < trace_.invocations; ++i)
    if (condition[i]) step_.holds = static_cast<std::uint8_t>(step_.holds | 1u << i);
  conditionals_.push_back({condition, registers_, {}, false});
}

void Machine::open_else() {
  Conditional& conditional = conditionals_.back();
  conditional.first_arm = std::exchange(registers_, conditional.before);
  conditional.in_else = true;
  step_.active = active_set();
}

void Machine::close_if() {
  const Conditional conditional = std::move(conditionals_.back());
  conditionals_.pop_back();
  // `registers_` belongs to the arm that has just ended: the second arm, or the only arm of a conditional without els.
  const Registers& other = conditional.in_else ? conditional.first_arm : conditional.before;
  for (std::size_t i = 0; i < trace_.invocations; ++i) {
    if (conditional.condition[i] != conditional.in_else) continue;
    for (std::size_t type = 0; type < registers_.size(); ++type)
      for (std::size_t n = 0; n < registers_[type].size(); ++n) registers_[type][n][i] = other[type][n][i];
  }
  step_.active = active_set();
}

void Machine::kill(const Flags& condition) {
  for (std::size_t i = 0; i < trace_.invocations; ++i) {
    if (!condition[i]) continue;
    step_.holds = static_cast<std::uint8_t>(step_.holds | 1u << i);
    if (active(i)) killed_[i] = true;
  }
}

}  // namespace agal::interpret
