// Binary data: searches it for programs, and adds them to the collector.
#include <fmt/format.h>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "assembly/source.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "container/archive.hpp"
#include "container/embedded.hpp"
#include "container/formats.hpp"
#include "extract/contents.hpp"
#include "extract/embedded_text.hpp"
#include "extract/loose_text.hpp"
#include "extract/recognize.hpp"
#include "tap_log/log.hpp"

namespace agal::extraction {
namespace {

using base::as_text;

void add(Collector& collector, const Part& part, FoundProgram found, std::size_t offset, std::uint32_t line = 0) {
  found.origins.push_back({part.container->name, part.tag, part.offset + offset, part.name});
  found.origins.back().line = line;
  found.program.name = display_name(*part.container, found.origins.back());
  FindContext context = part.context;
  if (found.form == FindForm::Assembly) context.data = found.text;
  collector.add(std::move(found), std::move(context));
}

bool can_decompress(container::Compression compression) {
  return compression == container::Compression::Gzip ? container::can_unpack() : container::can_read_tar();
}

void add_text(Collector& collector, const Part& part, Program program, std::string_view text) {
  FoundProgram found;
  found.form = FindForm::Assembly;
  found.text = text;
  found.program = std::move(program);
  add(collector, part, std::move(found), 0);
}

// Adds a text in which sources of the same program replace a part. Returns false for other texts.
bool add_template(Collector& collector, const Part& part, std::string_view text, std::size_t offset) {
  std::string hole = collector.replaced_part(text);
  if (hole.empty() || !recognize_program(text)) return false;
  const std::string name = part.name.empty() ? part.container->name : part.name;
  collector.report(Rule::TextsIncomplete, *part.container, part.offset + offset, {"1 text", name, hole});
  const Origin origin{part.container->name, part.tag,       part.offset + offset, part.name,
                      Certainty::Template,  std::move(hole)};
  collector.add_text({std::string(text), origin});
  return true;
}

// Returns true for the OLE documents (Thumbs.db) that Windows writes into folders with pictures. They are not parts of
// the application.
bool is_picture_cache(std::string_view path) {
  const std::string name = base::without_punctuation(path.substr(path.find_last_of("/\\") + 1));
  return name == "thumbsdb" || name == "ehthumbsdb" || name == "ehthumbsvistadb";
}

// Returns true if the part has a name other than its container's.
bool is_named(const Part& part) { return !part.name.empty() && part.name != part.container->entry; }

// Returns true for a container that is nested too deeply, and reports it.
bool is_too_deep(Collector& collector, const Container& container) {
  if (container.depth <= collector.options().max_nesting) return false;
  collector.report(Rule::NestedTooDeep, container, {}, {std::to_string(collector.options().max_nesting)});
  return true;
}

// Extracts the archive in `bytes`, and searches the data around it. The entries are named as if the archive were a
// separate file.
void extract_archive_behind(Collector& collector, const Part& part, Bytes bytes, const std::vector<Bytes>& around) {
  const Container& outer = *part.container;
  const Container inner{is_named(part) ? outer.name + "!" + part.name : outer.name, part.name, outer.depth + 1};
  if (!is_too_deep(collector, inner)) extract_archive(collector, inner, bytes);
  for (const Bytes data : around) {
    Part piece = part;
    piece.offset += static_cast<std::uint64_t>(data.data() - bytes.data());
    extract_bytecode(collector, piece, data);
  }
}

// Returns true if the SWF file is whole, as far as this can be determined.
bool extract_embedded_swf(Collector& collector, const Container& outer, const container::EmbeddedSwf& movie,
                          std::ptrdiff_t at) {
  const std::string name = fmt::format("swf-at-0x{:x}", at);
  const Container inner{outer.name + "!" + name, name, outer.depth + 1};
  if (is_too_deep(collector, inner)) return true;
  if (!movie.is_certain) return extract_likely_swf(collector, inner, movie.bytes);
  extract_swf(collector, inner, movie.bytes);
  return true;
}

bool extract_embedded_files(Collector& collector, const Part& part, Bytes bytes) {
  const container::EmbeddedFiles files = container::embedded_files(bytes);
  const bool in_pieces = container::identify(bytes).kind == container::FormatKind::ForeignArchive;
  const Collector::WithoutDamage silence(collector, in_pieces);
  bool any = files.has_archive;
  for (const container::EmbeddedSwf& movie : files.movies)
    any = extract_embedded_swf(collector, *part.container, movie, movie.bytes.data() - bytes.data()) || any;
  if (files.has_archive) extract_archive_behind(collector, part, bytes, files.around);
  return any;
}

}  // namespace

namespace {

// Extracts the programs in a text of any kind: source code, data, documents.
bool extract_loose(Collector& collector, const Part& part, std::string_view text) {
  if (text.size() > max_source_bytes || assembly::find_non_text(text)) return false;
  LooseTexts found = loose_texts(text);
  std::uint32_t line = 1;
  std::size_t counted = 0;
  for (LooseProgram& loose : found.programs) {
    for (; counted < loose.offset; ++counted) line += text[counted] == '\n' ? 1U : 0U;
    if (add_template(collector, part, loose.text, loose.offset)) continue;
    FoundProgram one;
    one.form = FindForm::Assembly;
    one.text = std::move(loose.text);
    one.program = std::move(loose.program);
    one.program.positions.clear();
    one.program.text.clear();
    add(collector, part, std::move(one), loose.offset, line);
  }
  if (found.programs.empty()) return false;
  if (found.unassigned.empty()) return true;
  const std::string name = part.name.empty() ? part.container->name : part.name;
  collector.extraction().unassigned.push_back({part.container->name, name, found.unassigned.size()});
  collector.report(Rule::LinesUnassigned, *part.container, part.offset + found.unassigned.front(),
                   {base::counted(found.unassigned.size(), "text"), name, ""});
  return true;
}

}  // namespace

bool extract_embedded(Collector& collector, const Part& part, std::string_view text) {
  if (const std::optional<std::string> plain = base::from_utf16(text)) return extract_embedded(collector, part, *plain);
  bool any = false;
  for (EmbeddedText& embedded : embedded_texts(text)) {
    FoundProgram found;
    std::optional<Program> program = recognize_program(embedded.text);
    if (!program) continue;
    any = true;
    if (add_template(collector, part, embedded.text, embedded.offset)) continue;
    found.form = FindForm::Assembly;
    found.text = std::move(embedded.text);
    found.program = std::move(*program);
    found.program.registers = std::move(embedded.registers);
    add(collector, part, std::move(found), embedded.offset);
  }
  return any || extract_loose(collector, part, text);
}

namespace {

void extract_unpacked(Collector& collector, const Part& part, const container::Unpacked& data) {
  const Container& outer = *part.container;
  const Container inner{outer.name + "!" + (is_named(part) ? part.name : "unpacked"), part.name, outer.depth + 1};
  const bool is_whole = data.status == container::UnpackStatus::Complete;
  if (data.status == container::UnpackStatus::TooLarge)
    collector.report(Rule::UnpacksTooLarge, outer, {}, {std::to_string(collector.options().max_unpacked_bytes)});
  if (data.status == container::UnpackStatus::Damaged || data.status == container::UnpackStatus::CutOff)
    collector.report(Rule::ArchiveUnreadable, outer, {}, {"its compressed data is truncated or damaged"});
  if (is_too_deep(collector, inner)) return;
  const Collector::WithoutDamage silence(collector, !is_whole);
  if (has_contents(data.bytes)) return extract_contents(collector, inner, data.bytes);
  Part content = part;
  content.container = &inner;
  content.offset = 0;
  content.cut = !is_whole;
  extract_data(collector, content, data.bytes);
}

}  // namespace

bool extract_packed(Collector& collector, const Part& part, Bytes bytes) {
  const Container& outer = *part.container;
  const container::Format& format = container::identify(bytes);
  if (format.kind == container::FormatKind::Packed && !can_decompress(format.compression)) {
    collector.report(Rule::CannotUnpack, outer, {}, {format.name});
    return true;
  }
  if (const std::optional<container::Unpacked> data = container::unpack_blob(bytes, collector.budget())) {
    collector.spend(data->bytes.size());
    extract_unpacked(collector, part, *data);
    return true;
  }
  return extract_embedded_files(collector, part, bytes);
}

void note_unassigned(Collector& collector, const Part& part, std::string_view text) {
  if (assembly::find_non_text(text) || !has_assembly_line(assembly::skip_byte_order_mark(text))) return;
  const std::string name = part.name.empty() ? part.container->name : part.name;
  collector.extraction().unassigned.push_back({part.container->name, name, 1});
  collector.report(Rule::LinesUnassigned, *part.container, part.offset, {"1 text", name, ""});
}

bool extract_bytecode(Collector& collector, const Part& part, Bytes bytes, bool whole) {
  ScanListener listener;
  bool any = false;
  listener.found = [&](BytecodeFind find) {
    any = true;
    FoundProgram found;
    found.program = std::move(find.program);
    add(collector, part, std::move(found), find.offset);
  };
  listener.refused = [&](std::size_t offset, const std::string& problem) {
    if (part.is_read) return;
    collector.report(Rule::NotAProgram, *part.container, part.offset + offset, {problem});
  };
  scan_bytecode(bytes, {.whole = whole, .cut = part.cut}, listener);
  return any;
}

void extract_hidden(Collector& collector, const Part& part, Bytes bytes) {
  if (bytes.empty()) return;
  const std::byte key = bytes[0] ^ std::byte{header_magic};
  const auto plain = [key](Bytes masked) {
    base::ByteVector out(masked.begin(), masked.end());
    for (std::byte& byte : out) byte ^= key;
    return out;
  };
  if (key != std::byte{0} &&
      begins_program(plain(bytes.first(std::min<std::size_t>(bytes.size(), header_bytes + token_bytes)))))
    extract_bytecode(collector, part, plain(bytes), true);
  if (!container::can_unpack()) return;
  const container::Unpacked data = container::inflate_raw(bytes, collector.budget());
  collector.spend(data.bytes.size());
  if (data.status != container::UnpackStatus::Complete) return;
  if (begins_program(data.bytes) || recognize_program(as_text(data.bytes))) extract_unpacked(collector, part, data);
}

void extract_data(Collector& collector, const Part& part, Bytes bytes) {
  if (has_contents(bytes)) return extract_nested(collector, *part.container, part.name, bytes);
  if (!part.cut && may_be_assembly(as_text(bytes))) {
    Result<Program> program = assemble(as_text(bytes));
    if (program && add_template(collector, part, as_text(bytes), 0)) return;
    if (program && is_plausible(*program)) return add_text(collector, part, std::move(*program), as_text(bytes));
  }
  const container::Format& format = container::identify(bytes);
  const auto note_if = [&](container::FormatKind kind) {
    if (format.kind == kind && !is_picture_cache(part.name))
      collector.note_foreign(format, *part.container, part.name.empty() ? part.container->name : part.name);
  };
  note_if(container::FormatKind::ForeignArchive);
  if (!part.cut && extract_packed(collector, part, bytes)) return;
  if (!part.cut && extract_embedded(collector, part, as_text(bytes))) return;
  note_if(container::FormatKind::Foreign);
  if (tap_log::has_line(bytes))
    extract_capture_log(collector, part, bytes);
  else
    note_unassigned(collector, part, as_text(bytes));
  if (!extract_bytecode(collector, part, bytes, true) && !part.cut) extract_hidden(collector, part, bytes);
}

void extract_program(Collector& collector, const Part& part, Bytes bytes) {
  // load_program would take only the first of several programs in JSON.
  if (embedded_texts(as_text(bytes)).size() > 1 && extract_embedded(collector, part, as_text(bytes))) return;
  Result<Program> program = load_program(bytes, part.container->name);
  collector.append(std::move(program.diagnostics()));
  if (!program) return;
  if (!looks_like_bytecode(bytes)) {
    if (add_template(collector, part, program->text, 0)) return;
    return add_text(collector, part, std::move(*program), std::string(program->text));
  }
  FoundProgram found;
  found.program = std::move(*program);
  add(collector, part, std::move(found), 0);
}

}  // namespace agal::extraction
