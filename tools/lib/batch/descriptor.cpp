#include "descriptor.hpp"

#include <cerrno>
#include <system_error>

#include "cli/console.hpp"
#include "os/files.hpp"

namespace agal::batch {

Descriptor::~Descriptor() { close(); }

int Descriptor::close() {
  if (number_ < 0) return 0;
  return agalc::os::close_file(std::exchange(number_, -1));
}

int write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::ptrdiff_t written = agalc::os::write_file(descriptor, bytes);
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_new_file(const std::string& path, std::span<const std::byte> bytes) {
  Descriptor file(agalc::os::open_file(path, agalc::os::Open::Create));
  if (!file) return errno;
  int error = write_all(file.get(), bytes);
  // Some file systems report a full disk only when the file is closed.
  if (const int late = file.close(); error == 0) error = late;
  if (error != 0) agalc::os::remove_file(path);
  return error;
}

std::optional<std::size_t> read_some(int descriptor, std::span<std::byte> bytes) {
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const std::ptrdiff_t count = agalc::os::read_file(descriptor, bytes.subspan(filled));
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  return filled;
}

std::string error_text(int error) { return std::generic_category().message(error); }

Diagnostics cannot_read(const std::string& path, int error) {
  return agalc::only(agalc::make_diagnostic("cannot-read", path, {error_text(error)}));
}

Diagnostics cannot_write(const std::string& path, int error) {
  return agalc::only(agalc::make_diagnostic("cannot-write", path, {error_text(error)}));
}

}  // namespace agal::batch
