#include "interrupts.hpp"

#include <csignal>

namespace agalc {
namespace {

volatile std::sig_atomic_t signal_seen = 0;

extern "C" void remember_signal(int signal) { signal_seen = signal; }

}  // namespace

InterruptGuard::InterruptGuard() {
  signal_seen = 0;
  std::signal(SIGINT, remember_signal);
  std::signal(SIGTERM, remember_signal);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::interrupted() { return signal_seen != 0; }

void end_by_signal() { std::raise(static_cast<int>(signal_seen)); }

}  // namespace agalc
