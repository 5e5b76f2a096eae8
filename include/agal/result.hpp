// Result<T>: an optional value, and diagnostics in either case.
//
// The functions of the library throw nothing but std::bad_alloc, where memory runs out; then nothing has changed, and
// all memory is released (docs/reliability.md names the exceptions, in libraries that agalc uses).
#pragma once

#include <optional>
#include <utility>

#include "agal/diagnostic.hpp"

namespace agal {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value, Diagnostics diagnostics = {}) : value_(std::move(value)), diagnostics_(std::move(diagnostics)) {}
  Result(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)) {}

  /// Whether there is a value. There may also be warnings.
  explicit operator bool() const { return value_.has_value(); }
  bool has_value() const { return value_.has_value(); }

  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return std::move(*value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

  Diagnostics& diagnostics() { return diagnostics_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}  // namespace agal
