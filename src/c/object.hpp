// The objects behind the pointers of agal.h. All that are alive are known, so that a pointer which is none of them, or
// was released, is noticed.
#pragma once

#include <memory>
#ifndef __wasi__
#include <mutex>
#endif

#include "c/address_set.hpp"

namespace agal::c {

#ifdef __wasi__
/// WebAssembly has one thread, and its C++ library no locks.
struct Mutex {};
struct Lock {
  explicit Lock(Mutex&) {}
};
#else
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
#endif

/// The living objects of one type. Thread-safe.
template <class T>
class Living {
 public:
  /// Takes ownership; may throw std::bad_alloc.
  static T* add(std::unique_ptr<T> object) {
    const Lock lock(mutex_);
    all_.add(object.get());
    return object.release();
  }
  /// The object itself; nullptr: not one that is alive.
  template <class Pointer>
  static Pointer* find(Pointer* object) {
    const Lock lock(mutex_);
    return all_.contains(object) ? object : nullptr;
  }
  static void release(T* object) {
    {
      const Lock lock(mutex_);
      if (!all_.remove(object)) return;
    }
    delete object;
  }

 private:
  inline static Mutex mutex_;
  inline static AddressSet all_;
};

}  // namespace agal::c
