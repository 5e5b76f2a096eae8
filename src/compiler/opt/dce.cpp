// Dead code elimination: removes instructions that no effect depends on.
#include <algorithm>

#include "ir/live_lanes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

void remove_dead(ir::Module& module, std::span<const std::uint8_t> live) {
  if (std::find(live.begin(), live.end(), 0) == live.end()) return;
  Compactor list(module);
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (live[i] == 0) {
      list.remove(i);
      continue;
    }
    list.next(i);
    list.keep(i);
  }
  list.finish();
}

void eliminate_dead_code(ir::Module& module) { remove_dead(module, ir::live_lanes(module.body)); }

}  // namespace agal::opt
