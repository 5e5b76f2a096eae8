// Handles signals that ask the command to end.
#pragma once

namespace agalc {

/// During the lifetime of a guard, SIGINT and SIGTERM are recorded and do not end agalc. In Node, they always end it.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  static bool interrupted();
};

/// Ends the process by the signal that was recorded last, so that its parent process notices the signal.
void end_by_signal();

}  // namespace agalc
