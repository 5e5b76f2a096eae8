// Diagnostics as the structures of agal.h.
#pragma once

#include <cstdint>
#include <vector>

#include "agal/agal.h"
#include "agal/diagnostic.hpp"

namespace agal::c {

/// The structures, and the texts that they point to. It may be moved, for the texts stay where they are.
class DiagnosticRows {
 public:
  DiagnosticRows() = default;
  explicit DiagnosticRows(Diagnostics diagnostics);

  const std::vector<agal_diagnostic>& rows() const { return rows_; }
  /// The number of the first error that is the player's own; 0: there is none.
  std::uint32_t player_error() const;

 private:
  Diagnostics texts_;
  std::vector<agal_diagnostic> rows_;
};

}  // namespace agal::c
