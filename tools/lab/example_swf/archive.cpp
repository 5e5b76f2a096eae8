// Writes archives with minizip.
#include <minizip/zip.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "example_swf/swf_builder.hpp"

namespace agal::example {
namespace {

// The file that minizip writes. After an entry, minizip seeks back to write the entry's size.
struct Memory {
  ByteVector bytes;
  std::size_t position = 0;
};

Memory& memory_of(void* stream) { return *static_cast<Memory*>(stream); }

void* open_memory(void* memory, const char*, int) { return memory; }

uLong read_nothing(void*, void*, void*, uLong) { return 0; }

uLong write_memory(void*, void* stream, const void* data, uLong count) {
  Memory& memory = memory_of(stream);
  memory.bytes.resize(std::max(memory.bytes.size(), memory.position + count));
  const auto* const from = static_cast<const std::byte*>(data);
  std::copy(from, from + count, memory.bytes.begin() + static_cast<std::ptrdiff_t>(memory.position));
  memory.position += count;
  return count;
}

long tell_memory(void*, void* stream) { return static_cast<long>(memory_of(stream).position); }

long seek_memory(void*, void* stream, uLong offset, int origin) {
  Memory& memory = memory_of(stream);
  if (origin == ZLIB_FILEFUNC_SEEK_SET) memory.position = offset;
  if (origin == ZLIB_FILEFUNC_SEEK_CUR) memory.position += offset;
  if (origin == ZLIB_FILEFUNC_SEEK_END) memory.position = memory.bytes.size() + offset;
  return 0;
}

int close_memory(void*, void*) { return 0; }

int no_error(void*, void*) { return 0; }

void require(bool good) {
  if (!good) throw std::runtime_error("minizip cannot write");
}

void write_entry(zipFile archive, const std::string& name, const ByteVector& content) {
  constexpr uLong utf8_name = 1 << 11;
  zip_fileinfo info{};
  info.dosDate = (1 << 5 | 1) << 16;  // the earliest date in ZIP, so that the archive is reproducible
  require(zipOpenNewFileInZip4(archive, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
                               Z_BEST_COMPRESSION, 0, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr, 0, 0,
                               utf8_name) == ZIP_OK);
  require(zipWriteInFileInZip(archive, content.data(), static_cast<unsigned>(content.size())) == ZIP_OK);
  require(zipCloseFileInZip(archive) == ZIP_OK);
}

}  // namespace

ByteVector build_archive(const Entries& entries) {
  Memory memory;
  zlib_filefunc_def functions{open_memory, read_nothing, write_memory, tell_memory,
                              seek_memory, close_memory, no_error,     &memory};
  const zipFile archive = zipOpen2("", APPEND_STATUS_CREATE, nullptr, &functions);
  require(archive != nullptr);
  for (const auto& [name, content] : entries) write_entry(archive, name, content);
  require(zipClose(archive, nullptr) == ZIP_OK);
  return std::move(memory.bytes);
}

}  // namespace agal::example
