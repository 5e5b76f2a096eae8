// Extracts programs from the tags of SWF files.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "container/swf.hpp"
#include "extract/contents.hpp"
#include "tap_log/fields.hpp"

namespace agal::extraction {
namespace {

using namespace agal::container;

using SymbolNames = std::unordered_map<std::uint16_t, std::string>;

// Returns the name of the class that embeds data, derived from the name of the data's class: `app.Shaders_Water` is
// embedded by the field Water of the class app.Shaders. "" if the name does not have this form.
std::string embedding_class(const std::string& name) {
  const std::size_t package = name.rfind('.');
  const std::size_t end = name.find('_', package == std::string::npos ? 0 : package);
  return end == std::string::npos ? std::string() : name.substr(0, end);
}

class SwfExtractor {
 public:
  SwfExtractor(Collector& collector, const Container& container, Bytes movie)
      : collector_(collector), container_(container), movie_(movie), number_(collector.count_container()) {}

  void run();

 private:
  template <class Visit>
  std::size_t for_each_tag(const Visit& visit);
  void read_symbols(const SwfTag& tag);
  void extract(const SwfTag& tag);
  void read_code(const SwfTag& tag);
  void read_tap(const SwfTag& tag);
  bool is_code_whole() const;
  void extract_binary_data(const SwfTag& tag, Part part);
  void extract_rest(std::size_t from);
  Part part_of(const SwfTag& tag) const;

  Collector& collector_;
  const Container& container_;
  Bytes movie_;
  std::size_t number_;
  std::size_t last_tag_ = 0;
  SymbolNames names_;
  bool code_is_extracted_ = false, code_is_learned_ = false;
  avm2::Abc code_;  // the code of all tags
  std::vector<Part> code_parts_;
};

// Calls `visit` for each tag, and returns the end of the last tag.
template <class Visit>
std::size_t SwfExtractor::for_each_tag(const Visit& visit) {
  TagReader reader(movie_);
  while (const std::optional<SwfTag> tag = reader.next()) {
    if (tag->content_at == 0) return tag->begin;
    visit(*tag);
    last_tag_ = tag->number;
  }
  return reader.position();
}

void SwfExtractor::read_symbols(const SwfTag& tag) {
  if (tag.code != symbol_class_tag) return;
  for_each_symbol(tag.content,
                  [&](std::uint16_t id, std::string_view name) { names_.try_emplace(id, printable(name)); });
  code_.is_application = names_.contains(0);
}

Part SwfExtractor::part_of(const SwfTag& tag) const {
  Part part;
  part.container = &container_;
  part.tag = tag.code;
  part.offset = tag.content_at;
  part.context = {number_, tag.number, 0, {}};
  part.cut = tag.truncated;
  return part;
}

void SwfExtractor::extract_binary_data(const SwfTag& tag, Part part) {
  if (tag.content.size() < binary_data_head) return;
  const std::uint16_t id = base::ByteReader(tag.content).u16();
  const auto name = names_.find(id);
  part.name = name != names_.end() ? name->second : fmt::format("binary-{}", id);
  part.context.class_name = embedding_class(name != names_.end() ? name->second : std::string());
  part.offset += binary_data_head;
  extract_data(collector_, part, tag.content.subspan(binary_data_head));
}

void SwfExtractor::extract(const SwfTag& tag) {
  if (tag.truncated)
    collector_.report(Rule::SwfDamaged, container_, tag.content_at,
                      {fmt::format("its tag {} (type {}) extends past its end", tag.number, tag.code)});
  Part part = part_of(tag);
  if (tag.code == define_binary_data_tag) return extract_binary_data(tag, part);
  if (tag.has_code() && !std::exchange(code_is_extracted_, true))
    code_is_learned_ = extract_actionscript(collector_, code_parts_, code_);
  // Code that was read is not searched for bytecode, because the numbers in it may look like a header.
  part.is_read = tag.has_code() && !tag.truncated && is_code_whole();
  extract_bytecode(collector_, part, tag.content);
}

bool SwfExtractor::is_code_whole() const {
  return std::ranges::all_of(code_.files, [](const avm2::AbcFile& file) { return file.problem.empty(); });
}

void SwfExtractor::read_tap(const SwfTag& tag) {
  const avm2::Abc script = avm2::read_abc(tag.abc_file());
  for (const avm2::PoolString& string : script.strings)
    if (string.text.starts_with(tap_log::game_fields_begin))
      collector_.note_tapped(tap_log::read_game(tap_log::read_fields(string.text)));
}

void SwfExtractor::read_code(const SwfTag& tag) {
  if (!tag.has_code()) return;
  if (tag.has_script_of_tap()) return read_tap(tag);
  const Bytes file = tag.abc_file();
  Part& part = code_parts_.emplace_back(part_of(tag));
  part.offset += tag.content.size() - file.size();
  avm2::append_abc(code_, file);
}

// Extracts programs from the data after the last tag, where some tools hide data.
void SwfExtractor::extract_rest(std::size_t from) {
  Part part;
  part.container = &container_;
  part.offset = from;
  part.context = {number_, last_tag_ + 1, 0, {}};
  extract_bytecode(collector_, part, movie_.subspan(from));
}

void SwfExtractor::run() {
  // The names come last in the file, and any code may call other code or extend its texts, so all tags are read twice.
  // A list of the tags might need many times the size of the file.
  for_each_tag([this](const SwfTag& tag) {
    read_symbols(tag);
    read_code(tag);
  });
  collector_.note_movie(container_, code_);
  const std::size_t before = collector_.occurrences().size();
  extract_rest(for_each_tag([this](const SwfTag& tag) { extract(tag); }));
  const auto& finds = collector_.occurrences();
  const bool has_data = std::any_of(finds.begin() + static_cast<std::ptrdiff_t>(before), finds.end(),
                                    [](const Occurrence& find) { return !find.context.data.empty(); });
  if (has_data && !code_is_learned_ && code_is_extracted_) learn_from_code(collector_, code_);
}

void report_unpacking(Collector& collector, const Container& container, const Unpacked& movie) {
  const std::uint64_t end = movie.bytes.size();
  switch (movie.status) {
    case UnpackStatus::Complete: break;
    case UnpackStatus::CutOff:
      collector.report(Rule::SwfDamaged, container, end, {"its compressed data is truncated"});
      break;
    case UnpackStatus::Damaged:
    case UnpackStatus::WrongChecksum:
      collector.report(Rule::SwfDamaged, container, end, {"its data cannot be decompressed: " + movie.problem});
      break;
    case UnpackStatus::TooLarge:
      collector.report(Rule::UnpacksTooLarge, container, end, {std::to_string(collector.options().max_unpacked_bytes)});
      break;
  }
}

struct OpenedMovie {
  Unpacked unpacked;
  Bytes bytes;  // the bytes of `unpacked`, or the whole file if it is not compressed
};

// Opens a file with a whole header. If this build cannot unpack the file, reports it and returns nullopt.
std::optional<OpenedMovie> open_movie(Collector& collector, const Container& container, Bytes file) {
  if (!is_compressed(file)) return OpenedMovie{{}, file};
  if (!can_unpack()) {
    collector.report(Rule::CannotUnpack, container, {}, {"compressed SWF files"});
    return std::nullopt;
  }
  OpenedMovie movie{unpack_swf(file, collector.budget()), {}};
  if (has_all_lzma_bytes(file)) end_at_declared_length(movie.unpacked, file);
  movie.bytes = movie.unpacked.bytes;
  collector.spend(movie.bytes.size());
  return movie;
}

void extract_movie(Collector& collector, const Container& container, Bytes file, const OpenedMovie& movie) {
  if (is_compressed(file)) report_unpacking(collector, container, movie.unpacked);
  const std::uint32_t declared = declared_length(file);
  if (movie.unpacked.status == UnpackStatus::Complete && movie.bytes.size() != declared)
    collector.report(Rule::SwfLength, container, swf_length_at,
                     {std::to_string(declared), std::to_string(movie.bytes.size())});
  if (TagReader(movie.bytes).header_truncated())
    return collector.report(Rule::SwfDamaged, container, movie.bytes.size(), {"its header is truncated"});
  SwfExtractor(collector, container, movie.bytes).run();
}

}  // namespace

void extract_swf(Collector& collector, const Container& container, Bytes file) {
  if (file.size() < swf_header_bytes)
    return collector.report(Rule::SwfDamaged, container, file.size(), {"its header is truncated"});
  const Collector::OpenMovie noted(collector, container, file);
  if (const std::optional<OpenedMovie> movie = open_movie(collector, container, file))
    extract_movie(collector, container, file, *movie);
}

bool extract_likely_swf(Collector& collector, const Container& container, Bytes file) {
  const std::optional<OpenedMovie> movie = open_movie(collector, container, file);
  if (!movie) return true;
  const bool whole = is_whole_swf(file, movie->bytes, movie->unpacked.status);
  const std::size_t before = collector.occurrences().size();
  {
    const Collector::WithoutDamage silence(collector, !whole);
    std::optional<Collector::OpenMovie> noted;
    if (whole) noted.emplace(collector, container, file);
    extract_movie(collector, container, file, *movie);
  }
  if (!whole && collector.occurrences().size() > before)
    collector.report(Rule::SwfLength, container, swf_length_at,
                     {std::to_string(declared_length(file)), std::to_string(end_of_whole_tags(movie->bytes))});
  return whole;
}

}  // namespace agal::extraction
