#include "ir/uniformity.hpp"

namespace agal::ir {

base::Buffer<std::uint8_t> find_uniform(std::span<const Inst> body, const Structure& structure) {
  base::Buffer<std::uint8_t> uniform(body.size(), 0);
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    const Inst& inst = body[i];
    bool same = kind(inst.op) != Kind::Input || inst.op == Op::LoadUniform;
    same = same && !is_sample(inst.op);
    for_each_arg(inst, [&](Value v) { same = same && uniform[index(v)] != 0; });
    if (inst.op == Op::Phi) same = same && uniform[index(condition_of_phi(body, structure, i))] != 0;
    uniform[i] = same ? 1 : 0;
  }
  return uniform;
}

}  // namespace agal::ir
