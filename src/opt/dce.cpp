// Dead code elimination: removes instructions that no effect depends on.
#include <algorithm>

#include "ir/live_lanes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

void eliminate_dead_code(ir::Module& module) {
  const base::Buffer<std::uint8_t> live = ir::live_lanes(module.body);
  if (std::find(live.begin(), live.end(), 0) == live.end()) return;
  Compactor list(module);
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (live[i] == 0) continue;
    list.next(i);
    list.keep(i);
  }
  list.finish();
}

}  // namespace agal::opt
