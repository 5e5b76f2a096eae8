// Converts the phis of an `if` with empty arms to selects. Such an `if` only merges values that are computed before it.
#include <algorithm>

#include "ir/structure.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

// Returns true if the arms of the `if` at `start` are empty except for constants, which may be anywhere.
bool is_empty(std::span<const Inst> body, const ir::Structure& structure, std::uint32_t start) {
  const auto arms = body.subspan(start + 1, structure[start].end - start - 1);
  return std::all_of(arms.begin(), arms.end(),
                     [](const Inst& inst) { return inst.op == Op::Else || ir::kind(inst.op) == Kind::Constant; });
}

}  // namespace

Value append_select(ir::Module& module, const Inst& phi, Value condition) {
  const std::uint8_t width = phi.type.width;
  Inst inst;
  inst.op = Op::Select;
  inst.type = phi.type;
  inst.token = phi.token;
  inst.hint = phi.hint;
  inst.set_arg(0, append_folded(module, ir::swizzle(module, condition, 0, width, phi.token)));
  for (std::uint32_t i = 0; i < 2; ++i)
    inst.set_arg(1 + i, append_folded(module, ir::swizzle(module, phi.arg(i), phi.phi_lanes(i), width, phi.token)));
  return append_folded(module, inst);
}

bool convert_ifs(ir::Module& module) {
  const ir::Structure structure = ir::find_structure(module.body);
  if (!structure.has_ifs()) return false;
  base::Buffer<std::uint8_t> empty(module.body.size(), 0);  // indexed by the position of the If
  bool any = false;
  for (std::uint32_t i = 0; i < module.body.size(); ++i)
    if (module.body[i].op == Op::If && is_empty(module.body, structure, i)) empty[i] = any = true;
  if (!any) return false;
  Rewriter rewriter(module);
  rewriter.for_each([&](std::uint32_t i, const Inst& old) {
    const bool marker = ir::kind(old.op) == Kind::Marker, phi = old.op == Op::Phi;
    const bool removed = (marker || phi) && empty[old.op == Op::If ? i : structure[i].start] != 0;
    if (removed && marker) return Value::None;
    if (removed) {
      const Value condition = rewriter.mapped(ir::condition_of_phi(rewriter.old(), structure, i));
      return append_select(module, rewriter.mapped_copy(old), condition);
    }
    rewriter.append_mapped(old);
    return fold_last(module);
  });
  return true;
}

}  // namespace agal::opt
