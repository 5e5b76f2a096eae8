// The section that callgrind counts.
#pragma once

#include <functional>

/// Calls `work`. tools/dev/bench makes callgrind count between entry and return of the function with this name. It is in a
/// separate file, because otherwise GCC calls a clone with another name.
extern "C" void agal_bench_counted(const std::function<void()>& work);
