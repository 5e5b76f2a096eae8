// An if with empty arms only merges values computed before it: its phis become selects.
#include "ir/structure.hpp"
#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Op;
using ir::Value;

namespace {

Value gather(ir::Module& module, Value v, ir::Lanes lanes, std::uint8_t width, std::uint32_t token) {
  Inst inst;
  inst.op = Op::Compose;
  inst.type = {module[v].type.scalar, width};
  inst.lanes = lanes;
  inst.token = token;
  for (std::uint32_t c = 0; c < width; ++c) inst.set_arg(c, v);
  return append_folded(module, inst);
}

// By instruction: 1 for an If whose arms contain nothing but constants, which may be anywhere. Empty if there is no
// such If.
base::Buffer<std::uint8_t> find_empty_ifs(std::span<const Inst> body) {
  struct OpenIf {
    std::uint32_t start;
    bool occupied;
  };
  base::Buffer<std::uint8_t> found;
  base::Buffer<OpenIf> open;
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    const Op op = body[i].op;
    if (op == Op::EndIf) {
      const OpenIf closed = open.back();
      open.pop_back();
      if (!closed.occupied && found.empty()) found.assign(body.size(), 0);
      if (!closed.occupied) found[closed.start] = 1;
    }
    if (!open.empty() && op != Op::Else && ir::kind(op) != ir::Kind::Constant) open.back().occupied = true;
    if (op == Op::If) open.push_back({i, false});
  }
  return found;
}

}  // namespace

Value append_select(ir::Module& module, const Inst& phi, Value condition) {
  const std::uint8_t width = phi.type.width;
  Inst inst;
  inst.op = Op::Select;
  inst.type = phi.type;
  inst.token = phi.token;
  inst.hint = phi.hint;
  inst.set_arg(0, gather(module, condition, 0, width, phi.token));
  inst.set_arg(1, gather(module, phi.arg(0), phi.lanes, width, phi.token));
  inst.set_arg(2, gather(module, phi.arg(1), phi.lanes2, width, phi.token));
  return append_folded(module, inst);
}

bool convert_ifs(ir::Module& module) {
  const base::Buffer<std::uint8_t> empty = find_empty_ifs(module.body);
  if (empty.empty()) return false;
  Rewriter rewriter(module);
  const ir::Structure structure = ir::find_structure(rewriter.old());
  for (std::uint32_t i = 0; i < rewriter.old().size(); ++i) {
    const Inst& old = rewriter.old()[i];
    const bool marker = ir::kind(old.op) == ir::Kind::Marker, phi = old.op == Op::Phi;
    const bool removed = (marker || phi) && empty[old.op == Op::If ? i : structure[i].start] != 0;
    if (removed && marker) continue;
    if (removed) {
      const Value condition = rewriter.mapped(ir::condition_of_phi(rewriter.old(), structure, i));
      rewriter.map(i, append_select(module, rewriter.mapped_copy(old), condition));
    } else {
      rewriter.append_mapped(old);
      rewriter.map(i, fold_last(module));
    }
  }
  return true;
}

}  // namespace agal::opt
