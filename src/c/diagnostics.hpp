// The diagnostics of a result as structures of agal.h.
#pragma once

#include <cstdint>
#include <vector>

#include "agal/agal.h"
#include "agal/diagnostic.hpp"

namespace agal::c {

/// Owns the structures and the texts to which they point. A move does not change the addresses of the texts.
class DiagnosticRows {
 public:
  DiagnosticRows() = default;
  explicit DiagnosticRows(Diagnostics diagnostics);

  const std::vector<agal_diagnostic>& rows() const { return rows_; }
  /// Returns the number of the first error that is the player's; 0 if there is none.
  std::uint32_t player_error() const;

 private:
  Diagnostics texts_;
  std::vector<agal_diagnostic> rows_;
};

}  // namespace agal::c
