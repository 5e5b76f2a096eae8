// Runs work that may need more stack than the calling thread has.
#pragma once

#include <cstddef>
#include <functional>

namespace agal::base {

/// Runs `work` on a new thread with a stack of at least `bytes`, not counting thread-local variables, and returns when
/// it is done. `work` must not throw. False: the system cannot provide such a thread, and `work` was not called. Memory
/// is only used for the part of the stack that is touched; costs about 30 µs.
[[nodiscard]] bool run_on_big_stack(std::size_t bytes, const std::function<void()>& work);

}  // namespace agal::base
