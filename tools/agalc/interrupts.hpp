// Signals that ask the command to end.
#pragma once

namespace agalc {

/// During its lifetime, SIGINT and SIGTERM do not end agalc, but are recorded. In Node, they always end it.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  static bool interrupted();
};

/// Ends the process as SIGINT does, so that its parent process knows.
void end_by_interrupt();

}  // namespace agalc
