// Reads tar archives, and the compressions around them, with libarchive.
#include <archive.h>
#include <archive_entry.h>

#include <optional>

#include "container/archive.hpp"
#include "container/formats.hpp"

namespace agal::container {
namespace {

struct CloseArchive {
  void operator()(archive* handle) const { archive_read_free(handle); }
};
using Handle = std::unique_ptr<archive, CloseArchive>;

// Enables the support for a compression. If libarchive would start an external program to decompress, it returns a
// warning, and the stream is not read.
bool support_compression(archive* handle, Compression compression) {
  switch (compression) {
    case Compression::None: return true;
    case Compression::Gzip: return archive_read_support_filter_gzip(handle) == ARCHIVE_OK;
    case Compression::Xz: return archive_read_support_filter_xz(handle) == ARCHIVE_OK;
    case Compression::Bzip2: return archive_read_support_filter_bzip2(handle) == ARCHIVE_OK;
    case Compression::Zstd: return archive_read_support_filter_zstd(handle) == ARCHIVE_OK;
  }
  return false;
}

// Opens a tar archive, or data as a single entry, and moves to the first entry. Returns null if the data cannot be
// read.
Handle open_at_first(Bytes bytes, int (*support_format)(archive*), archive_entry*& entry) {
  Handle handle(archive_read_new());
  if (!handle || support_format(handle.get()) != ARCHIVE_OK) return nullptr;
  if (!support_compression(handle.get(), identify(bytes).compression)) return nullptr;
  if (archive_read_open_memory(handle.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) return nullptr;
  // Allows one compression, and the file itself. Doubly compressed data is a separate container.
  constexpr int max_filters = 2;
  if (archive_filter_count(handle.get()) > max_filters) return nullptr;
  const int result = archive_read_next_header(handle.get(), &entry);
  if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return nullptr;
  return handle;
}

Unpacked read_entry(archive* handle, std::uint64_t limit) {
  GrowingBuffer out({}, limit);
  la_ssize_t count = 0;
  while (!out.full()) {
    const std::span<std::byte> room = out.room();
    count = archive_read_data(handle, room.data(), room.size());
    if (count <= 0) break;
    out.use(static_cast<std::size_t>(count));
  }
  Unpacked unpacked = std::move(out).finish(count < 0 ? UnpackStatus::Damaged : UnpackStatus::Complete);
  if (unpacked.status == UnpackStatus::Damaged) unpacked.problem = "its data is truncated or damaged";
  return unpacked;
}

class TarArchive final : public Archive {
 public:
  TarArchive(Handle handle, archive_entry* first, std::uint64_t limit)
      : handle_(std::move(handle)), entry_(first), limit_(limit) {}

  bool next() override;
  std::string name() const override;
  Unpacked read(std::uint64_t limit) override;

 private:
  Handle handle_;
  archive_entry* entry_;  // belongs to the handle
  std::uint64_t limit_;
  bool begun_ = false;
  bool entry_is_damaged_ = false;  // read() has reported that the entry is damaged
};

Unpacked TarArchive::read(std::uint64_t limit) {
  Unpacked unpacked = read_entry(handle_.get(), limit);
  entry_is_damaged_ = unpacked.status == UnpackStatus::Damaged;
  return unpacked;
}

bool TarArchive::next() {
  if (!problem_.empty() || is_too_large_) return false;
  if (begun_) {
    const int result = archive_read_next_header(handle_.get(), &entry_);
    if (result == ARCHIVE_EOF) return false;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN && entry_is_damaged_) return false;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) problem_ = "it is truncated or damaged";
  }
  begun_ = true;
  // Headers count toward the limit too, because names may be a megabyte long.
  constexpr int innermost = 0;
  const la_int64_t read = archive_filter_bytes(handle_.get(), innermost);
  is_too_large_ = read > 0 && static_cast<std::uint64_t>(read) > limit_;
  return problem_.empty() && !is_too_large_;
}

// Returns the name as UTF-8 if the archive declares it as UTF-8, otherwise the bytes of the name.
std::string TarArchive::name() const {
  const char* name = archive_entry_pathname_utf8(entry_);
  if (name == nullptr) name = archive_entry_pathname(entry_);
  return name == nullptr ? std::string() : std::string(name);
}

}  // namespace

bool can_read_tar() { return true; }

std::unique_ptr<Archive> open_tar(Bytes bytes, std::uint64_t limit) {
  archive_entry* entry = nullptr;
  Handle handle = open_at_first(bytes, archive_read_support_format_tar, entry);
  if (!handle) return nullptr;
  return std::make_unique<TarArchive>(std::move(handle), entry, limit);
}

Unpacked unpack_stream(Bytes bytes, std::uint64_t limit) {
  archive_entry* entry = nullptr;
  const Handle handle = open_at_first(bytes, archive_read_support_format_raw, entry);
  if (!handle) return {{}, UnpackStatus::Damaged, "its data is truncated or damaged"};
  return read_entry(handle.get(), limit);
}

}  // namespace agal::container
