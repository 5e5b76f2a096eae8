#include "counted_section.hpp"

#include <benchmark/benchmark.h>

void agal_bench_counted(const std::function<void()>& work) {
  work();
  // Prevents a tail call above.
  benchmark::ClobberMemory();
}
