// What oneTBB promises about the order of calls on different threads, told to the thread sanitizer: libtbb comes
// without instrumentation, so that the sanitizer does not see it.
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

/// What was done here happens before what others do once they have taken over under this address. Both do nothing in
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

/// For what is done by one after the other: takes over, and hands over when it goes.
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
