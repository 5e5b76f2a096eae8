#include "tap/movie.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agal::tapping {
namespace {

using container::Unpacked;
using container::UnpackStatus;

std::string problem_of(const Unpacked& movie) {
  switch (movie.status) {
    case UnpackStatus::Complete: return {};
    case UnpackStatus::CutOff: return "its compressed data is truncated";
    case UnpackStatus::Damaged:
    case UnpackStatus::WrongChecksum: return "its data cannot be decompressed: " + movie.problem;
    case UnpackStatus::TooLarge: return "it unpacks to too many bytes";
  }
  return {};
}

bool is_kept(const SwfTag& tag) {
  return tag.has_code() || tag.code == container::define_binary_data_tag || tag.code == container::do_action_tag ||
         tag.code == container::do_init_action_tag || tag.code == container::symbol_class_tag;
}

std::string read_tags(Movie& movie) {
  container::TagReader reader(movie.bytes);
  if (reader.header_truncated()) return "its header is truncated";
  while (const std::optional<SwfTag> tag = reader.next()) {
    if (tag->truncated) return fmt::format("its tag {} (type {}) extends past its end", tag->number, tag->code);
    if (is_kept(*tag)) movie.tags.push_back(*tag);
  }
  return {};
}

void read_inner(Movie& movie, Budget& budget, std::vector<InnerProblem>& problems) {
  for (std::size_t i = 0; i < movie.tags.size(); ++i) {
    const SwfTag& tag = movie.tags[i];
    if (tag.code != container::define_binary_data_tag || tag.content.size() < container::binary_data_head) continue;
    const Bytes data = tag.content.subspan(container::binary_data_head);
    if (!looks_like_movie(data)) continue;
    std::string problem = "SWF files are nested too deep";
    std::optional<Movie> inner;
    if (budget.levels > 1) {
      --budget.levels;
      inner = read_movie(data, budget, problem, problems);
      ++budget.levels;
    }
    if (inner)
      movie.inner.push_back({i, std::make_unique<Movie>(std::move(*inner))});
    else
      problems.push_back({tag.content_at + container::binary_data_head, problem});
  }
}

}  // namespace

bool Movie::tapped() const {
  return std::any_of(tags.begin(), tags.end(), [](const SwfTag& tag) { return tag.has_script_of_tap(); });
}

bool looks_like_movie(Bytes bytes) {
  return bytes.size() > container::swf_header_bytes && container::looks_like_swf(bytes);
}

std::optional<Movie> read_movie(Bytes file, Budget& budget, std::string& problem, std::vector<InnerProblem>& inner) {
  Movie movie;
  if (!container::is_compressed(file)) {
    if (file.size() > budget.bytes) problem = "it is too large";
    if (file.size() > budget.bytes) return {};
    movie.bytes.assign(file.begin(), file.end());
  } else {
    problem = "this build of agalc cannot unpack it";
    if (!container::can_unpack()) return {};
    Unpacked unpacked = container::unpack_swf(file, budget.bytes);
    container::end_at_declared_length(unpacked, file);
    problem = problem_of(unpacked);
    if (!problem.empty()) return {};
    movie.bytes = std::move(unpacked.bytes);
  }
  budget.bytes -= std::min<std::uint64_t>(budget.bytes, movie.bytes.size());
  problem = read_tags(movie);
  if (!problem.empty()) return {};
  read_inner(movie, budget, inner);
  return movie;
}

ByteVector edited(Bytes all, const std::vector<Edit>& edits) {
  ByteVector out;
  std::size_t from = 0;
  for (const Edit& edit : edits) {
    base::put_bytes(out, all.subspan(from, edit.begin - from));
    base::put_bytes(out, edit.bytes);
    from = edit.end;
  }
  base::put_bytes(out, all.subspan(from));
  return out;
}

std::optional<ByteVector> write_movie(const Movie& movie, const std::vector<Edit>& edits) {
  return container::pack_swf(edited(movie.bytes, edits));
}

}  // namespace agal::tapping
