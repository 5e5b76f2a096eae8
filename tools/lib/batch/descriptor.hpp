// A file descriptor that closes itself, and the few calls that everything here is made of.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "agal/diagnostic.hpp"

namespace agal::batch {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  explicit operator bool() const { return number_ >= 0; }
  int get() const { return number_; }
  /// Closes it now; what `errno` says about that, 0: it went well.
  int close();

 private:
  int number_ = -1;
};

/// 0, or the value of `errno`.
int write_all(int descriptor, std::span<const std::byte> bytes);

/// Reads until the end of the file or until `bytes` is full; how many came. Nothing: `errno` says why.
std::optional<std::size_t> read_some(int descriptor, std::span<std::byte> bytes);

/// "No space left on device".
std::string error_text(int error);

Diagnostics cannot_read(const std::string& path, int error);
Diagnostics cannot_write(const std::string& path, int error);

}  // namespace agal::batch
