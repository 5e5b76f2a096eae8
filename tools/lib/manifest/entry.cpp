#include "manifest/entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "agal/games/extract.hpp"
#include "base/format.hpp"
#include "cli/console.hpp"
#include "manifest/json_values.hpp"
#include "os/filesystem.hpp"

namespace agal::manifest {
namespace {

namespace fs = agalc::os::fs;

// Returns true for a relative path that cannot lead out of its folder.
bool stays_inside(const std::string& path) {
  const fs::path parts(path);
  if (path.empty() || parts.has_root_path()) return false;
  for (const fs::path& part : parts)
    if (part == "..") return false;
  return true;
}

bool is_list_of_objects(const Json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& each) { return each.is_object(); });
}

bool is_list_of_indices(const Json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& each) { return each.is_number_unsigned(); });
}

class EntryReader {
 public:
  EntryReader(const Json& line, const std::string& file, std::uint32_t number)
      : object_(line), file_(file), number_(number) {}

  Entry entry;
  Diagnostics found;

  void read();

 private:
  void fault(std::string_view key, std::string_view what) {
    found.add(malformed(file_, number_, fmt::format("{} {}", key, what)));
  }
  const Json* find(const char* key, bool required);
  std::string text(const char* key, bool required);
  std::string path_in(std::string_view key, const Json& value);
  std::uint32_t number(std::string_view key, const Json& value);
  Json list_of_objects(const char* key);
  Json object_of(const char* key);
  bool has_text(std::string_view list, const Json& object, const char* key);
  void read_program();
  void read_opcodes();
  void read_partners();
  std::optional<Use> use_in(std::string_view list, const Json& object);
  void read_samplers();
  void read_certainty();
  void read_incomplete();
  void read_kind();
  void read_outputs();
  void read_not_expressible();
  void read_proofs();

  const Json& object_;
  const std::string& file_;
  std::uint32_t number_;
};

const Json* EntryReader::find(const char* key, bool required) {
  const auto at = object_.find(key);
  if (at != object_.end()) return &*at;
  if (required) fault(key, "is missing");
  return nullptr;
}

std::string EntryReader::text(const char* key, bool required) {
  const Json* const value = find(key, required);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  fault(key, "is not a string");
  return {};
}

std::string EntryReader::path_in(std::string_view key, const Json& value) {
  if (value.is_string() && stays_inside(value.get_ref<const std::string&>())) return value.get<std::string>();
  fault(key, "is not a path inside the folder");
  return {};
}

std::uint32_t EntryReader::number(std::string_view key, const Json& value) {
  const bool fits =
      value.is_number_unsigned() && value.get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max();
  if (!fits) fault(key, "is not an integer");
  return fits ? value.get<std::uint32_t>() : 0;
}

Json EntryReader::list_of_objects(const char* key) {
  const Json* const list = find(key, false);
  if (list == nullptr) return Json::array();
  if (is_list_of_objects(*list)) return *list;
  fault(key, "is not a list of objects");
  return Json::array();
}

bool EntryReader::has_text(std::string_view list, const Json& object, const char* key) {
  const auto at = object.find(key);
  const bool fits = at != object.end() && at->is_string();
  if (!fits) fault(fmt::format("{}: {}", list, key), "is not a string");
  return fits;
}

// Returns the object with this key; an empty object if it is missing.
Json EntryReader::object_of(const char* key) {
  const Json* const value = find(key, false);
  if (value == nullptr) return Json::object();
  if (value->is_object()) return *value;
  fault(key, "is not an object");
  return Json::object();
}

void EntryReader::read_opcodes() {
  const Json opcodes = object_of("opcodes");
  for (const auto& [name, count] : opcodes.items()) entry.opcodes.emplace_back(name, number("opcodes", count));
}

void EntryReader::read_partners() {
  for (const Json& pair : list_of_objects("pairs")) {
    if (!has_text("pairs", pair, "with") || !has_text("pairs", pair, "evidence")) continue;
    Partner partner{pair["with"].get<std::string>(), pair["evidence"].get<std::string>()};
    if (const auto captured = pair.find("captured"); captured != pair.end()) {
      if (is_list_of_objects(*captured))
        partner.captured = text_of(*captured);
      else
        fault("pairs: captured", "is not a list of objects");
    }
    if (const auto origins = pair.find("origins"); origins != pair.end()) {
      if (is_list_of_indices(*origins))
        partner.origins = origins->get<std::vector<std::size_t>>();
      else
        fault("pairs: origins", "is not a list of indices");
    }
    partner.use = use_in("pairs: ", pair);
    entry.partners.push_back(std::move(partner));
  }
}

// Returns true if a log has a draw with the pair.
bool has_draw(const Json& pair) {
  const auto captured = pair.find("captured");
  if (captured == pair.end() || !captured->is_array()) return false;
  return std::any_of(captured->begin(), captured->end(), [](const Json& run) {
    const auto draws = run.is_object() ? run.find("draws") : run.end();
    return draws != run.end() && draws->is_array() && !draws->empty();
  });
}

// Reads the use of a program or pair. Manifests of older versions only contain `uploaded` and the captured draws.
std::optional<Use> EntryReader::use_in(std::string_view list, const Json& object) {
  if (const auto uploaded = object.find("uploaded"); uploaded != object.end()) {
    if (uploaded->is_boolean()) {
      if (!uploaded->get<bool>()) return Use::NotUploaded;
      const Json pairs = object.value("pairs", Json::array());
      const bool drawn = has_draw(object) || std::any_of(pairs.begin(), pairs.end(), has_draw);
      return drawn ? Use::Drawn : Use::Uploaded;
    }
    fault(fmt::format("{}uploaded", list), "is not true or false");
  }
  const auto use = object.find("use");
  if (use == object.end()) return std::nullopt;
  const auto known = std::find(use_names.begin(), use_names.end(), use->is_string() ? use->get<std::string>() : "");
  if (known != use_names.end()) return static_cast<Use>(known - use_names.begin());
  fault(fmt::format("{}use", list), fmt::format("is not one of {}", base::joined(use_names, ", ")));
  return std::nullopt;
}

void EntryReader::read_samplers() {
  entry.family = text("family", false);
  const Json* const samplers = find("samplers", false);
  if (samplers == nullptr) return;
  const auto is_text = [](const Json& each) { return each.is_string(); };
  if (!samplers->is_array() || !std::all_of(samplers->begin(), samplers->end(), is_text))
    return fault("samplers", "is not a list of strings");
  for (const Json& sampler : *samplers) entry.samplers.push_back(sampler.get<std::string>());
}

void EntryReader::read_certainty() {
  if (!object_.contains("certainty")) return;
  entry.certainty = text("certainty", false);
  for (const Certainty each : {Certainty::Captured, Certainty::Exact, Certainty::Variant, Certainty::Filled})
    if (entry.certainty == agal::name(each)) return;
  fault("certainty", "is not captured, exact, variant or filled");
}

void EntryReader::read_incomplete() {
  const Json* const incomplete = find("incomplete", false);
  if (incomplete == nullptr) return;
  if (!incomplete->is_object()) return fault("incomplete", "is not an object");
  for (const char* const key : {"classes", "texts", "unused", "lost"})
    if (const auto list = incomplete->find(key); list != incomplete->end() && !is_list_of_objects(*list))
      return fault(fmt::format("incomplete: {}", key), "is not a list of objects");
  entry.incomplete = *incomplete;
}

void EntryReader::read_kind() {
  if (!object_.contains("kind")) return;
  const std::string kind = text("kind", false);
  const auto known = std::find(content_kind_names.begin(), content_kind_names.end(), kind);
  if (known == content_kind_names.end())
    return fault("kind", fmt::format("is not one of {}", base::joined(content_kind_names, ", ")));
  entry.kind = static_cast<ContentKind>(known - content_kind_names.begin());
}

void EntryReader::read_outputs() {
  const Json outputs = object_of("outputs");
  for (const auto& [target, path] : outputs.items()) entry.outputs.emplace_back(target, path_in("outputs", path));
}

void EntryReader::read_not_expressible() {
  const Json* const targets = find("notExpressible", false);
  if (targets == nullptr) return;
  bool fits = targets->is_object();
  if (fits)
    for (const auto& [target, rules] : targets->items()) {
      fits = fits && rules.is_array();
      for (std::size_t i = 0; fits && i < rules.size(); ++i) fits = rules[i].is_string();
    }
  if (!fits) return fault("notExpressible", "is not an object of lists of rules");
  entry.not_expressible = *targets;
}

void EntryReader::read_proofs() {
  const Json proofs = object_of("proofs");
  for (const auto& [target, answer] : proofs.items()) {
    if (!answer.is_string()) return fault("proofs", "is not an object of strings");
    entry.proofs.push_back({target, answer.get<std::string>()});
  }
}

void EntryReader::read_program() {
  entry.hash = text("hash", true);
  entry.form = text("form", false);
  read_certainty();
  entry.use = use_in("", object_);
  read_samplers();
  const std::string stage = text("stage", true);
  for (const Stage each : {Stage::Vertex, Stage::Fragment})
    if (stage == name(each)) entry.stage = each;
  if (!entry.stage) fault("stage", "is neither vertex nor fragment");
  if (const Json* const version = find("version", true)) entry.version = number("version", *version);
  if (const Json* const tokens = find("tokens", true)) entry.tokens = number("tokens", *tokens);
  if (const Json* const path = find("disassembly", false)) entry.disassembly = path_in("disassembly", *path);
  read_opcodes();
  read_partners();
  read_outputs();
  read_not_expressible();
  read_proofs();
}

void EntryReader::read() {
  if (!object_.is_object()) return fault("the line", "is not an object");
  entry.stem = text("stem", true);
  if (object_.contains("stem") && object_["stem"].is_string() && entry.stem.empty()) fault("stem", "is empty");
  const std::string status = text("status", true);
  const auto known = std::find(status_names.begin(), status_names.end(), status);
  if (known == status_names.end()) fault("status", fmt::format("is not one of {}", base::joined(status_names, ", ")));
  entry.status = known == status_names.end() ? Status::Unreadable : static_cast<Status>(known - status_names.begin());
  entry.origins = list_of_objects("origins");
  entry.templates = list_of_objects("templates");
  for (const Json& origin : entry.origins) {
    has_text("origins", origin, "container");
    use_in("origins: ", origin);
  }
  entry.diagnostics = list_of_objects("diagnostics");
  for (const Json& diagnostic : entry.diagnostics)
    for (const char* key : {"code", "severity", "message"}) has_text("diagnostics", diagnostic, key);
  if (known == status_names.end()) return;
  // A file that should be a program, but cannot be parsed, is rejected too, and does not have a hash.
  const bool of_file = entry.status == Status::Rejected && object_.contains("kind") && !object_.contains("hash");
  if (is_of_program(entry.status) && !of_file) return read_program();
  read_kind();
  read_incomplete();
}

// ---------------------------------------------------------------------------------------------------- diagnostics

std::optional<std::uint32_t> number_at(const Json& object, const char* key) {
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

Diagnostic diagnostic_of(const Json& object) {
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

}  // namespace

Diagnostic malformed(const std::string& file, std::uint32_t line, std::string_view fault) {
  Diagnostic diagnostic = agalc::make_diagnostic("manifest-malformed", file);
  diagnostic.message += fmt::format(": {}", fault);
  diagnostic.location.line = line;
  return diagnostic;
}

Result<Entry> parse_entry(std::string_view line, const std::string& file, std::uint32_t number) {
  std::string_view fault;
  const std::optional<Json> object = parse_json(line, fault);
  if (!object) return agalc::only(malformed(file, number, fault));
  EntryReader reader(*object, file, number);
  reader.read();
  if (reader.found.has_errors()) return std::move(reader.found);
  return std::move(reader.entry);
}

Diagnostics diagnostics_at(const Entry& entry, const Place& place) {
  Diagnostics list;
  for (const Json& diagnostic : entry.diagnostics) {
    const auto stems = diagnostic.find("stems");
    const bool everywhere = stems == diagnostic.end() || !stems->is_array();
    if (everywhere || std::find(stems->begin(), stems->end(), place.stem) != stems->end())
      list.add(diagnostic_of(diagnostic));
  }
  return list;
}

std::vector<Place> places_of(const Entry& entry) {
  std::vector<Place> places{{entry.stem, "", entry.form}};
  for (const Json& origin : entry.origins) {
    const std::string stem = text_at(origin, "stem");
    Place& last = places.back();
    // Origins with the same stem are adjacent.
    if (stem.empty() || stem == last.stem) {
      if (last.container.empty()) last.container = text_at(origin, "container");
    } else {
      const std::string form = text_at(origin, "form");
      places.push_back({stem, text_at(origin, "container"), form.empty() ? entry.form : form});
    }
  }
  return places;
}

std::string path_at(const Entry& entry, const Place& place, const std::string& path) {
  const bool below = path.compare(0, entry.stem.size(), entry.stem) == 0;
  return below ? place.stem + path.substr(entry.stem.size()) : path;
}

std::vector<std::string> products_at(const Entry& entry, const Place& place) {
  std::vector<std::string> paths;
  if (!entry.disassembly.empty()) paths.push_back(path_at(entry, place, entry.disassembly));
  for (const auto& [name, path] : entry.outputs) paths.push_back(path_at(entry, place, path));
  return paths;
}

}  // namespace agal::manifest
