// Hides known leaks of third-party code from the leak sanitizer.
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

/// The leak sanitizer ignores the allocations of a thread while one of these objects exists.
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
