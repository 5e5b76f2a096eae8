// Runs a function of agal.h so that no exception leaves it. A build without exceptions ends the process if memory runs
// out.
#pragma once

#ifdef __cpp_exceptions
#include <exception>
#include <new>
#endif

namespace agal::c {

/// Returns the result of `work`. If `work` throws, returns the result of `no_memory()` for std::bad_alloc, and of
/// `fault(text)` for other exceptions.
template <class Work, class NoMemory, class Fault>
auto guarded(Work&& work, NoMemory&& no_memory, Fault&& fault) {
#ifdef __cpp_exceptions
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::exception& error) {
    return fault(error.what());
  }
#else
  static_cast<void>(no_memory);
  static_cast<void>(fault);
  return work();
#endif
}

}  // namespace agal::c
