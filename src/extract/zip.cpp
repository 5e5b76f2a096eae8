// The bridge to libzip.
#include <zip.h>

#include "extract/archive.hpp"

namespace agal::extraction {

struct Archive::Handle {
  zip_t* zip = nullptr;

  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (zip != nullptr) zip_discard(zip);
  }
};

Archive::Archive(Bytes bytes) : handle_(std::make_unique<Handle>()) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source != nullptr) handle_->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (handle_->zip == nullptr) {
    problem_ = zip_error_strerror(&error);
    if (source != nullptr) zip_source_free(source);
  }
  zip_error_fini(&error);
}

Archive::~Archive() = default;

std::uint64_t Archive::count() const {
  const zip_int64_t entries = handle_->zip == nullptr ? 0 : zip_get_num_entries(handle_->zip, 0);
  return entries > 0 ? static_cast<std::uint64_t>(entries) : 0;
}

std::string Archive::name(std::uint64_t index) const {
  const char* const name = zip_get_name(handle_->zip, index, ZIP_FL_ENC_GUESS);
  return name == nullptr ? std::string() : name;
}

Unpacked Archive::read(std::uint64_t index, std::uint64_t limit) const {
  Growing out({}, limit);
  zip_file_t* const file = zip_fopen_index(handle_->zip, index, 0);
  if (file == nullptr) return {{}, UnpackStatus::Damaged, zip_strerror(handle_->zip)};
  zip_int64_t count = 0;
  while (!out.full()) {
    const std::span<std::byte> room = out.room();
    count = zip_fread(file, room.data(), room.size());
    if (count <= 0) break;
    out.use(static_cast<std::size_t>(count));
  }
  std::string problem;
  if (count < 0) problem = zip_file_strerror(file);
  zip_fclose(file);
  Unpacked unpacked = std::move(out).finish(problem.empty() ? UnpackStatus::Complete : UnpackStatus::Damaged);
  if (unpacked.status == UnpackStatus::Damaged) unpacked.problem = std::move(problem);
  return unpacked;
}

}  // namespace agal::extraction
