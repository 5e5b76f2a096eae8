// The checks and choices that the fuzz targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "agal/compile.hpp"
#include "agal/games/extract.hpp"

namespace agal::fuzz {

/// Aborts with the text and the diagnostics if the property does not hold.
void promise(bool kept, std::string_view what, const Diagnostics& diagnostics = {});

/// Checks the properties of everything that is found in a file.
void check_extraction(const Result<Extraction>& found);

/// Checks that a result without a value has errors, and that none of them is internal.
template <class T>
void check_refusal(const Result<T>& result) {
  if (result) return;
  promise(result.diagnostics().has_errors(), "what is refused has an error");
  for (const Diagnostic& diagnostic : result.diagnostics())
    promise(diagnostic.code / 1000 != 5, "no internal error", result.diagnostics());
}

/// Takes numbers from the beginning of an input. After its end, returns zeros.
class Choices {
 public:
  explicit Choices(std::span<const std::byte> bytes) : rest_(bytes) {}
  std::uint8_t byte();
  /// Returns a number below `count`, which is at most 256.
  std::size_t below(std::size_t count) { return byte() % count; }
  /// Returns this many bytes, or all that remain.
  std::span<const std::byte> take(std::size_t count);
  std::span<const std::byte> rest() const { return rest_; }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace agal::fuzz
