// Generates writes of outputs. They are planned at the beginning, and most of them are emitted at the end.
#include <algorithm>

#include "generator.hpp"

namespace agal::smith {

// Plans writes of all four components: at once, in parts, or with some components written twice.
void Generator::plan_whole_or_in_parts(RegisterType type, std::uint32_t number) {
  const auto add = [&](WriteMask mask) { outputs_.push_back(Destination::make(type, number, mask)); };
  if (dice_.chance(65)) {
    add(0xf);
    if (dice_.chance(20)) add(any_mask(DestinationRule::Xyzw));
    return;
  }
  const WriteMask part = dice_.chance(50) ? WriteMask{0x7} : static_cast<WriteMask>(dice_.between(1, 14));
  add(part);
  add(static_cast<WriteMask>(0xf & ~part));
}

void Generator::plan_outputs() {
  if (program_.stage == Stage::Vertex) {
    plan_whole_or_in_parts(RegisterType::Output, 0);
    for (const std::uint32_t number : shared_.varyings) plan_whole_or_in_parts(RegisterType::Varying, number);
  } else {
    const std::uint32_t max = count(RegisterType::Output);
    const std::uint32_t colors = max > 1 && dice_.chance(35) ? dice_.between(2, max) : 1;
    for (std::uint32_t i = 0; i < colors; ++i) outputs_.push_back(Destination::make(RegisterType::Output, i));
    if (count(RegisterType::Depth) > 0 && dice_.chance(20))
      outputs_.push_back(Destination::make(RegisterType::Depth, 0, 0x1));
  }
  for (std::size_t i = outputs_.size(); i > 1; --i)
    std::swap(outputs_[i - 1], outputs_[dice_.roll(static_cast<std::uint32_t>(i))]);
  reserved_ = static_cast<std::uint32_t>(outputs_.size());
}

void Generator::write_output() {
  const Destination dst = outputs_.back();
  outputs_.pop_back();
  --reserved_;
  const bool two = dice_.chance(50) && unread_registers() > 1;
  const OpcodeInfo* op = choose_opcode(dst.mask(), two);
  // Devices clamp depth to 0..1.
  if (dst.type() == RegisterType::Depth && dice_.chance(75)) op = &info(Opcode::Sat);
  operation(op == nullptr ? info(Opcode::Mov) : *op, dst);
}

std::uint32_t Generator::unread_registers() const {
  std::uint32_t found = 0;
  for (const Known& known : temporaries_) found += known.unread != 0 ? 1u : 0u;
  return found;
}

// Combines values that have not been read yet, so that most of the program affects its outputs.
void Generator::use_up() {
  const std::uint32_t kept = 2 * static_cast<std::uint32_t>(outputs_.size());
  for (std::uint32_t left = std::min(size_ / 2, 16u); left > 0 && unread_registers() > kept; --left)
    if (const OpcodeInfo* const op = choose_opcode(WriteMask{0xf}, true)) operation(*op, {});
}

}  // namespace agal::smith
