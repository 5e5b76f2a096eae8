#include "container/swf.hpp"

#include <algorithm>

namespace agal::container {
namespace {

using base::ByteReader;

// A ZWS file has the length of the compressed data and the properties of LZMA after the header.
constexpr std::size_t packed_length_at = 8, lzma_properties_at = 12, lzma_properties_bytes = 5, lzma_data_at = 17;
constexpr std::size_t long_form = 0x3f;  // the length of a tag does not fit in its head
constexpr std::size_t abc_flags_bytes = 4;

// Returns the offset of the first tag. It follows a rectangle of four numbers (their width in bits is in the first five
// bits), the frame rate and the number of frames.
std::size_t first_tag(Bytes movie) {
  if (movie.size() <= swf_header_bytes) return movie.size() + 1;
  const unsigned bits = 5 + 4 * (std::to_integer<unsigned>(movie[swf_header_bytes]) >> 3);
  return swf_header_bytes + (bits + 7) / 8 + 4;
}

// Returns the text at `at`, which ends at a zero byte or with the bytes.
std::string_view text_at(Bytes bytes, std::size_t at) {
  const std::string_view text = base::as_text(bytes.subspan(at));
  return text.substr(0, text.find('\0'));
}

}  // namespace

bool looks_like_swf(Bytes bytes) {
  return bytes.size() >= 4 &&
         (bytes[0] == std::byte{'F'} || bytes[0] == std::byte{'C'} || bytes[0] == std::byte{'Z'}) &&
         bytes[1] == std::byte{'W'} && bytes[2] == std::byte{'S'};
}

std::uint32_t declared_length(Bytes file) { return ByteReader(file, swf_length_at).u32(); }

bool has_all_lzma_bytes(Bytes file) {
  return file.size() >= lzma_data_at && file.size() - lzma_data_at >= ByteReader(file, packed_length_at).u32();
}

Unpacked unpack_swf(Bytes file, std::uint64_t limit) {
  const Bytes head = file.first(swf_header_bytes);
  if (file[0] == std::byte{'C'}) return inflate(file.subspan(swf_header_bytes), head, limit);
  if (file.size() < lzma_data_at) return {{}, UnpackStatus::CutOff, {}};
  return unpack_lzma(file.subspan(lzma_properties_at, lzma_properties_bytes), file.subspan(lzma_data_at), head, limit);
}

void end_at_declared_length(Unpacked& movie, Bytes file) {
  const std::uint32_t size = declared_length(file);
  const bool ended = movie.status == UnpackStatus::Complete || movie.status == UnpackStatus::TooLarge;
  if (file[0] != std::byte{'Z'} || ended || size <= swf_header_bytes || movie.bytes.size() < size) return;
  movie.bytes.resize(size);
  movie.status = UnpackStatus::Complete;
}

bool is_whole_swf(Bytes file, Bytes movie, UnpackStatus status) {
  if (is_compressed(file) && (status == UnpackStatus::Complete || status == UnpackStatus::TooLarge)) return true;
  return movie.size() == declared_length(file) && end_of_whole_tags(movie) == movie.size();
}

std::optional<ByteVector> pack_swf(Bytes movie) {
  const Bytes body = movie.subspan(swf_header_bytes);
  ByteVector out(movie.begin(), movie.begin() + swf_length_at);
  base::put_little(out, movie.size(), swf_header_bytes - swf_length_at);
  std::optional<ByteVector> packed;
  if (movie[0] == std::byte{'Z'}) {
    packed = pack_lzma(body);
    if (packed) base::put_little(out, packed->size() - lzma_properties_bytes, lzma_properties_at - packed_length_at);
  } else if (movie[0] == std::byte{'C'}) {
    packed = deflate(body);
  } else {
    packed.emplace(body.begin(), body.end());
  }
  if (!packed) return {};
  base::put_bytes(out, *packed);
  return out;
}

std::string_view SwfTag::abc_name() const {
  if (code != do_abc_tag || content.size() < abc_flags_bytes) return {};
  return text_at(content, abc_flags_bytes);
}

Bytes SwfTag::abc_file() const {
  if (code == do_abc_define_tag) return content;
  return content.subspan(std::min(content.size(), abc_flags_bytes + abc_name().size() + 1));
}

TagReader::TagReader(Bytes movie) : reader_(movie, first_tag(movie)) {}

std::optional<SwfTag> TagReader::next() {
  if (ended_ || reader_.left() < 2) return std::nullopt;
  SwfTag tag;
  tag.number = ++number_;
  tag.begin = reader_.position();
  const std::uint16_t head = reader_.u16();
  tag.code = static_cast<std::uint16_t>(head >> 6);
  std::size_t length = head & long_form;
  if (length == long_form) length = reader_.u32();
  tag.truncated = reader_.failed() || length > reader_.left();
  ended_ = reader_.failed() || tag.code == end_tag;
  if (reader_.failed()) return tag;
  tag.content_at = reader_.position();
  tag.content = reader_.take(std::min(length, reader_.left()));
  return tag;
}

std::size_t end_of_whole_tags(Bytes movie) {
  TagReader reader(movie);
  if (reader.header_truncated()) return 0;
  while (const std::optional<SwfTag> tag = reader.next())
    if (tag->truncated) return tag->begin;
  return reader.position();
}

void for_each_symbol(Bytes content, const std::function<void(std::uint16_t id, std::string_view name)>& visit) {
  ByteReader reader(content);
  for (std::size_t count = reader.u16(); count > 0; --count) {
    const std::uint16_t id = reader.u16();
    const std::string_view name = text_at(content, reader.position());
    reader.skip(name.size() + 1);
    if (reader.failed()) return;
    visit(id, name);
  }
}

ByteVector tag_bytes(std::uint16_t code, Bytes content) {
  ByteVector out;
  base::put_little(out, std::uint64_t{code} << 6 | long_form, 2);
  base::put_little(out, content.size(), 4);
  base::put_bytes(out, content);
  return out;
}

}  // namespace agal::container
