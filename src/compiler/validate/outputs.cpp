// Rules about destinations and outputs.
#include <fmt/format.h>

#include <bit>

#include "validate/context.hpp"

namespace agal::validation {
namespace {

bool leaves_program(RegisterType type) {
  return type == RegisterType::Output || type == RegisterType::Varying || type == RegisterType::Depth;
}

bool is_color(const Context& context, Destination dst) {
  return !context.vertex() && dst.type() == RegisterType::Output;
}

std::string mask_name(WriteMask mask) {
  if (mask == 0) return "none";
  return mask == 0xf ? ".xyzw" : mask_text(mask);
}

bool check_mask(Context& context, const OpcodeInfo& op, Destination dst) {
  if (is_color(context, dst) && dst.mask() != 0xf)
    return !context.report(Rule::ColorMask, Operand::Destination, {mask_name(dst.mask())});
  if (dst.type() == RegisterType::Depth && dst.mask() != 0x1)
    return !context.report(Rule::DepthMask, Operand::Destination, {mask_name(dst.mask())});
  if (dst.mask() == 0) return !context.report(Rule::EmptyMask, Operand::Destination);
  if (op.dest == DestinationRule::Xyz && (dst.mask() & 0x8) != 0)
    return !context.report(Rule::MaskHasW, Operand::Destination, {op.text});
  return true;
}

// Returns true for register types that the player's AGAL 1 code uses internally, in programs that it rewrites. In an
// uploaded program, the player accepts these types with any index, and then rejects their reserved bits.
bool is_internal(std::uint32_t type_byte) {
  return type_byte == 0x11 || type_byte == 0x12 || type_byte == 0x13 || type_byte == 0x16;
}

bool report_reserved_bits(Context& context, Destination dst) {
  return context.report(Rule::ReservedBits, Operand::Destination,
                        {name(Operand::Destination), fmt::format("0x{:08x}", dst.reserved())});
}

// Reports a second write to a color, as a warning for AGAL 1, because the player's AGAL 1 code does not have this rule.
void report_color_twice(Context& context, Destination dst) {
  const std::string color = context.name(dst);
  if (context.version() == 1)
    context.warn(Rule::ColorTwice, Operand::Destination, {color});
  else
    context.report(Rule::ColorTwice, Operand::Destination, {color});
}

}  // namespace

void check_any_destination(Context& context, const OpcodeInfo& op) {
  const Destination dst = context.instruction().dst;
  if (op.dest == DestinationRule::None) {
    if (dst.bits != 0) context.report(Rule::DestinationNotZero, Operand::Destination, {op.text});
    return;
  }
  const bool is_byte = context.types_are_bytes() && dst.type_byte() != dst.type_code();
  if (is_byte && !is_internal(dst.type_byte())) {
    context.report(Rule::UnknownRegisterType, Operand::Destination, {fmt::format("0x{:02x}", dst.type_byte())});
    return;
  }
  if (is_byte) return static_cast<void>(report_reserved_bits(context, dst));
  if (!check_known(context, Operand::Destination, dst.type_code())) return;
  const bool usable = info(dst.type()).writable(context.program.stage);
  if (!check_range(context, Operand::Destination, dst.type(), dst.index(), 1, usable)) return;
  const std::uint32_t color = is_color(context, dst) ? 1u << dst.index() : 0u;
  const bool again = (context.colors_written & color) != 0;
  context.colors_written |= color;

  if (dst.reserved() != 0 && report_reserved_bits(context, dst)) return;
  if (!usable) return report_unwritable(context, dst.type(), dst.index());
  if (!check_mask(context, op, dst)) return;
  if (leaves_program(dst.type()) && context.nesting > 0) {
    context.report(Rule::OutputInIf, Operand::Destination, {context.name(dst)});
    return;
  }
  if (again) report_color_twice(context, dst);
}

void check_outputs(Context& context) {
  const std::uint32_t written = context.colors_written;
  const auto consecutive = static_cast<std::uint32_t>(std::countr_one(written));
  const std::uint32_t beyond = written >> consecutive;
  if (beyond == 0) return;
  const std::uint32_t stray = consecutive + static_cast<std::uint32_t>(std::countr_zero(beyond));
  for (context.token = 0; context.token < context.program.instructions.size(); ++context.token) {
    const Instruction& instruction = context.instruction();
    const OpcodeInfo* op = instruction.info();
    if (op != nullptr && op->dest != DestinationRule::None && is_color(context, instruction.dst) &&
        instruction.dst.index() == stray)
      break;
  }
  context.report(Rule::OutputGap, Operand::Destination,
                 {context.name(RegisterType::Output, stray), context.name(RegisterType::Output, consecutive)});
}

}  // namespace agal::validation
