#include "streamed_file.hpp"

#include <algorithm>
#include <cerrno>
#include <span>

#include "files.hpp"
#include "os/files.hpp"

namespace agalc {
namespace {

int last_error() { return errno != 0 ? errno : EIO; }

}  // namespace

void DescriptorBuffer::open(int descriptor) {
  descriptor_ = descriptor;
  setp(bytes_.data(), bytes_.data() + bytes_.size());
}

bool DescriptorBuffer::flush() {
  std::span<const std::byte> bytes = std::as_bytes(std::span<const char>(pbase(), pptr()));
  while (descriptor_ >= 0 && error_ == 0 && !bytes.empty()) {
    const std::ptrdiff_t written = os::write_file_at(descriptor_, bytes, position_);
    if (written < 0) error_ = last_error();
    const auto count = static_cast<std::size_t>(std::max<std::ptrdiff_t>(written, 0));
    position_ += count;
    bytes = bytes.subspan(count);
  }
  setp(bytes_.data(), bytes_.data() + bytes_.size());
  return error_ == 0;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  if (descriptor_ < 0 || !flush()) return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof())) sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

DescriptorBuffer::pos_type DescriptorBuffer::seekoff(off_type offset, std::ios_base::seekdir from,
                                                     std::ios_base::openmode which) {
  const off_type here = static_cast<off_type>(position_) + (pptr() - pbase());
  if (from == std::ios_base::beg) return seekpos(offset, which);
  return from == std::ios_base::cur && offset == 0 ? pos_type(here) : pos_type(off_type(-1));
}

DescriptorBuffer::pos_type DescriptorBuffer::seekpos(pos_type position, std::ios_base::openmode) {
  if (!flush() || off_type(position) < 0) return pos_type(off_type(-1));
  position_ = static_cast<std::uint64_t>(off_type(position));
  return position;
}

int DescriptorBuffer::close() {
  if (descriptor_ < 0) return error_;
  flush();
  if (const int late = os::close_file(descriptor_); error_ == 0) error_ = late;
  descriptor_ = -1;
  return error_;
}

StreamedFile::StreamedFile(std::string path) : path_(std::move(path)), direct_(path_ == "-" || is_special(path_)) {
  if (direct_) return;
  std::error_code ignored;
  if (os::fs::is_directory(path_, ignored)) {
    failed_ = cannot_write(path_, EISDIR);
    return;
  }
  target_ = followed(path_);
  if (is_link(target_)) {
    failed_ = cannot_write(path_, ELOOP);
    return;
  }
  const os::fs::path temporary = temporary_beside(target_);
  const int descriptor = os::open_file(temporary.string(), os::Open::Create);
  if (descriptor < 0) {
    failed_ = cannot_write(path_, errno);
    return;
  }
  buffer_.open(descriptor);
  temporary_ = temporary;
}

StreamedFile::~StreamedFile() {
  if (temporary_.empty()) return;
  buffer_.close();
  os::remove_file(temporary_.string());
}

agal::Diagnostics StreamedFile::commit() {
  if (failed_.has_errors()) return failed_;
  if (agal::Diagnostics found = check_not_read(path_); found.has_errors()) return found;
  if (direct_) return write_output(path_, text_.str());
  int error = buffer_.close();
  if (error == 0) error = os::rename_file(temporary_.string(), target_.string());
  if (error != 0) return cannot_write(path_, error);
  temporary_.clear();
  return {};
}

}  // namespace agalc
