// An owning file descriptor, basic calls on files, and locks of folders.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "agal/result.hpp"

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
  /// Closes the descriptor now. Returns 0 or the value of `errno`.
  int close();

 private:
  int number_ = -1;
};

/// Writes all bytes. Returns 0 or the value of `errno`.
int write_all(int descriptor, std::span<const std::byte> bytes);

/// Creates a file with these bytes. Returns 0 or the value of `errno`. After an error, the file does not exist or is
/// the file that existed before.
int write_new_file(const std::string& path, std::span<const std::byte> bytes);

/// Reads until the end of the file or until `bytes` is full. Returns the number of bytes. After an error, returns
/// nullopt, and `errno` has the reason.
std::optional<std::size_t> read_some(int descriptor, std::span<std::byte> bytes);

/// Returns the system's message, for example "No space left on device".
std::string error_text(int error);

Diagnostics cannot_read(const std::string& path, int error);
Diagnostics cannot_write(const std::string& path, int error);

// The locks of `Scratch`. A lock ends with its process.

/// Creates the folder if necessary, and locks it. Each run holds this lock only briefly, at its start and at its end.
Result<Descriptor> lock_folder(const std::string& folder);

/// Locks a file in the folder that this run has created for itself. After a failure, the descriptor is empty and
/// `error` is the value of `errno`.
Descriptor lock_run(const std::string& folder, int& error);

/// Returns true if a run holds the lock of `lock_run` for this folder.
bool is_locked(const std::string& folder);

}  // namespace agal::batch
