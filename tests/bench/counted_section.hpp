// What callgrind counts.
#pragma once

#include <functional>

/// Calls `work`; tools/bench has callgrind count between entry and return, by this name. In a file of its own: where
/// the callers are seen, GCC calls a copy that has another name.
extern "C" void agal_bench_counted(const std::function<void()>& work);
