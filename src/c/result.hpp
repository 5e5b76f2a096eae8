// agal_result, and the functions that fill it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/agal.h"
#include "agal/diagnostic.hpp"
#include "base/buffer.hpp"
#include "c/diagnostics.hpp"
#include "c/guard.hpp"
#include "c/proofs.hpp"
#include "c/shader_interface.hpp"

struct agal_result {
  /// A part of the result: text, bytes, or a text of the diagnostics (Json, Messages), which is made when it is read.
  struct Part {
    enum class Kind : std::uint8_t { Text, Bytes, Json, Messages };
    static constexpr std::size_t max_name = 23;
    std::array<char, max_name + 1> name{};  // not a std::string: some libraries allocate for as few as 11 characters
    std::string text;
    std::vector<std::uint64_t> bytes;  // aligned for words; at least one zero byte follows the content
    std::size_t size = 0;              // the number of bytes
    Kind kind = Kind::Text;
  };

  agal_status status = AGAL_OK;
  std::size_t errors = 0, warnings = 0;
  agal::base::Buffer<Part> parts;
  agal::c::ResultDiagnostics diagnostics;
  std::array<std::unique_ptr<agal::c::InterfaceRows>, 2> interfaces;  // the index is the stage
  std::array<std::unique_ptr<agal::c::ProofRows>, 2> proofs;          // the index is the stage

  agal_result() { parts.reserve(usual_parts); }
  /// Creates a result without allocating memory.
  constexpr agal_result(agal_status result_status, std::size_t error_count)
      : status(result_status), errors(error_count) {}
  // Results come and go with each translation, so they use recycled blocks.
  static void* operator new(std::size_t size) { return agal::base::allocate_block(size); }
  static void operator delete(void* result, std::size_t size) { agal::base::free_block(result, size); }
  void add_bytes(std::string_view name, std::span<const std::byte> content);
  void add_text(std::string_view name, std::string text);
  /// Adds the parts "diagnostics" and "messages", and counts the diagnostics. If any of them is an error, the status
  /// becomes AGAL_REJECTED.
  void add(agal::Diagnostics found);
  /// Returns the content of a part, and stores its size unless `size` is null. Returns nullptr if there is not enough
  /// memory.
  const char* content(const Part& part, std::size_t* size) const;
  /// Adds the interface of one stage.
  void add(agal::Interface interface);

 private:
  static constexpr std::size_t usual_parts = 4;
  Part& new_part(std::string_view name, Part::Kind kind);
};

namespace agal::c {

/// Returns the static result for operations without memory. Releasing it does nothing.
agal_result* no_memory_result();

/// Creates a result with a status and a message, and without diagnostics.
agal_result* failed_result(agal_status status, std::string_view message);

/// Creates a result that belongs to the caller of the library. `fill(result)` fills it.
template <class Fill>
agal_result* make_result(Fill&& fill) {
  return guarded(
      [&] {
        auto result = std::make_unique<agal_result>();
        fill(*result);
        return result.release();
      },
      no_memory_result, [](const char* what) { return failed_result(AGAL_INTERNAL_ERROR, what); });
}

}  // namespace agal::c
