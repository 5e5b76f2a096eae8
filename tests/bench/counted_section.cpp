#include "counted_section.hpp"

#include <benchmark/benchmark.h>

void agal_bench_counted(const std::function<void()>& work) {
  work();
  // Keeps the call above from being the last thing that happens here, which would make it a jump.
  benchmark::ClobberMemory();
}
