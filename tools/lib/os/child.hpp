// Runs work in a child process, which may crash, hang or use too much memory without harm to this process.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace agalc::os {

struct ChildLimits {
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes, in addition to the memory in use now
  unsigned processor_seconds = 10;
  unsigned seconds = 60;  // wall-clock time
};

struct ChildResult {
  std::string output;  // the string that the work returned
  std::string fault;   // the reason if the output is missing: "ended with signal 11"
  int exit_status = 0;
};

/// Returns true if `run_in_child` starts a process. On Windows and in Node, `run_in_child` calls the work directly.
bool has_children();

/// Runs the work in a copy of this process, which ends with the work. Only the output remains, which has at most 256
/// MiB; other changes are lost. Only the calling thread exists in the child, so no other thread may hold a lock that
/// the work needs. The memory is limited on Linux only.
ChildResult run_in_child(const std::function<std::string()>& work, const ChildLimits& limits = {});

// The following functions are missing on systems without child processes.

/// Returns the path of a program in a folder of the environment variable PATH. Returns "" if there is none.
std::string find_program(const std::string& name);

/// Runs a program with empty stdin. `command` consists of the path of the program and its arguments. The output is what
/// it prints to stdout and stderr. The exit status is not a fault. The limits are the same as for `run_in_child`.
ChildResult run_program(const std::vector<std::string>& command, const ChildLimits& limits = {});

}  // namespace agalc::os
