// Calls the work directly on systems that do not have fork.
#include "os/child.hpp"

namespace agalc::os {

bool has_children() { return false; }

ChildResult run_in_child(const std::function<std::string()>& work, const ChildLimits&) { return {work(), {}}; }

}  // namespace agalc::os
