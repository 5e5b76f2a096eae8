// The common part of all main functions. It prepares the process, and catches the remaining exceptions, which mean that
// memory has run out or that agalc has a bug.
#pragma once

#include <exception>
#include <new>

#include "console.hpp"
#include "os/process.hpp"

namespace agalc {

/// Returns the exit status of `body`, for main to return. An exception is printed as an internal error of `name`.
template <class Body>
int guarded(const char* name, const Body& body) {
  os::prepare_process();
  try {
    return static_cast<int>(body());
  } catch (const std::bad_alloc&) {
    print_error(name);
    print_error(": out of memory\n");
    return static_cast<int>(ExitStatus::OutOfMemory);
  } catch (const std::exception& fault) {
    for (const char* part : {name, ": internal error: ", fault.what(), "\n"}) print_error(part);
  }
  return static_cast<int>(ExitStatus::Internal);
}

}  // namespace agalc
