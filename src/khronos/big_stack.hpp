// Work that needs more stack than the calling thread may have.
#pragma once

#include <cstddef>
#include <functional>

namespace agal::khronos {

/// Runs `work` on a thread of its own with a stack of at least `bytes`, thread-local variables not counted, and returns
/// when it is done. `work` must not throw. False: the system has no room for such a thread, and `work` was not called.
/// Memory is taken for the part of the stack that is used; costs some 30 µs.
[[nodiscard]] bool run_on_big_stack(std::size_t bytes, const std::function<void()>& work);

}  // namespace agal::khronos
