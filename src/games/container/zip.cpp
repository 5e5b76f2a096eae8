// Reads ZIP archives with minizip, which comes with zlib and does not need other libraries.
#include <fmt/format.h>
#include <minizip/unzip.h>

#include <array>
#include <cstring>

#include "container/archive.hpp"
#include "container/zip_directory.hpp"

namespace agal::container {
namespace {

// The file that minizip reads: the bytes up to the end record of the archive, and an end record with the actual size of
// the central directory. If no directory was found, it is the whole file.
struct Memory {
  Bytes bytes;
  ByteVector end_record;
  std::uint64_t position = 0;
  bool read_past_end = false;  // minizip treats missing bytes as zeros

  explicit Memory(Bytes file);
  std::uint64_t size() const { return bytes.size() + end_record.size(); }
  std::size_t read(std::span<std::byte> room);
};

Memory::Memory(Bytes file) : bytes(file) {
  const std::optional<ZipDirectory> found = find_zip_directory(file);
  if (!found) return;
  bytes = file.first(found->end_record);
  base::put_bytes(end_record, file.subspan(found->end_record, zip_end_directory_size_at));
  base::put_little(end_record, found->end_record - found->directory, 4);
  base::put_bytes(end_record, file.subspan(found->end_record + end_record.size(), 4));  // the offset of the directory
  base::put_little(end_record, 0, 2);                                                   // the size of the comment
}

std::size_t Memory::read(std::span<std::byte> room) {
  std::size_t count = 0;
  while (count < room.size() && position < size()) {
    const Bytes part = position < bytes.size()
                           ? bytes.subspan(static_cast<std::size_t>(position))
                           : Bytes(end_record).subspan(static_cast<std::size_t>(position) - bytes.size());
    const std::size_t copied = std::min(room.size() - count, part.size());
    std::memcpy(room.data() + count, part.data(), copied);
    count += copied;
    position += copied;
  }
  if (count < room.size()) read_past_end = true;
  return count;
}

voidpf open_memory(voidpf opaque, const void*, int) { return opaque; }

uLong read_memory(voidpf, voidpf stream, void* out, uLong size) {
  const std::span room(static_cast<std::byte*>(out), static_cast<std::size_t>(size));
  return static_cast<uLong>(static_cast<Memory*>(stream)->read(room));
}

uLong write_nothing(voidpf, voidpf, const void*, uLong) { return 0; }

ZPOS64_T tell_memory(voidpf, voidpf stream) { return static_cast<Memory*>(stream)->position; }

long seek_memory(voidpf, voidpf stream, ZPOS64_T offset, int origin) {
  Memory& memory = *static_cast<Memory*>(stream);
  const std::uint64_t size = memory.size();
  std::uint64_t from = 0;
  if (origin == ZLIB_FILEFUNC_SEEK_CUR) from = memory.position;
  if (origin == ZLIB_FILEFUNC_SEEK_END) from = size;
  if (offset > size - from) return -1;
  memory.position = from + offset;
  return 0;
}

int close_nothing(voidpf, voidpf) { return 0; }
int no_error(voidpf, voidpf) { return 0; }

// The bit for encryption in the flags of an entry.
constexpr uLong encrypted = 1;
constexpr uLong stored = 0, deflated = Z_DEFLATED;

// minizip opens entries that are compressed with bzip2 even if it was built without bzip2, and then reads nothing from
// them.
bool is_supported(uLong method) { return method == stored || method == deflated; }

std::string why_not_opened(const unz_file_info64& info, int result) {
  if ((info.flag & encrypted) != 0) return "it is encrypted";
  if (!is_supported(info.compression_method))
    return fmt::format("it uses compression method {}; only stored and deflated entries are supported",
                       info.compression_method);
  // minizip returns UNZ_INTERNALERROR if it cannot allocate its own memory, and passes on Z_MEM_ERROR from zlib.
  if (result == UNZ_INTERNALERROR || result == Z_MEM_ERROR) return "there is not enough memory for it";
  return "it is not at the offset in the central directory";
}

// An archive without entries consists only of the end record. minizip looks for the end record everywhere except at the
// first byte.
bool has_no_entries(Bytes bytes) {
  constexpr std::array<unsigned char, 12> end{'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0};  // disks and entries: 0
  constexpr std::size_t end_size = 22;
  return bytes.size() >= end_size && std::memcmp(bytes.data(), end.data(), end.size()) == 0;
}

struct ZipHandle {
  Memory memory;
  unzFile zip = nullptr;
  bool begun = false;

  explicit ZipHandle(Bytes bytes) : memory(bytes) {
    zlib_filefunc64_def functions{open_memory, read_memory,   write_nothing, tell_memory,
                                  seek_memory, close_nothing, no_error,      &memory};
    zip = unzOpen2_64("", &functions);
  }
  ZipHandle(const ZipHandle&) = delete;
  ZipHandle& operator=(const ZipHandle&) = delete;
  ~ZipHandle() {
    if (zip != nullptr) unzClose(zip);
  }

  unz_file_info64 info(char* name = nullptr, uLong room = 0) const {
    unz_file_info64 out{};
    unzGetCurrentFileInfo64(zip, &out, name, room, nullptr, 0, nullptr, 0);
    return out;
  }
};

class ZipArchive final : public Archive {
 public:
  explicit ZipArchive(Bytes bytes);
  bool next() override;
  std::string name() const override;
  std::optional<std::uint64_t> declared_size() const override { return handle_.info().uncompressed_size; }
  Unpacked read(std::uint64_t limit) override;

 private:
  ZipHandle handle_;
};

ZipArchive::ZipArchive(Bytes bytes) : handle_(bytes) {
  if (handle_.zip == nullptr && !has_no_entries(bytes))
    problem_ = "it does not have a central directory";
  else if (handle_.memory.read_past_end)
    problem_ = "its central directory is truncated";
}

bool ZipArchive::next() {
  if (handle_.zip == nullptr || !problem_.empty()) return false;
  unz_global_info64 all{};
  unzGetGlobalInfo64(handle_.zip, &all);
  if (all.number_entry == 0) return false;
  const int result = handle_.begun ? unzGoToNextFile(handle_.zip) : unzGoToFirstFile(handle_.zip);
  handle_.begun = true;
  if (result != UNZ_OK && result != UNZ_END_OF_LIST_OF_FILE) problem_ = "its central directory is damaged";
  return result == UNZ_OK;
}

std::string ZipArchive::name() const {
  std::string name(handle_.info().size_filename, '\0');
  handle_.info(name.data(), static_cast<uLong>(name.size()));
  return name;
}

Unpacked ZipArchive::read(std::uint64_t limit) {
  const unz_file_info64 info = handle_.info();
  const bool readable = (info.flag & encrypted) == 0 && is_supported(info.compression_method);
  const int opened = readable ? unzOpenCurrentFile(handle_.zip) : UNZ_BADZIPFILE;
  if (opened != UNZ_OK) return {{}, UnpackStatus::Damaged, why_not_opened(info, opened)};
  GrowingBuffer out({}, limit);
  std::uint64_t size = 0;
  int count = 0;
  while (!out.full()) {
    const std::span<std::byte> room = out.room();
    count = unzReadCurrentFile(handle_.zip, room.data(), static_cast<unsigned>(room.size()));
    if (count <= 0) break;
    out.use(static_cast<std::size_t>(count));
    size += static_cast<std::uint64_t>(count);
  }
  const bool wrong_sum = unzCloseCurrentFile(handle_.zip) == UNZ_CRCERROR;
  std::string problem;
  if (count < 0) problem = "its data is damaged";
  if (problem.empty() && !out.full() && size != info.uncompressed_size)
    problem = "it is shorter than its declared size";
  UnpackStatus status = problem.empty() ? UnpackStatus::Complete : UnpackStatus::Damaged;
  if (problem.empty() && wrong_sum) {
    problem = "its checksum does not match";
    status = UnpackStatus::WrongChecksum;
  }
  Unpacked unpacked = std::move(out).finish(status);
  if (unpacked.status != UnpackStatus::TooLarge) unpacked.problem = std::move(problem);
  return unpacked;
}

}  // namespace

std::unique_ptr<Archive> open_zip(Bytes bytes) { return std::make_unique<ZipArchive>(bytes); }

}  // namespace agal::container
