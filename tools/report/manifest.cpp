#include "manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <limits>
#include <system_error>

#include "console/console.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;

// Much longer than any line of a program; stops at endless files.
constexpr std::size_t max_line_bytes = std::size_t{64} << 20;
// In the order of `Status`.
constexpr std::array<std::string_view, 4> status_names{"accepted", "rejected", "unreadable", "empty"};
// More messages would not help.
constexpr std::size_t max_faults = 20;

Diagnostic malformed(const std::string& file, std::uint32_t line, std::string_view what) {
  Diagnostic diagnostic = agalc::make_diagnostic("report-manifest", file, {what});
  diagnostic.location.line = line;
  return diagnostic;
}

// A relative path that cannot lead out of the folder.
bool stays_inside(const std::string& path) {
  const fs::path parts(path);
  if (path.empty() || parts.is_absolute()) return false;
  for (const fs::path& part : parts)
    if (part == "..") return false;
  return true;
}

class EntryReader {
 public:
  EntryReader(const Json& object, const std::string& file, std::uint32_t line)
      : object_(object), file_(file), line_(line) {}

  Entry entry;
  Diagnostics found;

  void read();

 private:
  void fault(std::string_view key, std::string_view what) {
    found.add(malformed(file_, line_, fmt::format("{} {}", key, what)));
  }
  const Json* find(const char* key, bool required);
  std::string text(const char* key, bool required);
  std::string path_in(std::string_view key, const Json& value);
  std::uint32_t number(std::string_view key, const Json& value);
  Json list_of_objects(const char* key);
  bool has_text(std::string_view list, const Json& object, const char* key);
  void read_program();
  void read_opcodes();
  void read_partners();
  void read_outputs();
  void read_not_expressible();

  const Json& object_;
  const std::string& file_;
  std::uint32_t line_;
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
  bool fits = list->is_array();
  for (std::size_t i = 0; fits && i < list->size(); ++i) fits = (*list)[i].is_object();
  if (!fits) fault(key, "is not a list of objects");
  return fits ? *list : Json::array();
}

bool EntryReader::has_text(std::string_view list, const Json& object, const char* key) {
  const auto at = object.find(key);
  const bool fits = at != object.end() && at->is_string();
  if (!fits) fault(fmt::format("{}: {}", list, key), "is not a string");
  return fits;
}

void EntryReader::read_opcodes() {
  const Json* const opcodes = find("opcodes", false);
  if (opcodes == nullptr) return;
  if (!opcodes->is_object()) return fault("opcodes", "is not an object");
  for (const auto& [name, count] : opcodes->items()) entry.opcodes.emplace_back(name, number("opcodes", count));
}

void EntryReader::read_partners() {
  for (const Json& pair : list_of_objects("pairs"))
    if (has_text("pairs", pair, "with") && has_text("pairs", pair, "evidence"))
      entry.partners.push_back({pair["with"].get<std::string>(), pair["evidence"].get<std::string>()});
}

void EntryReader::read_outputs() {
  const Json* const outputs = find("outputs", false);
  if (outputs == nullptr) return;
  if (!outputs->is_object()) return fault("outputs", "is not an object");
  for (const auto& [target, path] : outputs->items()) entry.outputs.emplace_back(target, path_in("outputs", path));
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

void EntryReader::read_program() {
  entry.hash = text("hash", true);
  entry.form = text("form", false);
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
}

void EntryReader::read() {
  if (!object_.is_object()) return fault("the line", "is not an object");
  entry.stem = text("stem", true);
  const std::string status = text("status", true);
  const auto known = std::find(status_names.begin(), status_names.end(), status);
  if (known == status_names.end()) fault("status", fmt::format("is not one of {}", fmt::join(status_names, ", ")));
  entry.status = known == status_names.end() ? Status::Unreadable : static_cast<Status>(known - status_names.begin());
  entry.origins = list_of_objects("origins");
  for (const Json& origin : entry.origins) has_text("origins", origin, "container");
  entry.diagnostics = list_of_objects("diagnostics");
  for (const Json& diagnostic : entry.diagnostics)
    for (const char* key : {"code", "severity", "message"}) has_text("diagnostics", diagnostic, key);
  if (entry.status == Status::Accepted || entry.status == Status::Rejected) read_program();
}

}  // namespace

Result<Entry> parse_entry(const std::string& line, const std::string& file, std::uint32_t number) {
  const Json object = Json::parse(line, nullptr, false);
  if (object.is_discarded()) return agalc::only(malformed(file, number, "the line is not valid JSON"));
  EntryReader reader(object, file, number);
  reader.read();
  if (reader.found.has_errors()) return std::move(reader.found);
  return std::move(reader.entry);
}

std::string text_of(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

ManifestReader::ManifestReader(const std::string& file) : file_(file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    diagnostics.add(agalc::make_diagnostic("is-directory", file));
    return;
  }
  errno = 0;
  in_.open(file, std::ios::binary);
  if (!in_) diagnostics.add(agalc::make_diagnostic("cannot-read", file, {std::generic_category().message(errno)}));
}

bool ManifestReader::next_line() {
  line_.clear();
  if (!in_.is_open() || !in_) return false;
  std::streambuf& bytes = *in_.rdbuf();
  int c = bytes.sbumpc();
  if (c == std::char_traits<char>::eof()) return false;
  ++number_;
  for (; c != '\n' && c != std::char_traits<char>::eof(); c = bytes.sbumpc()) {
    if (line_.size() == max_line_bytes) {
      diagnostics.add(malformed(file_, number_, "the line is too long"));
      in_.close();
      return false;
    }
    line_ += static_cast<char>(c);
  }
  return true;
}

std::optional<Entry> ManifestReader::next() {
  while (diagnostics.size() < max_faults && next_line()) {
    if (line_.find_first_not_of(" \t\r") == std::string::npos) continue;
    Result<Entry> entry = parse_entry(line_, file_, number_);
    diagnostics.append(std::move(entry.diagnostics()));
    if (entry) return *std::move(entry);
  }
  return std::nullopt;
}

}  // namespace agal::report
