#include "interrupts.hpp"

namespace agalc {

InterruptGuard::InterruptGuard() = default;
InterruptGuard::~InterruptGuard() = default;
bool InterruptGuard::interrupted() { return false; }
void end_by_signal() {}

}  // namespace agalc
