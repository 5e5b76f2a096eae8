#include "interrupts.hpp"

#include <csignal>

namespace agalc {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

extern "C" void remember_interrupt(int) { interrupt_seen = 1; }

}  // namespace

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

void end_by_interrupt() { std::raise(SIGINT); }

}  // namespace agalc
