// Lints for instructions without an effect: results that are never read, and moves of a register to itself. A backward
// walk computes the liveness of components.
#include <algorithm>
#include <vector>

#include "agal/operands.hpp"
#include "base/register_set.hpp"
#include "lint/linter.hpp"

namespace agal::linting {
namespace {

// A set of components for every writable register. Registers that are not tracked count as read.
class Components {
 public:
  // Makes the state after the last token: all outputs are read.
  explicit Components(const Program& program) {
    for (const Instruction& token : program.instructions) size_ = std::max(size_, bound(token));
    masks_.resize(std::size_t{size_} * register_table.size());
    for (std::uint32_t type = 0; type < register_table.size(); ++type)
      if (static_cast<RegisterType>(type) != RegisterType::Temporary)
        std::fill_n(masks_.data() + place(type, 0), size_, WriteMask{0xf});
  }

  WriteMask get(std::uint32_t type_code, std::uint32_t index) const {
    return known(type_code, index) ? masks_[place(type_code, index)] : WriteMask{0xf};
  }
  void add(std::uint32_t type_code, std::uint32_t index, WriteMask mask) {
    if (known(type_code, index)) masks_[place(type_code, index)] |= mask;
  }
  void remove(std::uint32_t type_code, std::uint32_t index, WriteMask mask) {
    if (known(type_code, index)) masks_[place(type_code, index)] &= static_cast<WriteMask>(~mask);
  }
  Components& operator|=(const Components& other) {
    for (std::size_t i = 0; i < masks_.size(); ++i) masks_[i] |= other.masks_[i];
    return *this;
  }

 private:
  static std::uint32_t bound(const Instruction& token) {
    const std::uint32_t index = token.dst.index();
    return index < base::RegisterSet::capacity ? index + 1 : 0;
  }
  bool known(std::uint32_t type_code, std::uint32_t index) const {
    return find_register(type_code) != nullptr && index < size_;
  }
  std::size_t place(std::uint32_t type_code, std::uint32_t index) const {
    return std::size_t{type_code} * size_ + index;
  }

  std::uint32_t size_ = 0;  // the number of registers of each type
  std::vector<WriteMask> masks_;
};

// Returns true for a move of a constant. Programs often initialize a register or some of its components with such a
// move, because the player requires all components to be written.
bool initializes(const Instruction& token) {
  return token.is(Opcode::Mov) && token.src1.type() == RegisterType::Constant;
}

class LivenessCheck {
 public:
  explicit LivenessCheck(Linter& linter) : linter_(linter), read_(linter.program) {}

  void run() {
    const std::vector<Instruction>& tokens = linter_.program.instructions;
    for (std::size_t i = tokens.size(); i-- > 0;) visit(i, tokens[i], *tokens[i].info());
  }

 private:
  void visit(std::size_t i, const Instruction& token, const OpcodeInfo& op) {
    switch (op.flow) {
      case Flow::None:
      case Flow::Kill: break;
      case Flow::EndIf: open_.push_back(read_); return;
      case Flow::Else: std::swap(open_.back(), read_); return;
      case Flow::If:
        read_ |= open_.back();
        open_.pop_back();
        break;
    }
    if (op.dest != DestinationRule::None) write(i, token, op);
    read_sources(token);
  }

  void write(std::size_t i, const Instruction& token, const OpcodeInfo& op) {
    WriteMask mask = token.dst.mask();
    if (op.dest == DestinationRule::Xyz) mask &= 7;
    const std::uint32_t type = token.dst.type_code(), index = token.dst.index();
    const RegisterInfo* const row = find_register(type);
    if (row == nullptr || !row->writable(linter_.program.stage)) return;
    // A result is only reported if none of its components is read. Authors of AGAL often write three components
    // although they need two.
    if (mask != 0 && (mask & read_.get(type, index)) == 0 && !initializes(token))
      linter_.report(Rule::ResultNeverUsed, i, Operand::Destination,
                     {register_name(type, index, linter_.program.stage) + mask_text(mask),
                      row->type == RegisterType::Temporary ? "nothing reads it, or it is overwritten first"
                                                           : "it is overwritten"});
    read_.remove(type, index, mask);
  }

  // Marks the sources of a token as read, even if its own result is not read, so that one mistake is reported once. All
  // components in a swizzle count, because the player requires all of them to be written.
  void read_sources(const Instruction& token) {
    for_each_access(token, [&](const Access& access) {
      if (access.kind != AccessKind::Read && access.kind != AccessKind::Index) return;
      for (std::uint32_t index = access.first; index < access.end(); ++index)
        read_.add(access.type_code, index, access.components);
    });
  }

  Linter& linter_;
  Components read_;
  // For each open conditional, the components that are read after its eif, or, if the backward walk has passed its els,
  // the components that are read at the beginning of the else branch.
  std::vector<Components> open_;
};

bool keeps_lanes_in_place(const Instruction& token) {
  for (std::uint32_t lane = 0; lane < 4; ++lane)
    if ((token.dst.mask() >> lane & 1) != 0 && token.src1.lane(lane) != lane) return false;
  return true;
}

}  // namespace

void check_results(Linter& linter) {
  if (linter.wants(Rule::ResultNeverUsed) && has_structure(linter.program)) LivenessCheck(linter).run();
}

void check_moves(Linter& linter) {
  for (std::size_t i = 0; i < linter.program.instructions.size(); ++i) {
    const Instruction& token = linter.program.instructions[i];
    const bool same_register = !token.src1.indirect() && token.src1.type_code() == token.dst.type_code() &&
                               token.src1.index() == token.dst.index();
    if (token.is(Opcode::Mov) && same_register && keeps_lanes_in_place(token))
      linter.report(Rule::MoveToItself, i, Operand::Source1,
                    {register_name(token.dst.type_code(), token.dst.index(), linter.program.stage) +
                     mask_text(token.dst.mask())});
  }
}

}  // namespace agal::linting
