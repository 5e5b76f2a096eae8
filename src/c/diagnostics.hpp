// Diagnostics as agal.h returns them. Texts and structures are made when they are asked for: most callers of a
// translation only ask whether it succeeded, and the texts of one warning take longer than to translate a short
// program.
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

/// A value that is made by the first call of `get`, in any thread.
template <class T>
class OnDemand {
 public:
  constexpr OnDemand() = default;
  ~OnDemand() { delete made_.load(std::memory_order_acquire); }
  OnDemand(const OnDemand&) = delete;
  OnDemand& operator=(const OnDemand&) = delete;

  /// nullptr: there is no memory for it.
  template <class Make>
  const T* get(Make&& make) const {
    if (const T* const made = made_.load(std::memory_order_acquire)) return made;
    return guarded([&] { return keep(std::unique_ptr<const T>(new T(make()))); }, []() -> const T* { return nullptr; },
                   [](const char*) -> const T* { return nullptr; });
  }

 private:
  // Another thread may have been faster: its value stays.
  const T* keep(std::unique_ptr<const T> made) const {
    const T* before = nullptr;
    return made_.compare_exchange_strong(before, made.get(), std::memory_order_acq_rel) ? made.release() : before;
  }

  mutable std::atomic<const T*> made_{nullptr};
};

/// The structures, and the texts that they point to.
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
  /// Not after something was asked for.
  void set(Diagnostics found) { found_ = std::move(found); }

  std::size_t size() const { return found_.size(); }
  /// The number of the first error that is the player's own; 0: there is none.
  std::uint32_t player_error() const;

  // Each is nullptr if there is no memory for it.
  const DiagnosticRows* rows() const;
  const std::string* json() const;
  const std::string* messages() const;

 private:
  Diagnostics found_;
  OnDemand<DiagnosticRows> rows_;
  OnDemand<std::string> json_, messages_;
};

}  // namespace agal::c
