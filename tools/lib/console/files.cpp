#include "files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include "agal/text.hpp"
#include "console.hpp"

namespace agalc {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string error_text(int error) { return std::generic_category().message(error); }

agal::Diagnostics cannot_read(const std::string& path, int error) {
  return only(make_diagnostic("cannot-read", display_name(path), {error_text(error)}));
}

bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

agal::Diagnostics write_directly(const std::string& path, std::span<const std::byte> bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_write(path, errno);
  const bool written = write_all(descriptor, bytes);
  const int error = errno;
  if (::close(descriptor) != 0 && written) return cannot_write(path, errno);
  return written ? agal::Diagnostics{} : cannot_write(path, error);
}

agal::Diagnostics write_and_rename(const std::string& path, std::span<const std::byte> bytes) {
  const fs::path target = followed(path), temporary = temporary_beside(target);

  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot_write(path, errno);
  int error = write_all(descriptor, bytes) ? 0 : errno;
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return {};
  ::unlink(temporary.c_str());
  return cannot_write(path, error);
}

std::string escape_for_make(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ' || c == '#') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

}  // namespace

agal::Diagnostics cannot_write(const std::string& path, int error) {
  return only(make_diagnostic("cannot-write", path == "-" ? "<stdout>" : path, {error_text(error)}));
}

// Renaming a file over /dev/null would destroy it.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status);
}

fs::path followed(const std::string& path) {
  std::error_code failed;
  const bool link = fs::is_symlink(fs::symlink_status(path, failed));
  const fs::path resolved = link ? fs::weakly_canonical(path, failed) : fs::path(path);
  return link && !failed ? resolved : fs::path(path);
}

fs::path temporary_beside(const fs::path& target) {
  return target.parent_path() / fmt::format(".agalc-{}-{}", ::getpid(), target.filename().string());
}

std::string display_name(const std::string& path) { return path == "-" ? std::string(stdin_name) : path; }

std::string stem_of(const std::string& path) {
  if (path == "-") return "stdin";
  return fs::path(path).stem().string();
}

agal::Diagnostics file_too_large(const std::string& path, std::size_t max_bytes) {
  return only(make_diagnostic("file-too-large", display_name(path), {agal::grouped(max_bytes)}));
}

agal::Result<std::vector<std::byte>> read_input(const std::string& path, std::size_t max_bytes) {
  File opened;
  std::FILE* file = stdin;
  if (path != "-") {
    opened.reset(std::fopen(path.c_str(), "rbe"));
    if (!opened) return cannot_read(path, errno);
    file = opened.get();
  }
  struct stat status {};
  if (::fstat(::fileno(file), &status) != 0) return cannot_read(path, errno);
  if (S_ISDIR(status.st_mode)) return only(make_diagnostic("is-directory", display_name(path)));

  std::vector<std::byte> bytes;
  std::size_t filled = 0;
  while (filled <= max_bytes) {
    bytes.resize(filled + (std::size_t{64} << 10) + filled);
    const std::size_t count = std::fread(bytes.data() + filled, 1, bytes.size() - filled, file);
    filled += count;
    if (count == 0) break;
  }
  if (std::ferror(file) != 0) return cannot_read(path, errno);
  bytes.resize(filled);
  if (filled > max_bytes) return file_too_large(path, max_bytes);
  if (bytes.empty()) return only(make_diagnostic("empty-file", display_name(path)));
  return bytes;
}

agal::Diagnostics write_output(const std::string& path, std::span<const std::byte> bytes) {
  if (path == "-") return write_all(STDOUT_FILENO, bytes) ? agal::Diagnostics{} : cannot_write(path, errno);
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return cannot_write(path, EISDIR);
  return is_special(path) ? write_directly(path, bytes) : write_and_rename(path, bytes);
}

agal::Diagnostics write_output(const std::string& path, std::string_view text) {
  return write_output(path, std::as_bytes(std::span(text.data(), text.size())));
}

agal::Diagnostics write_binary_output(const std::string& path, std::span<const std::byte> bytes) {
  if (path == "-" && isatty(STDOUT_FILENO) == 1) return only(make_diagnostic("binary-to-terminal", {}));
  return write_output(path, bytes);
}

bool names_directory(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && (path.back() == '/' || fs::is_directory(path, ignored));
}

agal::Diagnostics make_directory(const std::string& path) {
  std::error_code failed;
  fs::create_directories(path, failed);
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return {};
  return cannot_write(path, failed ? failed.value() : ENOTDIR);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code failed;
  return a != "-" && b != "-" && fs::equivalent(a, b, failed) && !failed;
}

std::string depfile_rule(const std::vector<std::string>& outputs, const std::string& input) {
  std::string out;
  for (const std::string& output : outputs) out += escape_for_make(output) + (&output == &outputs.back() ? "" : " ");
  return out + ": " + escape_for_make(input) + "\n";
}

}  // namespace agalc
