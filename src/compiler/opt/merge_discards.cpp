// Merges kills that are separated only by arithmetic. AGAL does not have side effects, so a pixel may run for a few
// more instructions. Each kill costs a branch on the GPU and two blocks in SPIR-V. Tools that read SPIR-V need time for
// every block, and some also need stack.

#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

// Returns true for operations that a pixel should not execute after it is known to be discarded.
bool is_expensive(Op op) { return ir::is_sample(op) || ir::kind(op) == Kind::Marker; }

// Returns, for each instruction, 1 for a kill that can be merged into the next one. Empty if there are no such kills.
// Kills in different arms are always separated by a marker, so arms do not need special treatment.
base::Buffer<std::uint8_t> find_followed(std::span<const Inst> body) {
  base::Buffer<std::uint8_t> followed;
  bool kill_follows = false;
  for (auto i = static_cast<std::uint32_t>(body.size()); i-- > 0;) {
    if (kill_follows && is_expensive(body[i].op)) kill_follows = false;
    if (body[i].op != Op::Kill) continue;
    if (kill_follows && followed.empty()) followed.assign(body.size(), 0);
    if (kill_follows) followed[i] = 1;
    kill_follows = true;
  }
  return followed;
}

}  // namespace

bool merge_discards(ir::Module& module) {
  const base::Buffer<std::uint8_t> followed = find_followed(module.body);
  if (followed.empty()) return false;
  Rewriter rewriter(module);
  ir::Builder builder(module);
  Value pending = Value::None;  // the condition of the kills to be merged into the next one
  rewriter.for_each([&](std::uint32_t i, const Inst& old) {
    if (old.op != Op::Kill) return rewriter.append_mapped(old);
    Value condition = rewriter.mapped(old.arg(0));
    builder.set_origin(old.token, {});
    if (pending != Value::None && pending != condition) condition = builder.lanewise(Op::Or, pending, condition);
    pending = followed[i] != 0 ? condition : Value::None;
    return followed[i] != 0 ? Value::None : builder.make(Op::Kill, {}, {condition});
  });
  return true;
}

}  // namespace agal::opt
