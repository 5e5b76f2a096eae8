// Work in a child process, which may crash, hang or use too much memory without harm to this one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace agalc::os {

struct ChildLimits {
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes, in addition to those in use now
  unsigned processor_seconds = 10;
  unsigned seconds = 60;  // on the clock
};

struct ChildResult {
  std::string output;  // what the work returned
  std::string fault;   // why there is no output: "ended with signal 11"; "" if there is
};

/// Whether work runs in a process of its own. False on Windows and in Node, where `run_in_child` calls it.
bool has_children();

/// Runs the work in a copy of this process, which ends with it: nothing else that the work changes remains. Its output has
/// at most 256 MiB. Only the calling thread exists in the child, so no other thread may hold a lock that the work needs.
/// Linux limits the memory; other systems do not.
ChildResult run_in_child(const std::function<std::string()>& work, const ChildLimits& limits = {});

}  // namespace agalc::os
