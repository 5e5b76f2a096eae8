// Result<T>: an optional value, and diagnostics in either case.
//
// The functions of the library throw nothing but std::bad_alloc, where memory runs out; then nothing has changed, and
// all memory is released (docs/reliability.md names the exceptions, in libraries that agalc uses).
#pragma once

#include <optional>
#include <utility>

#include "agal/diagnostic.hpp"

namespace agal {

/// The outcome of an operation that may fail: a value if it did not, and messages in either case.
template <class T>
class [[nodiscard]] Result {
 public:
  /// A success; the messages should not contain errors.
  Result(T value, Diagnostics diagnostics = {}) : value_(std::move(value)), diagnostics_(std::move(diagnostics)) {}
  /// A failure; the messages should contain an error.
  Result(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)) {}

  /// Whether there is a value. There may also be warnings.
  explicit operator bool() const { return value_.has_value(); }
  /// The same.
  bool has_value() const { return value_.has_value(); }

  T& operator*() & { return *value_; }               // the value, which must exist
  const T& operator*() const& { return *value_; }    // the value, which must exist
  T&& operator*() && { return std::move(*value_); }  // the value, which must exist
  T* operator->() { return &*value_; }               // a member of the value, which must exist
  const T* operator->() const { return &*value_; }   // a member of the value, which must exist

  Diagnostics& diagnostics() { return diagnostics_; }              // the messages, warnings and notes too
  const Diagnostics& diagnostics() const { return diagnostics_; }  // the messages, warnings and notes too

 private:
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}  // namespace agal
