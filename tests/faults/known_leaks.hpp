// Leaks of third-party code that are known, and not to be reported by the leak sanitizer.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define AGAL_LEAKS_ARE_REPORTED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AGAL_LEAKS_ARE_REPORTED 1
#endif
#endif

#ifdef AGAL_LEAKS_ARE_REPORTED
#include <sanitizer/lsan_interface.h>
#endif

namespace agal::faults {

/// The leak sanitizer ignores what a thread allocates while one of these exists.
class KnownLeaks {
 public:
#ifdef AGAL_LEAKS_ARE_REPORTED
  KnownLeaks() { __lsan_disable(); }
  ~KnownLeaks() { __lsan_enable(); }
#else
  KnownLeaks() {}
#endif
  KnownLeaks(const KnownLeaks&) = delete;
  KnownLeaks& operator=(const KnownLeaks&) = delete;
};

}  // namespace agal::faults
