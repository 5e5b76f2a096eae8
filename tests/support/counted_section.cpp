#include "counted_section.hpp"

void agal_counted(const std::function<void()>& work) {
  work();
  // Prevents a tail call above.
  asm volatile("" ::: "memory");
}
