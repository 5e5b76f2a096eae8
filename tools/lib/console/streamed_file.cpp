#include "streamed_file.hpp"

#include <cerrno>

#include "files.hpp"
#include "os/files.hpp"

namespace agalc {
namespace {

// Streams do not have an error code, but the failed system call may have set errno.
int last_error() { return errno != 0 ? errno : EIO; }

}  // namespace

StreamedFile::StreamedFile(std::string path) : path_(std::move(path)), direct_(path_ == "-" || is_special(path_)) {
  if (direct_) return;
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) {
    failed_ = cannot_write(path_, EISDIR);
    return;
  }
  target_ = followed(path_);
  const std::filesystem::path temporary = temporary_beside(target_);
  errno = 0;
  file_.open(temporary, std::ios::binary | std::ios::trunc);
  if (!file_)
    failed_ = cannot_write(path_, last_error());
  else
    temporary_ = temporary;
}

StreamedFile::~StreamedFile() {
  if (temporary_.empty()) return;
  file_.close();
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

agal::Diagnostics StreamedFile::commit() {
  if (failed_.has_errors()) return failed_;
  if (direct_) return write_output(path_, buffer_.str());
  errno = 0;
  file_.close();
  if (!file_) return cannot_write(path_, last_error());
  if (const int error = os::rename_file(temporary_.string(), target_.string()); error != 0)
    return cannot_write(path_, error);
  temporary_.clear();
  return {};
}

}  // namespace agalc
