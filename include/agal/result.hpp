// Result<T>: an optional value, and diagnostics in either case.
//
// The functions of the library throw only std::bad_alloc, if memory runs out. Nothing has then changed, and all memory
// is released. docs/data/faults.md lists exceptions from this rule in libraries that agalc uses.
#pragma once

#include <optional>
#include <utility>

#include "agal/diagnostic.hpp"

namespace agal {

/// The result of an operation that may fail: a value if it succeeded, and messages in both cases.
template <class T>
class [[nodiscard]] Result {
 public:
  /// A success; the messages should not contain errors.
  Result(T value, Diagnostics diagnostics = {}) : value_(std::move(value)), diagnostics_(std::move(diagnostics)) {}
  /// A failure; the messages should contain an error.
  Result(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)) {}

  /// Returns true if there is a value. There may also be warnings.
  explicit operator bool() const { return value_.has_value(); }
  /// Returns true if there is a value. There may also be warnings.
  bool has_value() const { return value_.has_value(); }

  T& operator*() & { return *value_; }               // the value, which must exist
  const T& operator*() const& { return *value_; }    // the value, which must exist
  T&& operator*() && { return std::move(*value_); }  // the value, which must exist
  T* operator->() { return &*value_; }               // a member of the value, which must exist
  const T* operator->() const { return &*value_; }   // a member of the value, which must exist

  Diagnostics& diagnostics() { return diagnostics_; }              // all messages, including warnings and notes
  const Diagnostics& diagnostics() const { return diagnostics_; }  // all messages, including warnings and notes

 private:
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}  // namespace agal
