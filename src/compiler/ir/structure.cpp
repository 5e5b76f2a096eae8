#include "ir/structure.hpp"

namespace agal::ir {

Structure find_structure(std::span<const Inst> body) {
  Structure structure;
  base::Buffer<Structure::Place>& places = structure.places_;
  base::Buffer<std::uint32_t> open;
  std::uint32_t closed = Structure::none;
  for (const Inst& inst : body) {
    const Op op = inst.op;
    const Kind what = kind(op);
    if (what != Kind::Marker && what != Kind::Phi) continue;
    const auto i = static_cast<std::uint32_t>(&inst - body.data());
    if (op == Op::Phi) {
      places[i].start = closed;
      continue;
    }
    if (op == Op::If) {
      if (places.empty()) places.resize(body.size());
      open.push_back(i);
      continue;
    }
    const std::uint32_t start = open.back();
    places[i].start = start;
    if (places[start].other == Structure::none) places[start].other = i;
    if (op == Op::Else) continue;
    places[start].end = i;
    closed = start;
    open.pop_back();
  }
  return structure;
}

}  // namespace agal::ir
