// Annotations for the thread sanitizer: the happens-before relations that oneTBB guarantees between calls on different
// threads, and that the sanitizer cannot see because libtbb is not instrumented.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define AGAL_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define AGAL_THREAD_SANITIZER
#endif
#endif
#ifdef AGAL_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace agal::batch {

/// Everything before a release happens before everything after an acquire of the same address. Both do nothing in
/// builds without the thread sanitizer.
inline void tsan_release([[maybe_unused]] const void* address) {
#ifdef AGAL_THREAD_SANITIZER
  __tsan_release(const_cast<void*>(address));
#endif
}
inline void tsan_acquire([[maybe_unused]] const void* address) {
#ifdef AGAL_THREAD_SANITIZER
  __tsan_acquire(const_cast<void*>(address));
#endif
}

/// For scopes that run one at a time: acquires, and releases at the end.
class SerialScope {
 public:
  explicit SerialScope(const void* address) : address_(address) { tsan_acquire(address); }
  ~SerialScope() { tsan_release(address_); }
  SerialScope(const SerialScope&) = delete;
  SerialScope& operator=(const SerialScope&) = delete;

 private:
  const void* address_;
};

}  // namespace agal::batch
