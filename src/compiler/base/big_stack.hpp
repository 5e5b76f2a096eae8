// Runs work that may need more stack than the calling thread has.
#pragma once

#include <cstddef>
#include <functional>

namespace agal::base {

/// Runs `work` on a new thread with a stack of at least `bytes`, not counting thread-local variables, and returns true
/// when `work` has returned. Returns false without calling `work` if the system cannot provide such a thread. `work`
/// must not throw. The call takes about 30 µs, and only the part of the stack that is touched uses memory.
[[nodiscard]] bool run_on_big_stack(std::size_t bytes, const std::function<void()>& work);

}  // namespace agal::base
