// Archives in a build without minizip: their entries are found here, and decompressed as streams of zlib are.
#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "container/archive.hpp"
#include "container/zlib_stream.hpp"

namespace agal::container {
namespace {

// The records of the format, with their signatures and fixed sizes.
constexpr std::uint64_t end_signature = 0x06054b50, end_bytes = 22;
constexpr std::uint64_t end64_signature = 0x06064b50, end64_bytes = 56;
constexpr std::uint64_t locator_signature = 0x07064b50, locator_bytes = 20;
constexpr std::uint64_t central_signature = 0x02014b50, central_bytes = 46;
constexpr std::uint64_t local_signature = 0x04034b50, local_bytes = 30;
constexpr std::uint64_t max_comment_bytes = 0xffff;
constexpr std::uint64_t in_extra_field = 0xffffffff;  // a number that does not fit
constexpr std::uint64_t sizes_field = 1;              // the extra field that has it

constexpr std::uint64_t encrypted = 1;  // in the flags of an entry
constexpr std::uint64_t stored = 0, deflated = 8;

// A part of the bytes, which must be there. Numbers of the format may have more bits than sizes on this machine.
Bytes slice(Bytes bytes, std::uint64_t at, std::uint64_t size) {
  return bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
}

// A number at this place; the bytes must be there.
std::uint64_t number(Bytes bytes, std::uint64_t at, unsigned size) {
  std::uint64_t value = 0;
  for (unsigned i = size; i > 0; --i)
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[static_cast<std::size_t>(at) + i - 1]);
  return value;
}

bool has_record(Bytes bytes, std::uint64_t at, std::uint64_t signature, std::uint64_t size) {
  return at <= bytes.size() && bytes.size() - at >= size && number(bytes, at, 4) == signature;
}

struct Entry {
  std::string name;
  std::uint64_t flags = 0, method = 0, checksum = 0, packed = 0, size = 0, at = 0;
};

// The numbers that do not fit are in an extra field, one after the other.
void read_extra(Bytes extra, Entry& entry) {
  while (extra.size() >= 4) {
    const std::uint64_t kind = number(extra, 0, 2), size = number(extra, 2, 2);
    extra = extra.subspan(4);
    if (size > extra.size()) return;
    Bytes field = slice(extra, 0, size);
    extra = slice(extra, size, extra.size() - size);
    if (kind != sizes_field) continue;
    for (std::uint64_t* value : {&entry.size, &entry.packed, &entry.at}) {
      if (*value != in_extra_field || field.size() < 8) continue;
      *value = number(field, 0, 8);
      field = field.subspan(8);
    }
  }
}

// What a stored entry is read with.
class Copier {
 public:
  explicit Copier(Bytes input) : rest_(input) {}
  std::size_t read(std::span<std::byte> room) {
    const std::size_t count = std::min(room.size(), rest_.size());
    std::copy_n(rest_.begin(), count, room.begin());
    rest_ = rest_.subspan(count);
    return count;
  }
  static UnpackStatus status() { return UnpackStatus::Complete; }

 private:
  Bytes rest_;
};

template <class Source>
Unpacked read_all(Source&& source, const Entry& entry, std::uint64_t limit) {
  GrowingBuffer out({}, limit);
  std::uint64_t size = 0;
  std::uint32_t checksum = 0;
  while (!out.full()) {
    const std::span<std::byte> room = out.room();
    const std::size_t count = source.read(room);
    checksum = crc32_of(checksum, room.first(count));
    out.use(count);
    size += count;
    if (count < room.size()) break;
  }
  std::string problem;
  if (source.status() == UnpackStatus::Damaged) problem = "its data is damaged";
  if (problem.empty() && !out.full() && size != entry.size) problem = "it is shorter than its declared size";
  if (problem.empty() && !out.full() && checksum != entry.checksum) problem = "its checksum does not match";
  Unpacked unpacked = std::move(out).finish(problem.empty() ? UnpackStatus::Complete : UnpackStatus::Damaged);
  if (unpacked.status == UnpackStatus::Damaged) unpacked.problem = std::move(problem);
  return unpacked;
}

Unpacked refused(std::string why) { return {{}, UnpackStatus::Damaged, std::move(why)}; }

struct ZipHandle {
  Bytes bytes;
  std::uint64_t at = 0, end = 0;      // of the rest of the central directory
  std::uint64_t left = 0, shift = 0;  // entries; what is before the archive
  Entry entry;

  // False: there is no central directory.
  bool find_directory() {
    const std::optional<std::uint64_t> found = find_end();
    if (!found) return false;
    std::uint64_t size = number(bytes, *found + 12, 4), start = number(bytes, *found + 16, 4);
    left = number(bytes, *found + 10, 2);
    end = *found;
    if (const std::uint64_t locator = *found - std::min(*found, locator_bytes);
        has_record(bytes, locator, locator_signature, locator_bytes)) {
      const std::uint64_t large = number(bytes, locator + 8, 8);
      if (has_record(bytes, large, end64_signature, end64_bytes)) {
        left = number(bytes, large + 32, 8);
        size = number(bytes, large + 40, 8);
        start = number(bytes, large + 48, 8);
        end = large;
      }
    }
    // Positions count from the beginning of the archive, before which there may be something else.
    if (size > end || start > end - size) return left == 0;
    at = end - size;
    shift = at - start;
    return true;
  }

  // The last record that can be the end: a comment may follow it.
  std::optional<std::uint64_t> find_end() const {
    if (bytes.size() < end_bytes) return std::nullopt;
    const std::uint64_t last = bytes.size() - end_bytes;
    for (std::uint64_t back = 0; back <= std::min(last, max_comment_bytes); ++back)
      if (has_record(bytes, last - back, end_signature, end_bytes)) return last - back;
    return std::nullopt;
  }

  // False: the directory is damaged here.
  bool read_entry() {
    if (!has_record(bytes, at, central_signature, central_bytes) || end - at < central_bytes) return false;
    entry = {{},
             number(bytes, at + 8, 2),
             number(bytes, at + 10, 2),
             number(bytes, at + 16, 4),
             number(bytes, at + 20, 4),
             number(bytes, at + 24, 4),
             number(bytes, at + 42, 4)};
    const std::uint64_t name = number(bytes, at + 28, 2), extra = number(bytes, at + 30, 2);
    const std::uint64_t all = central_bytes + name + extra + number(bytes, at + 32, 2);
    if (all > end - at) return false;
    const Bytes called = slice(bytes, at + central_bytes, name);
    entry.name.assign(reinterpret_cast<const char*>(called.data()), called.size());
    read_extra(slice(bytes, at + central_bytes + name, extra), entry);
    at += all;
    return true;
  }

  // The packed bytes of the entry; nullopt: they are not where they should be.
  std::optional<Bytes> packed() const {
    if (entry.at > bytes.size() - shift) return std::nullopt;
    const std::uint64_t local = entry.at + shift;
    if (!has_record(bytes, local, local_signature, local_bytes)) return std::nullopt;
    if (number(bytes, local + 8, 2) != entry.method) return std::nullopt;
    const std::uint64_t begin = local + local_bytes + number(bytes, local + 26, 2) + number(bytes, local + 28, 2);
    if (begin > bytes.size()) return std::nullopt;
    return slice(bytes, begin, std::min<std::uint64_t>(entry.packed, bytes.size() - begin));
  }
};

class ZipArchive final : public Archive {
 public:
  explicit ZipArchive(Bytes bytes);
  bool next() override;
  std::string name() const override;
  Unpacked read(std::uint64_t limit) override;

 private:
  ZipHandle handle_;
};

ZipArchive::ZipArchive(Bytes bytes) : handle_{bytes, 0, 0, 0, 0, {}} {
  if (!handle_.find_directory()) problem_ = "it does not have a central directory";
}

bool ZipArchive::next() {
  if (!problem_.empty() || handle_.left == 0) return false;
  --handle_.left;
  if (!handle_.read_entry()) problem_ = "its central directory is damaged";
  return problem_.empty();
}

std::string ZipArchive::name() const { return handle_.entry.name; }

Unpacked ZipArchive::read(std::uint64_t limit) {
  const Entry& entry = handle_.entry;
  if ((entry.flags & encrypted) != 0) return refused("it is encrypted");
  if (entry.method != stored && entry.method != deflated)
    return refused(
        fmt::format("it uses compression method {}; only stored and deflated entries are supported", entry.method));
  const std::optional<Bytes> packed = handle_.packed();
  if (!packed) return refused("it is not at the offset in the central directory");
  return entry.method == stored ? read_all(Copier(*packed), entry, limit)
                                : read_all(ZlibStream(*packed, Wrapper::None), entry, limit);
}

}  // namespace

std::unique_ptr<Archive> open_zip(Bytes bytes) { return std::make_unique<ZipArchive>(bytes); }

}  // namespace agal::container
