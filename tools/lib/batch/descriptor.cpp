#include "descriptor.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "console/console.hpp"

namespace agal::batch {

Descriptor::~Descriptor() { close(); }

int Descriptor::close() {
  if (number_ < 0) return 0;
  return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno;
}

int write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

std::optional<std::size_t> read_some(int descriptor, std::span<std::byte> bytes) {
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t count = ::read(descriptor, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
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
