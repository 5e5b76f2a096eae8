// Checks the invariants of the IR: types, scopes and structure.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "ir/semantics.hpp"

namespace agal::ir {
namespace {

constexpr std::string_view no_error;

// Checks the types of one instruction. Its operands must be values of the module.
class TypeCheck {
 public:
  TypeCheck(const Module& module, const Inst& inst) : module_(module), inst_(inst), row_(semantics(inst.op)) {}

  std::string_view run() {
    const bool makes_value = row_.signature->result.width != Width::None;
    if (inst_.is_value() != makes_value) return makes_value ? "it does not have a type" : "it does not produce a value";
    if ((inst_.type.scalar != Scalar::None) != makes_value) return "its type and its width contradict each other";
    if (!covers(row_.stage, module_.stage)) return "not available in this stage";
    if (row_.number == Number::Register && inst_.aux >= base::RegisterSet::capacity)
      return "the register number is out of range";
    if (row_.number == Number::Sampler && inst_.aux >= module_.samplers.size())
      return "the sampler number is out of range";
    if (inst_.op == Op::Compose || inst_.op == Op::Phi) return lanes();
    bool fits = allowed(row_.signature->result, inst_.type);
    for (std::uint32_t i = 0; i < inst_.arg_count(); ++i)
      fits = fits && allowed(row_.signature->operands[i], module_[inst_.arg(i)].type);
    return fits ? no_error : row_.signature->mismatch;
  }

 private:
  bool allowed(TypeRule rule, Type type) {
    if (type.scalar != (rule.scalar == Scalar::None ? inst_.type.scalar : rule.scalar)) return false;
    switch (rule.width) {
      case Width::None:
      case Width::One:
      case Width::Two:
      case Width::Three:
      case Width::Four: return type.width == static_cast<std::uint8_t>(rule.width);
      case Width::Shared: break;
      case Width::SharedVector:
        if (type.width == 1) return false;
        break;
      case Width::OneOrFour: return type.width == 1 || type.width == 4;
      case Width::Coordinate:
        return type.width == (module_.samplers[inst_.aux].dimension == TextureKind::Plane ? 2 : 3);
    }
    if (shared_width_ == 0) shared_width_ = type.width;
    return type.width == shared_width_;
  }

  std::string_view lane(Value from, std::uint32_t number) const {
    const Type type = module_[from].type;
    if (type.scalar != inst_.type.scalar) return "operand and result differ in scalar type";
    return number < type.width ? no_error : "it reads a lane that its operand does not have";
  }

  // Checks the lanes of a composition or a phi.
  std::string_view lanes() const {
    std::string_view found;
    for (std::uint32_t i = 0; i < inst_.type.width && found.empty(); ++i) {
      if (inst_.op == Op::Compose) found = lane(inst_.arg(i), lane_at(inst_.lanes, i));
      for (std::uint32_t side = 0; side < 2 && inst_.op == Op::Phi && found.empty(); ++side)
        found = lane(inst_.arg(side), lane_at(inst_.phi_lanes(side), i));
    }
    return found;
  }

  const Module& module_;
  const Inst& inst_;
  const OpSemantics& row_;
  std::uint8_t shared_width_ = 0;  // 0 if it is not known yet
};

class Verifier {
 public:
  explicit Verifier(const Module& module) : module_(module), scope_of_(module.body.size(), 0) {}

  std::optional<Fault> run() {
    scopes_.push_back(next_scope_++);
    for (at_ = 0; at_ < module_.body.size() && !fault_; ++at_) check(module_.body[at_]);
    if (!fault_ && !ifs_.empty()) fault_ = Fault{at_, "an if without a matching end-if"};
    return std::move(fault_);
  }

 private:
  struct OpenIf {
    std::uint32_t then_scope;
    std::uint32_t else_scope;
    bool has_else;
  };

  void fail(std::string_view what) {
    if (!fault_) fault_ = Fault{at_, fmt::format("{}: {}", info(module_.body[at_].op).text, what)};
  }

  bool visible(Value v) const {
    return std::find(scopes_.begin(), scopes_.end(), scope_of_[index(v)]) != scopes_.end();
  }

  void check_operand(Value v) {
    if (index(v) >= at_) return fail("an operand is used before its definition");
    if (!module_[v].is_value()) return fail("an operand is not a value");
    if (!visible(v)) fail("an operand is out of scope");
  }

  void check(const Inst& inst) {
    scope_of_[at_] = scopes_.back();
    if (inst.type.width > 4) return fail("a value has more than four lanes");
    if (inst.op == Op::Phi)
      check_phi(inst);
    else
      for_each_arg(inst, [&](Value v) {
        if (!fault_) check_operand(v);
      });
    if (!fault_)
      if (const std::string_view error = TypeCheck(module_, inst).run(); !error.empty()) fail(error);
    if (!fault_ && info(inst.op).kind == Kind::Marker) check_marker(inst);
  }

  void check_marker(const Inst& inst) {
    if (inst.op == Op::If) {
      ifs_.push_back({next_scope_, 0, false});
      scopes_.push_back(next_scope_++);
      return;
    }
    if (ifs_.empty()) return fail("no matching if");
    scopes_.pop_back();
    if (inst.op == Op::Else) {
      if (ifs_.back().has_else) return fail("the if already has an else");
      ifs_.back().has_else = true;
      ifs_.back().else_scope = next_scope_;
      scopes_.push_back(next_scope_++);
      return;
    }
    closed_ = ifs_.back();
    closed_at_ = at_;
    ifs_.pop_back();
  }

  void check_phi(const Inst& inst) {
    const Op previous = at_ > 0 ? module_.body[at_ - 1].op : Op::Constant;
    if (previous != Op::EndIf && previous != Op::Phi) return fail("it does not follow an end-if");
    for (std::uint32_t i = 0; i < 2 && !fault_; ++i) {
      const Value v = inst.arg(i);
      if (index(v) >= closed_at_) return fail("an operand is defined after the end-if");
      if (!module_[v].is_value()) return fail("an operand is not a value");
      const bool arm = scope_of_[index(v)] == (i == 0 ? closed_.then_scope : closed_.else_scope);
      if (!visible(v) && !(arm && (i == 0 || closed_.has_else)))
        fail("an operand is not visible at the end of its arm");
    }
  }

  const Module& module_;
  base::Buffer<std::uint32_t> scope_of_;
  base::Buffer<std::uint32_t> scopes_;
  base::Buffer<OpenIf> ifs_;
  OpenIf closed_{};
  std::uint32_t closed_at_ = 0;
  std::uint32_t next_scope_ = 0;
  std::uint32_t at_ = 0;
  std::optional<Fault> fault_;
};

}  // namespace

std::optional<Fault> find_fault(const Module& module) { return Verifier(module).run(); }

std::string verify(const Module& module) {
  const std::optional<Fault> fault = find_fault(module);
  if (!fault) return {};
  return fault->at < module.body.size() ? fmt::format("%{}: {}", fault->at, fault->what) : fault->what;
}

}  // namespace agal::ir
