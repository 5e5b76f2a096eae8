// A fast path for tokens that break no rule, which are most tokens. A token that is not plain is checked rule by rule,
// and may still be valid; a plain token is always valid.
#include "validate/context.hpp"

namespace agal::validation {
namespace {

constexpr std::uint64_t direct_fields = 0xf'ff00'ffff;  // number, swizzle, type
constexpr std::uint32_t destination_fields = 0x0f0f'ffff;

bool is_plain_source(const Context& context, SourceRule rule, std::uint32_t rows, Source source) {
  if (rule == SourceRule::None) return source.bits == 0;
  if ((source.bits & ~direct_fields) != 0) return false;
  if (source.index() + rows > context.plain.readable[source.type_code()]) return false;
  if (rule == SourceRule::Scalar && !source.scalar()) return false;
  return source.type() != RegisterType::Temporary ||
         (swizzle_reads(source.swizzle()) & ~context.temporaries.written(source.index())) == 0;
}

bool is_plain_second_source(const Context& context, const OpcodeInfo& op, const Instruction& token) {
  switch (op.src2) {
    case SourceRule::None:
      return token.src2.bits == 0 && (token.src1.type() != RegisterType::Constant || op.opcode == Opcode::Mov);
    case SourceRule::Sampler: return context.plain.knows(token);
    case SourceRule::Matrix:
      if (token.src2.swizzle() != swizzle_identity) return false;
      break;
    case SourceRule::Vector:
    case SourceRule::Scalar: break;
  }
  const bool constants = token.src1.type() == RegisterType::Constant && token.src2.type() == RegisterType::Constant;
  return !constants && is_plain_source(context, op.src2, op.src2 == SourceRule::Matrix ? op.rows : 1, token.src2);
}

bool is_plain_destination(const Context& context, const OpcodeInfo& op, Destination dst) {
  if (op.dest == DestinationRule::None) return dst.bits == 0;
  if ((dst.bits & ~destination_fields) != 0 || dst.mask() == 0) return false;
  if (dst.index() >= context.plain.writable[dst.type_code()]) return false;
  if (dst.type() != RegisterType::Temporary && context.nesting > 0) return false;
  return op.dest == DestinationRule::Xyzw || (dst.mask() & 0x8) == 0;
}

}  // namespace

Plain::Plain(const Context& context) {
  const Stage stage = context.program.stage;
  for (const RegisterInfo& row : register_table) {
    const auto type = static_cast<std::size_t>(row.type);
    // Color and depth outputs have their own rules.
    const bool plainly_written = stage == Stage::Vertex || row.type == RegisterType::Temporary;
    if (row.readable(stage)) readable[type] = limit_of(context, row.type, false);
    if (row.writable(stage) && plainly_written) writable[type] = limit_of(context, row.type, true);
  }
}

bool is_plain(const Context& context, const Instruction& token) {
  const OpcodeInfo* op = token.info();
  if (op == nullptr || op->status != OpcodeStatus::Shipped || context.version() < op->min_version ||
      !covers(op->stage, context.program.stage))
    return false;
  const bool flows = op->flow != Flow::None && op->flow != Flow::Kill;
  if (flows || (op->derivative != Derivative::None && context.nesting > 0)) return false;
  return is_plain_source(context, op->src1, 1, token.src1) && is_plain_second_source(context, *op, token) &&
         is_plain_destination(context, *op, token.dst);
}

}  // namespace agal::validation
