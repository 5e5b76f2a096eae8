// The diagnostics of agal.h. Texts and structures are made on demand. Most callers of a translation only ask if it
// succeeded, and making the texts of one warning takes longer than translating a short program.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agal/agal.h"
#include "agal/diagnostic.hpp"
#include "c/guard.hpp"

namespace agal::c {

/// A value that the first call of `get`, in any thread, makes.
template <class T>
class OnDemand {
 public:
  constexpr OnDemand() = default;
  ~OnDemand() { delete made_.load(std::memory_order_acquire); }
  OnDemand(const OnDemand&) = delete;
  OnDemand& operator=(const OnDemand&) = delete;

  /// Returns the value; nullptr if there is not enough memory.
  template <class Make>
  const T* get(Make&& make) const {
    if (const T* const made = made_.load(std::memory_order_acquire)) return made;
    return guarded([&] { return keep(std::unique_ptr<const T>(new T(make()))); }, []() -> const T* { return nullptr; },
                   [](const char*) -> const T* { return nullptr; });
  }

 private:
  // Keeps the value, unless another thread was faster.
  const T* keep(std::unique_ptr<const T> made) const {
    const T* before = nullptr;
    return made_.compare_exchange_strong(before, made.get(), std::memory_order_acq_rel) ? made.release() : before;
  }

  mutable std::atomic<const T*> made_{nullptr};
};

/// Owns the structures of diagnostics, and the texts to which they point.
class DiagnosticRows {
 public:
  explicit DiagnosticRows(Diagnostics diagnostics);
  DiagnosticRows(const DiagnosticRows&) = delete;
  DiagnosticRows& operator=(const DiagnosticRows&) = delete;

  const std::vector<agal_diagnostic>& rows() const { return rows_; }

 private:
  Diagnostics texts_;
  std::vector<agal_diagnostic> rows_;
};

/// The diagnostics of a result.
class ResultDiagnostics {
 public:
  /// Sets the diagnostics. Must not be called after any of the functions below.
  void set(Diagnostics found) { found_ = std::move(found); }

  std::size_t size() const { return found_.size(); }
  /// Returns the number of the first error that has a number of the player; 0 if there is none.
  std::uint32_t player_error() const;

  // These functions return nullptr if there is not enough memory.
  const DiagnosticRows* rows() const;
  const std::string* json() const;
  const std::string* messages() const;

 private:
  Diagnostics found_;
  OnDemand<DiagnosticRows> rows_;
  OnDemand<std::string> json_, messages_;
};

}  // namespace agal::c
