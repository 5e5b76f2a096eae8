#include "extract/contained_swfs.hpp"

#include <fmt/format.h>

#include "container/archive.hpp"
#include "container/embedded.hpp"
#include "container/formats.hpp"
#include "container/swf.hpp"
#include "extract/contents.hpp"

namespace agal::extraction {
namespace {

using container::FormatKind;

class SwfFinder {
 public:
  explicit SwfFinder(UnpackLimits limits) : limits_(limits) {}

  void search(Bytes bytes, const std::string& name, std::uint32_t level);
  std::vector<ContainedSwf> take() { return std::move(found_); }

 private:
  void search_archive(container::Archive& archive, const std::string& name, std::uint32_t level);
  bool is_whole(Bytes file);
  void add(Bytes swf, const std::string& name) { found_.push_back({name, {swf.begin(), swf.end()}}); }
  void spend(std::size_t bytes) { limits_.bytes -= std::min<std::uint64_t>(limits_.bytes, bytes); }

  UnpackLimits limits_;
  std::uint32_t entries_ = 0;
  std::vector<ContainedSwf> found_;
};

// Returns true if bytes that begin like a SWF file are a whole file, not a piece of one.
bool SwfFinder::is_whole(Bytes file) {
  if (!container::is_compressed(file) || !container::can_unpack())
    return container::is_whole_swf(file, file, container::UnpackStatus::Complete);
  container::Unpacked movie = container::unpack_swf(file, limits_.bytes);
  container::end_at_declared_length(movie, file);
  return container::is_whole_swf(file, movie.bytes, movie.status);
}

void SwfFinder::search_archive(container::Archive& archive, const std::string& name, std::uint32_t level) {
  while (limits_.bytes > 0 && entries_ < limits_.entries && archive.next()) {
    ++entries_;
    const container::Unpacked entry = archive.read(limits_.bytes);
    spend(entry.bytes.size());
    if (entry.status == container::UnpackStatus::Complete)
      search(entry.bytes, name + "!" + printable(archive.name()), level + 1);
  }
}

void SwfFinder::search(Bytes bytes, const std::string& name, std::uint32_t level) {
  if (level > limits_.levels) return;
  const FormatKind kind = container::identify(bytes).kind;
  if (kind == FormatKind::Swf) return add(bytes, name);
  if (kind == FormatKind::Zip && container::can_unpack()) {
    const std::unique_ptr<container::Archive> archive = container::open_zip(bytes);
    return search_archive(*archive, name, level);
  }
  if ((kind == FormatKind::Tar || kind == FormatKind::Packed) && container::can_read_tar())
    if (const std::unique_ptr<container::Archive> archive = container::open_tar(bytes, limits_.bytes))
      return search_archive(*archive, name, level);
  if (const std::optional<container::Unpacked> data = container::unpack_blob(bytes, limits_.bytes)) {
    spend(data->bytes.size());
    return search(data->bytes, name + "!unpacked", level + 1);
  }
  const container::EmbeddedFiles files = container::embedded_files(bytes);
  for (const container::EmbeddedSwf& movie : files.movies)
    if (movie.is_certain || is_whole(movie.bytes))
      add(movie.bytes, fmt::format("{}!swf-at-0x{:x}", name, movie.bytes.data() - bytes.data()));
  if (!files.has_archive || !container::can_unpack() || level == limits_.levels) return;
  const std::unique_ptr<container::Archive> archive = container::open_zip(bytes);
  search_archive(*archive, name, level + 1);
}

}  // namespace

std::vector<ContainedSwf> contained_swfs(Bytes file, const std::string& name, UnpackLimits limits) {
  SwfFinder finder(limits);
  finder.search(file, name, 1);
  return finder.take();
}

}  // namespace agal::extraction
