#include "cost.hpp"

#include <bit>

namespace agal::reduce {
namespace {

// A register with number 0 is simpler than others. The type has more weight than the number.
std::uint64_t register_cost(std::uint32_t type_code, std::uint32_t index) {
  constexpr std::uint64_t type_step = 1 << 16;
  const RegisterInfo* const row = find_register(type_code);
  if (row == nullptr) return 8 * type_step + index;
  switch (row->type) {
    case RegisterType::Attribute:
    case RegisterType::Varying: return index;
    case RegisterType::Constant: return type_step + index;
    case RegisterType::Temporary: return 2 * type_step + index;
    case RegisterType::Output:
    case RegisterType::Depth:
    case RegisterType::InstanceId:
    case RegisterType::Sampler: return 3 * type_step + index;
  }
  return 0;
}

constexpr std::uint64_t detail = 1 << 20;  // has more weight than the type and number of a register

std::uint64_t source_cost(SourceRule rule, Source source) {
  const std::uint8_t plain = rule == SourceRule::Scalar ? 0x00 : swizzle_identity;
  std::uint64_t sum = source.swizzle() == plain ? 0 : detail;
  if (source.reserved() != 0) sum += detail;
  if (source.indirect())
    sum += 8 * detail + register_cost(source.index_type_code(), source.index()) + source.offset() +
           source.index_component();
  else
    sum += register_cost(source.type_code(), source.index());
  return sum;
}

std::uint64_t sampler_cost(SamplerOperand sampler) {
  std::uint64_t sum = sampler.index();
  for (const SamplerFieldInfo& field : sampler_field_table)
    sum += detail * static_cast<std::uint64_t>(std::popcount(sampler.field(field.field)));
  if (sampler.bias_eighths() != 0) sum += detail;
  if (sampler.reserved() != 0) sum += detail;
  return sum;
}

// Opcodes with fewer sources are simpler, and mov is the simplest.
std::uint64_t opcode_cost(const OpcodeInfo& op) {
  if (op.opcode == Opcode::Mov) return 0;
  return 16 * detail * (1u + (op.src1 != SourceRule::None ? 1u : 0u) + (op.src2 != SourceRule::None ? 1u : 0u));
}

std::uint64_t token_cost(const Instruction& token) {
  const OpcodeInfo* const op = token.info();
  if (op == nullptr) return 1024 * detail;
  std::uint64_t sum = opcode_cost(*op);
  if (op->dest != DestinationRule::None) {
    const int whole = op->dest == DestinationRule::Xyz ? 3 : 4;
    const int lanes = std::popcount(static_cast<unsigned>(token.dst.mask()));
    sum += detail * static_cast<std::uint64_t>(lanes < whole ? whole - lanes : lanes - whole);
    sum += register_cost(token.dst.type_code(), token.dst.index());
    if (token.dst.reserved() != 0) sum += detail;
  }
  if (op->src1 != SourceRule::None) sum += source_cost(op->src1, token.src1);
  if (op->samples())
    sum += sampler_cost(token.sampler());
  else if (op->src2 != SourceRule::None)
    sum += source_cost(op->src2, token.src2);
  // The bits of unused operands.
  if (op->dest == DestinationRule::None && token.dst.bits != 0) sum += detail;
  if (op->src1 == SourceRule::None && token.src1.bits != 0) sum += detail;
  if (op->src2 == SourceRule::None && token.src2.bits != 0) sum += detail;
  return sum;
}

}  // namespace

Cost cost(const Program& program) {
  Cost sum;
  sum.tokens = program.instructions.size();
  sum.details = program.trailing.size();
  for (const Instruction& token : program.instructions) sum.details += token_cost(token);
  return sum;
}

}  // namespace agal::reduce
