#include "files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "console.hpp"
#include "os/files.hpp"
#include "os/process.hpp"
#include "os/terminal.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

constexpr int stdin_descriptor = 0, stdout_descriptor = 1;

// The maximum number of links that are followed, as on Linux. It ends links that lead to themselves.
constexpr int max_links = 40;

// An open input, which is closed at the end unless it is stdin.
class InputFile {
 public:
  explicit InputFile(const std::string& path)
      : descriptor_(path == "-" ? stdin_descriptor : os::open_file(path, os::Open::Read)) {}
  ~InputFile() {
    if (descriptor_ > stdin_descriptor) os::close_file(descriptor_);
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// The ids and paths of the files that were read. Commands read files in several threads.
//
// A file system gives the id of a deleted file to a new one. Therefore, an id only counts while the path that was read
// still leads to the same id.
class ReadFiles {
 public:
  void add(const os::FileId& id, const std::string& path) {
    std::error_code ignored;
    std::string place = path == "-" ? path : fs::absolute(path, ignored).string();
    const Lock lock(busy_);
    if (paths_.size() < max_remembered_files) paths_.emplace(id, std::move(place));
  }
  bool contains(const os::FileId& id) {
    const std::vector<std::string> paths = paths_of(id);
    return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      const std::optional<os::FileStatus> status = path == "-" ? os::status_of(stdin_descriptor) : os::status_of(path);
      return status && status->id == id;
    });
  }

 private:
  class Lock {
   public:
    explicit Lock(std::atomic_flag& busy) : busy_(busy) {
      while (busy_.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Lock() { busy_.clear(std::memory_order_release); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    std::atomic_flag& busy_;
  };

  std::vector<std::string> paths_of(const os::FileId& id) {
    const Lock lock(busy_);
    std::vector<std::string> out;
    for (auto found = paths_.lower_bound({id, ""}); found != paths_.end() && found->first == id; ++found)
      out.push_back(found->second);
    return out;
  }

  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  std::set<std::pair<os::FileId, std::string>> paths_;
};

ReadFiles& read_files() {
  static ReadFiles files;
  return files;
}

std::string error_text(int error) { return std::generic_category().message(error); }

agal::Diagnostics cannot_read(const std::string& path, int error) {
  return only(make_diagnostic("cannot-read", display_name(path), {error_text(error)}));
}

// The bytes of a file, or the reason why they are missing.
struct Content {
  enum class State : std::uint8_t { Read, Unreadable, Directory, Empty, TooLarge };
  State state;
  std::vector<std::byte> bytes{};
  int error = 0;  // `errno` of an unreadable file
};

Content content_of(const std::string& path, std::size_t max_bytes) {
  using State = Content::State;
  const InputFile file(path);
  if (file.get() < 0) return {errno == EISDIR ? State::Directory : State::Unreadable, {}, errno};
  const std::optional<os::FileStatus> status = os::status_of(file.get());
  if (!status) return {State::Unreadable, {}, errno};
  if (status->type == os::FileType::Folder) return {State::Directory};
  if (status->type == os::FileType::Regular) read_files().add(status->id, path);

  std::vector<std::byte> bytes;
  std::size_t filled = 0;
  while (filled <= max_bytes) {
    bytes.resize(filled + (std::size_t{64} << 10) + filled);
    const std::ptrdiff_t count = os::read_file(file.get(), std::span(bytes).subspan(filled));
    if (count < 0) return {State::Unreadable, {}, errno};
    filled += static_cast<std::size_t>(count);
    if (count == 0) break;
  }
  bytes.resize(filled);
  if (filled > max_bytes) return {State::TooLarge};
  if (bytes.empty()) return {State::Empty};
  return {State::Read, std::move(bytes)};
}

agal::Diagnostics write_directly(const std::string& path, std::span<const std::byte> bytes) {
  const int descriptor = os::open_file(path, os::Open::Overwrite);
  if (descriptor < 0) return cannot_write(path, errno);
  int error = write_all(descriptor, bytes);
  if (const int late = os::close_file(descriptor); error == 0) error = late;
  return error == 0 ? agal::Diagnostics{} : cannot_write(path, error);
}

agal::Diagnostics write_and_rename(const std::string& path, std::span<const std::byte> bytes) {
  const fs::path target = followed(path);
  if (is_link(target)) return cannot_write(path, ELOOP);
  const std::string temporary = temporary_beside(target).string();

  const int descriptor = os::open_file(temporary, os::Open::Create);
  if (descriptor < 0) return cannot_write(path, errno);
  int error = write_all(descriptor, bytes);
  if (const int late = os::close_file(descriptor); error == 0) error = late;
  if (error == 0) error = os::rename_file(temporary, target.string());
  if (error == 0) return {};
  os::remove_file(temporary);
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

int write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::ptrdiff_t written = os::write_file(descriptor, bytes);
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

agal::Diagnostics cannot_write(const std::string& path, int error) {
  return only(make_diagnostic("cannot-write", path == "-" ? "<stdout>" : path, {error_text(error)}));
}

// Renaming a file over /dev/null would destroy the device.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status);
}

// The target of the last link need not exist, so std::filesystem::canonical does not help.
fs::path followed(const std::string& path) {
  fs::path at = path;
  for (int links = 0; links < max_links && is_link(at); ++links) {
    std::error_code failed;
    const fs::path target = fs::read_symlink(at, failed);
    if (failed) break;
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  return at;
}

bool is_link(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(fs::symlink_status(path, ignored));
}

fs::path temporary_beside(const fs::path& target) {
  return target.parent_path() / fmt::format(".agalc-{}-{}", os::process_id(), target.filename().string());
}

std::string display_name(const std::string& path) { return path == "-" ? std::string(stdin_name) : path; }

std::string stem_of(const std::string& path) {
  if (path == "-") return "stdin";
  return fs::path(path).stem().string();
}

agal::Diagnostics file_too_large(const std::string& path, std::size_t max_bytes) {
  return only(make_diagnostic("file-too-large", display_name(path), {agal::base::grouped(max_bytes)}));
}

agal::Result<std::vector<std::byte>> read_input(const std::string& path, std::size_t max_bytes) {
  Content content = content_of(path, max_bytes);
  switch (content.state) {
    case Content::State::Read: return std::move(content.bytes);
    case Content::State::Unreadable: return cannot_read(path, content.error);
    case Content::State::Directory: return only(make_diagnostic("is-directory", display_name(path)));
    case Content::State::Empty: return only(make_diagnostic("empty-file", display_name(path)));
    case Content::State::TooLarge: break;
  }
  return file_too_large(path, max_bytes);
}

agal::Result<std::vector<std::byte>> read_data(const std::string& path, std::string_view malformed) {
  Content content = content_of(path, max_program_file_bytes);
  const auto fault = [&](std::string_view why) { return only(make_diagnostic(malformed, display_name(path), {why})); };
  switch (content.state) {
    case Content::State::Read: return std::move(content.bytes);
    case Content::State::Unreadable: return cannot_read(path, content.error);
    case Content::State::Directory: return fault("this is a directory");
    case Content::State::Empty: return fault("the file is empty");
    case Content::State::TooLarge: break;
  }
  return fault(fmt::format("the file is larger than {} bytes", agal::base::grouped(max_program_file_bytes)));
}

std::vector<std::byte> first_bytes(const std::string& path, std::size_t count) {
  const InputFile file(path);
  std::vector<std::byte> bytes(file.get() < 0 ? 0 : count);
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const std::ptrdiff_t more = os::read_file(file.get(), std::span(bytes).subspan(filled));
    if (more <= 0) break;
    filled += static_cast<std::size_t>(more);
  }
  bytes.resize(filled);
  return bytes;
}

agal::Diagnostics write_output(const std::string& path, std::span<const std::byte> bytes) {
  if (path == "-") {
    const int error = write_all(stdout_descriptor, bytes);
    return error == 0 ? agal::Diagnostics{} : cannot_write(path, error);
  }
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return cannot_write(path, EISDIR);
  if (agal::Diagnostics found = check_not_read(path); found.has_errors()) return found;
  return is_special(path) ? write_directly(path, bytes) : write_and_rename(path, bytes);
}

agal::Diagnostics write_output(const std::string& path, std::string_view text) {
  return write_output(path, std::as_bytes(std::span(text.data(), text.size())));
}

agal::Diagnostics write_binary_output(const std::string& path, std::span<const std::byte> bytes) {
  if (path == "-" && os::is_terminal(os::Stream::Output)) return only(make_diagnostic("binary-to-terminal", {}));
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
  return cannot_write(path, failed ? os::error_number(failed) : ENOTDIR);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code failed;
  return a != "-" && b != "-" && fs::equivalent(a, b, failed) && !failed;
}

bool was_read(const os::FileId& id) { return read_files().contains(id); }

agal::Diagnostics check_not_read(const std::string& path) {
  const std::optional<os::FileStatus> status = os::status_of(followed(path).string());
  if (!status || status->type != os::FileType::Regular || !was_read(status->id)) return {};
  return usage_error("the product would overwrite the input " + path, "write it to another file");
}

std::string depfile_rule(const std::vector<std::string>& outputs, const std::string& input) {
  std::string out;
  for (const std::string& output : outputs) out += escape_for_make(output) + (&output == &outputs.back() ? "" : " ");
  return out + ": " + escape_for_make(input) + "\n";
}

}  // namespace agalc
