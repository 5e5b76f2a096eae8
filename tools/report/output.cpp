#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "console/console.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffered = std::size_t{256} << 10;

bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status);
}

}  // namespace

Output::Output(std::string path) : path_(std::move(path)), target_(path_) {
  if (path_ == "-") {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  std::error_code failure;
  if (fs::is_directory(path_, failure)) {
    error_ = EISDIR;
    return;
  }
  if (is_special(path_)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    // A link is followed: what it points to is replaced, not the link.
    if (fs::is_symlink(fs::symlink_status(path_, failure))) {
      const fs::path resolved = fs::weakly_canonical(path_, failure);
      if (!failure) target_ = resolved.string();
    }
    const fs::path target(target_);
    temporary_ = (target.parent_path() / fmt::format(".agalc-{}-{}", ::getpid(), target.filename().string())).string();
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) temporary_.clear();
  }
  if (descriptor_ < 0) error_ = errno;
}

Output::~Output() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void Output::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffered) flush();
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (error_ == 0 && !rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      error_ = errno;
    else
      rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

Diagnostics Output::commit() {
  flush();
  if (descriptor_ > STDERR_FILENO && ::close(descriptor_) != 0 && error_ == 0) error_ = errno;
  descriptor_ = -1;
  if (error_ == 0 && !temporary_.empty()) {
    if (::rename(temporary_.c_str(), target_.c_str()) == 0)
      temporary_.clear();
    else
      error_ = errno;
  }
  if (error_ == 0) return {};
  return agalc::only(agalc::make_diagnostic("cannot-write", path_ == "-" ? "<stdout>" : path_,
                                            {std::generic_category().message(error_)}));
}

DataElement::DataElement(Output& output, std::string_view attributes)
    : output_(output),
      base64_([this](std::string_view text) { output_.write(text); }),
      deflater_([this](std::string_view bytes) { base64_.write(bytes); }) {
  output_.write(fmt::format("<script type=\"text/plain\" {}>", attributes));
}

void DataElement::finish() {
  deflater_.finish();
  base64_.finish();
  output_.write("</script>\n");
}

}  // namespace agal::report
