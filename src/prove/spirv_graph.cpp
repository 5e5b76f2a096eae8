#include "prove/spirv_graph.hpp"

#include <algorithm>

namespace agal::prove {
namespace {

std::vector<std::uint32_t> next_blocks(const SpirvFunction& function, std::uint32_t block) {
  std::vector<std::uint32_t> out;
  if (function.blocks[block].body.empty()) return out;
  for (const Id label : successors(function.blocks[block].body.back()))
    if (const auto found = function.numbers.find(label); found != function.numbers.end()) out.push_back(found->second);
  return out;
}

struct Edge {
  std::uint32_t from, to;
};

// Computes the reverse postorder of the blocks, and the back edges: edges to a block on the current path.
void walk(const SpirvFunction& function, std::vector<std::uint32_t>& order, std::vector<Edge>& back) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<Mark> marks(function.blocks.size(), Mark::New);
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t n = open.back();
    if (marks[n] != Mark::New) {
      open.pop_back();
      if (marks[n] == Mark::Open) order.push_back(n);
      marks[n] = Mark::Done;
      continue;
    }
    marks[n] = Mark::Open;
    for (const std::uint32_t next : next_blocks(function, n)) {
      if (marks[next] == Mark::Open) back.push_back({n, next});
      if (marks[next] == Mark::New) open.push_back(next);
    }
  }
  std::reverse(order.begin(), order.end());
}

}  // namespace

std::vector<Id> successors(const SpirvInstruction& inst) {
  if (inst.op == spv::OpBranch) return {inst[1]};
  if (inst.op == spv::OpBranchConditional) return {inst[3], inst[2]};
  std::vector<Id> out;
  if (inst.op != spv::OpSwitch) return out;
  for (std::size_t i = 4; i < inst.size(); i += 2) out.push_back(inst[i]);
  out.push_back(inst[2]);
  return out;
}

bool Graph::is_in(std::uint32_t block, std::uint32_t header) const {
  if (header == no_loop) return true;
  for (std::uint32_t at = loop[block]; at != no_loop; at = outer[at])
    if (at == header) return true;
  return false;
}

std::optional<Graph> graph_of(const SpirvFunction& function) {
  Graph graph;
  std::vector<Edge> back;
  walk(function, graph.order, back);
  const std::size_t count = function.blocks.size();
  graph.loop.assign(count, no_loop);
  graph.outer.assign(count, no_loop);
  if (back.empty()) return graph;
  std::vector<std::vector<std::uint32_t>> previous(count);
  for (const std::uint32_t n : graph.order)
    for (const std::uint32_t next : next_blocks(function, n)) previous[next].push_back(n);
  // Headers of outer loops come first in the order, so that an inner loop takes its blocks from the outer loop.
  for (const std::uint32_t header : graph.order) {
    std::vector<std::uint32_t> open;
    for (const Edge& edge : back)
      if (edge.to == header) open.push_back(edge.from);
    if (open.empty()) continue;
    graph.outer[header] = graph.loop[header];
    graph.loop[header] = header;
    std::vector<bool> seen(count);
    seen[header] = true;
    while (!open.empty()) {
      const std::uint32_t n = open.back();
      open.pop_back();
      if (seen[n]) continue;
      seen[n] = true;
      // A path from the first block that avoids the header is a second entry.
      if (n == 0 || graph.loop[n] != graph.outer[header]) return std::nullopt;
      graph.loop[n] = header;
      open.insert(open.end(), previous[n].begin(), previous[n].end());
    }
  }
  return graph;
}

}  // namespace agal::prove
