// Calls the work directly on systems that do not have fork.
#include "os/child.hpp"

namespace agalc::os {

bool has_children() { return false; }

ChildResult run_in_child(const std::function<std::string()>& work, const ChildLimits&) { return {work(), {}}; }

std::string find_program(const std::string&) { return {}; }

ChildResult run_program(const std::vector<std::string>&, const ChildLimits&) {
  return {{}, "cannot be started on this system"};
}

}  // namespace agalc::os
