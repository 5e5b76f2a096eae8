#include "tapping/movie.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "container/compress.hpp"
#include "container/streams.hpp"

namespace agal::tapping {
namespace {

using extraction::Reader;
using extraction::Unpacked;
using extraction::UnpackStatus;

constexpr std::size_t signature_bytes = 8;     // FWS, CWS or ZWS, version, length
constexpr std::size_t length_at = 4;           // of the whole uncompressed movie
constexpr std::size_t lzma_header_bytes = 17;  // the same, length of the compressed data, properties
constexpr std::size_t lzma_properties_at = 12, properties_bytes = 5;
constexpr std::size_t binary_head_bytes = 6;  // the id of the data, and four reserved bytes
constexpr std::uint16_t end_tag = 0;
constexpr std::size_t long_form = 0x3f;

Unpacked unpack(Bytes file, std::uint64_t limit) {
  const Bytes head = file.first(signature_bytes);
  if (file[0] == std::byte{'C'}) return extraction::inflate(file.subspan(signature_bytes), head, limit);
  if (file.size() < lzma_header_bytes) return {{}, UnpackStatus::CutOff, {}};
  Unpacked movie = extraction::unpack_lzma(file.subspan(lzma_properties_at, properties_bytes),
                                           file.subspan(lzma_header_bytes), head, limit);
  // Some encoders omit the end marker: then the data ends where the header says.
  const std::uint32_t size = Reader(file, length_at).u32();
  if (movie.status == UnpackStatus::Complete || movie.status == UnpackStatus::TooLarge) return movie;
  if (size <= signature_bytes || movie.bytes.size() < size) return movie;
  movie.bytes.resize(size);
  movie.status = UnpackStatus::Complete;
  return movie;
}

std::string problem_of(const Unpacked& movie) {
  switch (movie.status) {
    case UnpackStatus::Complete: return {};
    case UnpackStatus::CutOff: return "its compressed data is truncated";
    case UnpackStatus::Damaged: return "its data cannot be decompressed: " + movie.problem;
    case UnpackStatus::TooLarge: return "it unpacks to too many bytes";
  }
  return {};
}

bool is_kept(std::uint16_t code) {
  return code == do_abc_tag || code == do_abc_define_tag || code == define_binary_data_tag || code == do_action_tag ||
         code == do_init_action_tag || code == symbol_class_tag;
}

std::string read_tags(Movie& movie) {
  // A rectangle of four numbers, whose width in bits is in the first five bits, the frame rate and number of frames.
  if (movie.bytes.size() <= signature_bytes) return "its header is truncated";
  const unsigned bits = 5 + 4 * (std::to_integer<unsigned>(movie.bytes[signature_bytes]) >> 3);
  movie.first_tag = signature_bytes + (bits + 7) / 8 + 4;
  Reader reader(movie.bytes, movie.first_tag);
  for (std::size_t number = 1; reader.left() >= 2; ++number) {
    Tag tag;
    tag.begin = reader.position();
    const std::uint16_t head = reader.u16();
    std::size_t length = head & long_form;
    if (length == long_form) length = reader.u32();
    tag.code = static_cast<std::uint16_t>(head >> 6);
    tag.content = reader.position();
    if (reader.failed() || length > reader.left())
      return fmt::format("its tag {} (type {}) extends past its end", number, tag.code);
    reader.skip(length);
    tag.end = reader.position();
    if (is_kept(tag.code)) movie.tags.push_back(tag);
    if (tag.code == end_tag) break;
  }
  return reader.failed() ? "its header is truncated" : "";
}

void read_inner(Movie& movie, Budget& budget, std::vector<InnerProblem>& problems) {
  for (std::size_t i = 0; i < movie.tags.size(); ++i) {
    const Tag& tag = movie.tags[i];
    if (tag.code != define_binary_data_tag || tag.end - tag.content < binary_head_bytes) continue;
    const Bytes data = movie.content(tag).subspan(binary_head_bytes);
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
      problems.push_back({tag.content + binary_head_bytes, problem});
  }
}

}  // namespace

Bytes Movie::code(const Tag& tag) const {
  const Bytes all = content(tag);
  if (tag.code == do_abc_define_tag) return all;
  constexpr std::size_t flags_bytes = 4;
  return all.subspan(std::min(all.size(), flags_bytes + code_name(tag).size() + 1));
}

std::string_view Movie::code_name(const Tag& tag) const {
  constexpr std::size_t flags_bytes = 4;
  const Bytes all = content(tag);
  if (tag.code != do_abc_tag || all.size() < flags_bytes) return {};
  const Bytes rest = all.subspan(flags_bytes);
  const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
  return {reinterpret_cast<const char*>(rest.data()), static_cast<std::size_t>(end - rest.begin())};
}

bool Movie::tapped() const {
  return std::any_of(tags.begin(), tags.end(), [this](const Tag& tag) { return code_name(tag) == script_name; });
}

bool looks_like_movie(Bytes bytes) {
  return bytes.size() > signature_bytes &&
         (bytes[0] == std::byte{'F'} || bytes[0] == std::byte{'C'} || bytes[0] == std::byte{'Z'}) &&
         bytes[1] == std::byte{'W'} && bytes[2] == std::byte{'S'};
}

std::optional<Movie> read_movie(Bytes file, Budget& budget, std::string& problem, std::vector<InnerProblem>& inner) {
  Movie movie;
  movie.compression = file[0];
  if (movie.compression == std::byte{'F'}) {
    if (file.size() > budget.bytes) problem = "it is too large";
    if (file.size() > budget.bytes) return {};
    movie.bytes.assign(file.begin(), file.end());
  } else {
    problem = "this build of agalc cannot unpack it";
    if (!extraction::can_unpack()) return {};
    Unpacked unpacked = unpack(file, budget.bytes);
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

std::optional<ByteVector> write_movie(const Movie& movie, const std::vector<Edit>& edits) {
  ByteVector body;
  std::size_t from = signature_bytes;
  const Bytes all = movie.bytes;
  for (const Edit& edit : edits) {
    put_bytes(body, all.subspan(from, edit.begin - from));
    put_bytes(body, edit.bytes);
    from = edit.end;
  }
  put_bytes(body, all.subspan(from));
  ByteVector out(movie.bytes.begin(), movie.bytes.begin() + length_at);
  put_little(out, signature_bytes + body.size(), 4);
  if (movie.compression == std::byte{'F'}) {
    put_bytes(out, body);
    return out;
  }
  const bool lzma = movie.compression == std::byte{'Z'};
  const std::optional<ByteVector> packed = lzma ? compress_lzma(body) : compress_zlib(body);
  if (!packed) return {};
  if (lzma) put_little(out, packed->size() - properties_bytes, 4);
  put_bytes(out, *packed);
  return out;
}

ByteVector tag_bytes(std::uint16_t code, Bytes content) {
  ByteVector out;
  put_little(out, std::uint64_t{code} << 6 | long_form, 2);
  put_little(out, content.size(), 4);
  put_bytes(out, content);
  return out;
}

}  // namespace agal::tapping
