// SWF files: header, the three compressions, tags.
#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <unordered_map>

#include "container/streams.hpp"
#include "extraction/contents.hpp"

namespace agal::extraction {
namespace {

constexpr std::size_t signature_bytes = 8;     // FWS, CWS or ZWS, version, length
constexpr std::size_t length_at = 4;           // of the whole uncompressed movie
constexpr std::size_t lzma_header_bytes = 17;  // the same, length of the compressed data, properties
constexpr std::size_t packed_length_at = 8;
constexpr std::size_t lzma_properties_at = 12;

constexpr std::uint16_t end_tag = 0, do_abc_define_tag = 72, symbol_class_tag = 76, do_abc_tag = 82,
                        define_binary_data_tag = 87;

using SymbolNames = std::unordered_map<std::uint16_t, std::string>;

struct Tag {
  std::uint16_t code = 0;
  std::size_t number = 0;  // from 1, in file order
  std::size_t offset = 0;  // of its content
  Bytes content;
  bool cut = false;  // truncated
};

// `app.Shaders_Water` is embedded by the field Water of the class app.Shaders; "" if the name does not have that form.
std::string embedding_class(const std::string& name) {
  const std::size_t package = name.rfind('.');
  const std::size_t end = name.find('_', package == std::string::npos ? 0 : package);
  return end == std::string::npos ? std::string() : name.substr(0, end);
}

class SwfExtractor {
 public:
  SwfExtractor(Collector& collector, const Container& container, Bytes movie)
      : collector_(collector), container_(container), movie_(movie), number_(collector.count_container()) {}

  void run(std::size_t first_tag);

 private:
  std::size_t for_each_tag(std::size_t from, const std::function<void(const Tag&)>& visit);
  void read_symbols(const Tag& tag);
  void extract(const Tag& tag);
  void learn(const Tag& tag, LearningStep step);
  void extract_code(const Tag& tag, Part part);
  void extract_binary_data(const Tag& tag, Part part);
  void extract_rest(std::size_t from);
  Part part_of(const Tag& tag) const;

  Collector& collector_;
  const Container& container_;
  Bytes movie_;
  std::size_t number_;
  std::size_t last_tag_ = 0;
  SymbolNames names_;
  CodeFacts facts_;
};

// Calls `visit` for each tag; returns the end of the last one.
std::size_t SwfExtractor::for_each_tag(std::size_t from, const std::function<void(const Tag&)>& visit) {
  constexpr std::size_t long_form = 0x3f;
  Reader reader(movie_, from);
  for (std::size_t number = 1; reader.left() >= 2; ++number) {
    const std::size_t begin = reader.position();
    const std::uint16_t head = reader.u16();
    std::size_t length = head & long_form;
    if (length == long_form) length = reader.u32();
    if (reader.failed()) return begin;
    Tag tag{static_cast<std::uint16_t>(head >> 6), number, reader.position(), {}, length > reader.left()};
    tag.content = reader.take(std::min(length, reader.left()));
    visit(tag);
    last_tag_ = number;
    if (tag.code == end_tag) break;
  }
  return reader.position();
}

void SwfExtractor::read_symbols(const Tag& tag) {
  if (tag.code != symbol_class_tag) return;
  Reader reader(tag.content);
  for (std::size_t count = reader.u16(); count > 0 && !reader.failed(); --count) {
    const std::uint16_t id = reader.u16();
    const Bytes rest = tag.content.subspan(reader.position());
    const void* const end = rest.empty() ? nullptr : std::memchr(rest.data(), 0, rest.size());
    if (end == nullptr) break;
    const auto length = static_cast<std::size_t>(static_cast<const std::byte*>(end) - rest.data());
    names_.try_emplace(id, printable(reader.take(length)));
    reader.skip(1);
  }
}

Part SwfExtractor::part_of(const Tag& tag) const {
  Part part;
  part.container = &container_;
  part.tag = tag.code;
  part.offset = tag.offset;
  part.context = {number_, tag.number, 0, {}};
  part.cut = tag.cut;
  return part;
}

void SwfExtractor::extract_binary_data(const Tag& tag, Part part) {
  constexpr std::size_t head_bytes = 6;  // the id of the data, and four reserved bytes
  Reader reader(tag.content);
  const std::uint16_t id = reader.u16();
  reader.skip(head_bytes - 2);
  if (reader.failed()) return;
  const auto name = names_.find(id);
  part.name = name != names_.end() ? name->second : fmt::format("binary-{}", id);
  part.context.class_name = embedding_class(name != names_.end() ? name->second : std::string());
  part.offset += head_bytes;
  extract_data(collector_, part, tag.content.subspan(head_bytes));
}

void SwfExtractor::extract(const Tag& tag) {
  if (tag.cut)
    collector_.report(Rule::SwfDamaged, container_, tag.offset,
                      {fmt::format("its tag {} (type {}) extends past its end", tag.number, tag.code)});
  const Part part = part_of(tag);
  if (tag.code == define_binary_data_tag) return extract_binary_data(tag, part);
  if (tag.code == do_abc_tag || tag.code == do_abc_define_tag) extract_code(tag, part);
  extract_bytecode(collector_, part, tag.content);
}

// DoABC tags have flags and a name before the ABC file.
std::size_t begin_of_code(const Tag& tag) {
  if (tag.code != do_abc_tag) return 0;
  constexpr std::size_t flags_bytes = 4;
  const auto name = tag.content.subspan(std::min(flags_bytes, tag.content.size()));
  std::size_t begin = tag.content.size() - name.size();
  while (begin < tag.content.size() && tag.content[begin] != std::byte{0}) ++begin;
  return std::min(begin + 1, tag.content.size());
}

void SwfExtractor::extract_code(const Tag& tag, Part part) {
  const std::size_t begin = begin_of_code(tag);
  part.offset += begin;
  extract_actionscript(collector_, part, tag.content.subspan(begin), facts_);
}

void SwfExtractor::learn(const Tag& tag, LearningStep step) {
  if (tag.code == do_abc_tag || tag.code == do_abc_define_tag)
    learn_actionscript(tag.content.subspan(begin_of_code(tag)), step, facts_);
}

// Data after the last tag, where some tools hide data.
void SwfExtractor::extract_rest(std::size_t from) {
  Part part;
  part.container = &container_;
  part.offset = from;
  part.context = {number_, last_tag_ + 1, 0, {}};
  extract_bytecode(collector_, part, movie_.subspan(from));
}

void SwfExtractor::run(std::size_t first_tag) {
  // Names come last in the file, and any code may extend the texts of any other, so the file is walked several times; a
  // list of its tags might need many times its size.
  for_each_tag(first_tag, [this](const Tag& tag) {
    read_symbols(tag);
    learn(tag, LearningStep::Names);
  });
  for_each_tag(first_tag, [this](const Tag& tag) { learn(tag, LearningStep::Assembly); });
  if (facts_.passes()) for_each_tag(first_tag, [this](const Tag& tag) { learn(tag, LearningStep::Rest); });
  extract_rest(for_each_tag(first_tag, [this](const Tag& tag) { extract(tag); }));
}

// Some encoders omit the end marker: then the data ends where the header says, and any output beyond that is
// meaningless.
Unpacked unpack_lzma_movie(const Collector& collector, Bytes file) {
  if (file.size() < lzma_header_bytes) return {{}, UnpackStatus::CutOff, {}};
  const Bytes properties = file.subspan(lzma_properties_at, lzma_header_bytes - lzma_properties_at);
  const Bytes packed = file.subspan(lzma_header_bytes);
  Unpacked movie = unpack_lzma(properties, packed, file.first(signature_bytes), collector.budget());
  const std::uint32_t size = Reader(file, length_at).u32(), packed_size = Reader(file, packed_length_at).u32();
  const bool ended = movie.status == UnpackStatus::Complete || movie.status == UnpackStatus::TooLarge;
  if (ended || size <= signature_bytes || movie.bytes.size() < size || packed.size() < packed_size) return movie;
  movie.bytes.resize(size);
  movie.status = UnpackStatus::Complete;
  return movie;
}

// The whole uncompressed movie.
Unpacked unpack(const Collector& collector, Bytes file) {
  if (file[0] == std::byte{'Z'}) return unpack_lzma_movie(collector, file);
  return inflate(file.subspan(signature_bytes), file.first(signature_bytes), collector.budget());
}

void report_unpacking(Collector& collector, const Container& container, const Unpacked& movie) {
  const std::uint64_t end = movie.bytes.size();
  switch (movie.status) {
    case UnpackStatus::Complete: break;
    case UnpackStatus::CutOff:
      collector.report(Rule::SwfDamaged, container, end, {"its compressed data is truncated"});
      break;
    case UnpackStatus::Damaged:
      collector.report(Rule::SwfDamaged, container, end, {"its data cannot be decompressed: " + movie.problem});
      break;
    case UnpackStatus::TooLarge:
      collector.report(Rule::UnpacksTooLarge, container, end, {std::to_string(collector.options().max_unpacked_bytes)});
      break;
  }
}

// The position of the first tag, after a rectangle of four numbers (whose width in bits is in the first five bits), the
// frame rate and the number of frames.
std::size_t first_tag(Bytes movie) {
  const unsigned bits = 5 + 4 * (std::to_integer<unsigned>(movie[signature_bytes]) >> 3);
  return signature_bytes + (bits + 7) / 8 + 4;
}

}  // namespace

bool looks_like_swf(Bytes bytes) {
  return bytes.size() >= 4 &&
         (bytes[0] == std::byte{'F'} || bytes[0] == std::byte{'C'} || bytes[0] == std::byte{'Z'}) &&
         bytes[1] == std::byte{'W'} && bytes[2] == std::byte{'S'};
}

void extract_swf(Collector& collector, const Container& container, Bytes file) {
  if (file.size() < signature_bytes)
    return collector.report(Rule::SwfDamaged, container, file.size(), {"its header is truncated"});
  Unpacked movie;
  Bytes bytes = file;
  if (file[0] != std::byte{'F'}) {
    if (!can_unpack()) return collector.report(Rule::CannotUnpack, container, {}, {"compressed SWF files"});
    movie = unpack(collector, file);
    bytes = movie.bytes;
    collector.spend(bytes.size());
    report_unpacking(collector, container, movie);
  }
  const std::uint32_t declared = Reader(file, length_at).u32();
  if (movie.status == UnpackStatus::Complete && bytes.size() != declared)
    collector.report(Rule::SwfLength, container, length_at, {std::to_string(declared), std::to_string(bytes.size())});
  const std::size_t begin = bytes.size() > signature_bytes ? first_tag(bytes) : bytes.size() + 1;
  if (begin > bytes.size())
    return collector.report(Rule::SwfDamaged, container, bytes.size(), {"its header is truncated"});
  SwfExtractor(collector, container, bytes).run(begin);
}

}  // namespace agal::extraction
