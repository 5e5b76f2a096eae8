#include "os/node.hpp"
#include "os/threads.hpp"

namespace agalc::os {

unsigned core_count() { return 1; }

void run_on_threads(unsigned, const std::function<void()>& work) { work(); }

void sleep(std::chrono::milliseconds time) { node::agalc_node_sleep(static_cast<double>(time.count())); }

}  // namespace agalc::os
