#include "shell.hpp"

#include <fmt/format.h>

#include <csignal>
#include <system_error>

namespace agalc {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

extern "C" void remember_interrupt(int) { interrupt_seen = 1; }

}  // namespace

std::string ShellOutcome::text() const {
  switch (kind) {
    case Kind::Exited: return fmt::format("exit status {}", value);
    case Kind::Signaled: return fmt::format("terminated by signal {}", value);
    case Kind::TimedOut: return "timeout";
    case Kind::Interrupted: return "interrupted";
    case Kind::NotStarted: return std::generic_category().message(value);
  }
  return {};
}

InterruptGuard::InterruptGuard() {
  interrupt_seen = 0;
  std::signal(SIGINT, remember_interrupt);
  std::signal(SIGTERM, remember_interrupt);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::interrupted() { return interrupt_seen != 0; }

}  // namespace agalc
