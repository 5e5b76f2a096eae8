#include "record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace agal::batch {
namespace {

using nlohmann::json;

// Nearly all are names and paths, which stand in JSON as they are; the library's serializer, made anew for each of
// them, was a tenth of what a warm run takes.
std::string json_text(std::string_view text) {
  const auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (std::all_of(text.begin(), text.end(), plain)) return '"' + std::string(text) + '"';
  return json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace);
}

// An object or an array under construction, its values being JSON already.
class Builder {
 public:
  explicit Builder(char open) : text_(1, open), close_(open == '{' ? '}' : ']') {}
  void add(std::string_view value) {
    if (text_.size() > 1) text_ += ',';
    text_ += value;
  }
  void add(std::string_view key, std::string_view value) {
    if (text_.size() > 1) text_ += ',';
    text_ += json_text(key);
    text_ += ':';
    text_ += value;
  }
  void add_text(std::string_view key, std::string_view value) { add(key, json_text(value)); }
  void add_number(std::string_view key, std::uint64_t value) { add(key, fmt::format("{}", value)); }
  std::string take() { return std::move(text_ += close_); }

 private:
  std::string text_;
  char close_;
};

std::string opcodes_of(const Program& program) {
  std::map<std::string, std::uint64_t> counts;
  for (const Instruction& instruction : program.instructions) {
    const OpcodeInfo* const row = instruction.info();
    ++counts[row != nullptr ? std::string(row->text) : fmt::format("0x{:02x}", instruction.opcode)];
  }
  Builder out('{');
  for (const auto& [name, count] : counts) out.add_number(name, count);
  return out.take();
}

std::string origins_of(const Record& record) {
  Builder list('[');
  for (const Origin& origin : record.origins) {
    Builder one('{');
    one.add_text("container", origin.container);
    if (origin.tag != 0) one.add_number("tag", origin.tag);
    one.add_number("offset", origin.offset);
    if (!origin.name.empty()) one.add_text("name", origin.name);
    one.add_text("stem", record.stem);
    list.add(one.take());
  }
  return list.take();
}

std::string pairs_of(const std::vector<RecordedPair>& pairs) {
  Builder list('[');
  for (const RecordedPair& pair : pairs) {
    Builder one('{');
    one.add_text("with", pair.with);
    one.add_text("evidence", pair.evidence);
    list.add(one.take());
  }
  return list.take();
}

std::string outputs_of(const Record& record) {
  Builder out('{');
  for (const auto& [name, path] : record.outputs) out.add_text(name, path);
  return out.take();
}

std::string not_expressible_of(const Record& record) {
  Builder out('{');
  for (const NotExpressible& row : record.not_expressible) {
    Builder codes('[');
    for (const std::uint16_t code : row.codes) codes.add(json_text(code_name(code)));
    out.add(row.target, codes.take());
  }
  return out.take();
}

std::string diagnostics_of(const Diagnostics& diagnostics) {
  Builder list('[');
  const std::string lines = render_json(diagnostics);
  for (std::string_view rest = lines; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (end > 0) list.add(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return list.take();
}

std::string_view status_of(const Record& record) {
  if (record.found == nullptr) return record.diagnostics.has_errors() ? "unreadable" : "empty";
  switch (record.status) {
    case Status::Accepted: return "accepted";
    case Status::Rejected: return "rejected";
  }
  return {};
}

std::string_view form_of(const FoundProgram& found) {
  switch (found.form) {
    case FindForm::Bytecode: return "bytecode";
    case FindForm::Assembly: return "assembly";
  }
  return {};
}

// ------------------------------------------------------------------------------------------------------ reading

std::string text_at(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::optional<std::uint32_t> number_at(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number_unsigned() ? std::optional(at->get<std::uint32_t>()) : std::nullopt;
}

template <class T, std::size_t N>
T named(const std::array<T, N>& values, const std::string& text, T otherwise) {
  for (const T value : values)
    if (name(value) == text) return value;
  return otherwise;
}

std::uint16_t code_of(const std::string& text) {
  const RuleInfo* const rule = find_rule(std::string_view(text));
  return rule != nullptr ? rule->code : std::uint16_t{0};
}

Diagnostic diagnostic_of(const json& object) {
  Diagnostic d;
  d.code = code_of(text_at(object, "code"));
  d.severity = named(std::array{Severity::Note, Severity::Warning, Severity::Error}, text_at(object, "severity"),
                     Severity::Error);
  d.message = text_at(object, "message");
  d.snippet = text_at(object, "snippet");
  d.help = text_at(object, "help");
  d.location.file = text_at(object, "file");
  d.location.line = number_at(object, "line");
  d.location.column = number_at(object, "column");
  d.location.byte_offset = number_at(object, "byteOffset");
  d.location.token = number_at(object, "token");
  d.location.operand = named(std::array{Operand::Opcode, Operand::Destination, Operand::Source1, Operand::Source2},
                             text_at(object, "operand"), Operand::None);
  const std::string stage = text_at(object, "stage");
  if (!stage.empty()) d.location.stage = named(std::array{Stage::Vertex, Stage::Fragment}, stage, Stage::Any);
  const auto caret = object.find("caret");
  if (caret != object.end() && caret->is_array() && caret->size() == 2 && (*caret)[0].is_number_unsigned() &&
      (*caret)[1].is_number_unsigned()) {
    d.caret = (*caret)[0].get<std::uint32_t>();
    d.caret_length = (*caret)[1].get<std::uint32_t>();
  }
  return d;
}

std::vector<RecordedPlace> places_of(const json& object, const std::string& stem) {
  std::vector<RecordedPlace> places{{stem, ""}};
  const auto origins = object.find("origins");
  if (origins == object.end() || !origins->is_array()) return places;
  for (const json& origin : *origins) {
    if (!origin.is_object()) continue;
    const std::string where = text_at(origin, "stem");
    RecordedPlace& last = places.back();
    // Origins with the same stem are adjacent.
    if (where.empty() || where == last.stem) {
      if (last.container.empty()) last.container = text_at(origin, "container");
    } else {
      places.push_back({where, text_at(origin, "container")});
    }
  }
  return places;
}

}  // namespace

std::string record_line(const Record& record) {
  Builder out('{');
  if (record.found != nullptr) out.add_text("hash", record.hash);
  out.add_text("stem", record.stem);
  if (record.found != nullptr) {
    const Program& program = record.found->program;
    out.add_text("stage", name(program.stage));
    out.add_number("version", program.version);
    out.add_number("tokens", program.instructions.size());
    out.add_text("form", form_of(*record.found));
  }
  out.add_text("status", status_of(record));
  if (record.found != nullptr) out.add("opcodes", opcodes_of(record.found->program));
  out.add("origins", origins_of(record));
  if (record.found != nullptr) {
    out.add("pairs", pairs_of(record.pairs));
    out.add_text("disassembly", record.stem + std::string(disassembly_suffix));
    out.add("outputs", outputs_of(record));
    out.add("notExpressible", not_expressible_of(record));
  }
  out.add("diagnostics", diagnostics_of(record.diagnostics));
  return out.take() + "\n";
}

std::optional<RecordedLine> read_record(std::string_view line) {
  const json object = json::parse(line, nullptr, false);
  if (!object.is_object() || text_at(object, "stem").empty()) return std::nullopt;
  RecordedLine out;
  out.stem = text_at(object, "stem");
  out.form = text_at(object, "form");
  out.disassembly = text_at(object, "disassembly");
  out.places = places_of(object, out.stem);
  if (const auto outputs = object.find("outputs"); outputs != object.end() && outputs->is_object())
    for (const auto& [name, path] : outputs->items())
      if (path.is_string()) out.outputs.emplace_back(name, path.get<std::string>());
  if (const auto list = object.find("diagnostics"); list != object.end() && list->is_array())
    for (const json& diagnostic : *list)
      if (diagnostic.is_object()) out.diagnostics.add(diagnostic_of(diagnostic));
  return out;
}

std::string path_at(const RecordedLine& record, const RecordedPlace& place, const std::string& path) {
  const bool below = path.compare(0, record.stem.size(), record.stem) == 0;
  return below ? place.stem + path.substr(record.stem.size()) : path;
}

std::vector<std::string> products_at(const RecordedLine& record, const RecordedPlace& place) {
  std::vector<std::string> paths;
  if (!record.disassembly.empty()) paths.push_back(path_at(record, place, record.disassembly));
  for (const auto& [name, path] : record.outputs) paths.push_back(path_at(record, place, path));
  return paths;
}

}  // namespace agal::batch
