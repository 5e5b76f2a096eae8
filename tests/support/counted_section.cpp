#include "counted_section.hpp"

void agal_counted(const std::function<void()>& work) {
  work();
  // Prevents that the call above becomes a tail call.
  asm volatile("" ::: "memory");
}
