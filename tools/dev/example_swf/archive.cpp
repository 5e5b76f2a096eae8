// The bridge to libzip.
#include <zip.h>

#include <stdexcept>

#include "example_swf/swf_builder.hpp"

namespace agal::example {
namespace {

// The earliest date in ZIP, so that the archive is reproducible.
constexpr zip_uint16_t date = 1 << 5 | 1, time_of_day = 0;

void require(bool good) {
  if (!good) throw std::runtime_error("libzip cannot write");
}

ByteVector read_all(zip_source_t* source) {
  require(zip_source_open(source) == 0 && zip_source_seek(source, 0, SEEK_END) == 0);
  ByteVector out(static_cast<std::size_t>(zip_source_tell(source)));
  require(zip_source_seek(source, 0, SEEK_SET) == 0);
  require(zip_source_read(source, out.data(), out.size()) == static_cast<zip_int64_t>(out.size()));
  zip_source_close(source);
  return out;
}

}  // namespace

ByteVector build_archive(const Entries& entries) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const target = zip_source_buffer_create(nullptr, 0, 0, &error);
  require(target != nullptr);
  zip_source_keep(target);
  zip_t* const archive = zip_open_from_source(target, ZIP_TRUNCATE, &error);
  require(archive != nullptr);
  for (const auto& [name, content] : entries) {
    zip_source_t* const source = zip_source_buffer_create(content.data(), content.size(), 0, &error);
    require(source != nullptr);
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    require(index >= 0);
    zip_file_set_dostime(archive, static_cast<zip_uint64_t>(index), time_of_day, date, 0);
  }
  require(zip_close(archive) == 0);
  ByteVector out = read_all(target);
  zip_source_free(target);
  zip_error_fini(&error);
  return out;
}

}  // namespace agal::example
