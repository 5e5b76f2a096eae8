// Writes SARIF 2.1.0 (OASIS) with one run. The results are written first and the rules that they refer to last, so that
// results need not be kept in memory.
#include <fmt/format.h>

#include <array>
#include <map>
#include <ostream>

#include "agal/ci_report.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "ci_report/sarif_parts.hpp"

namespace agal {
namespace {

using base::JsonStyle;
using base::JsonWriter;
using ci_report::Lines;
using ci_report::Region;

constexpr std::string_view source_root = "%SRCROOT%";

// Computes the FNV-1a hash, which is the same on all platforms, as fingerprints require.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

std::string message_of(const Diagnostic& d) {
  std::string text = d.message;
  if (d.location.token) text += " (token " + std::to_string(*d.location.token) + ")";
  return text + ".";
}

void write_artifact(JsonWriter& json, const std::string& path) {
  json.object([&] {
    json.member("uri", ci_report::uri_of(path));
    if (ci_report::is_relative(path)) json.member("uriBaseId", source_root);
  });
}

void write_location(JsonWriter& json, const Diagnostic& d, const CheckedProgram& program, const Lines& lines) {
  const Region region = region_of(d, lines);
  json.object([&] {
    json.key("physicalLocation").object([&] {
      write_artifact(json.key("artifactLocation"), program.artifact);
      json.key("region").object({{"startLine", region.line},
                                 {"startColumn", region.start_column},
                                 {"endLine", region.line},
                                 {"endColumn", region.end_column}});
    });
  });
}

// Writes properties that do not have a standard field in SARIF.
void write_properties(JsonWriter& json, const Diagnostic& d, const CheckedProgram& program) {
  json.object([&] {
    json.member("program", program.name);
    if (d.location.stage) json.member("stage", name(*d.location.stage));
    if (d.location.token) json.member("token", *d.location.token);
    if (d.location.operand != Operand::None) json.member("operand", name(d.location.operand));
    if (d.location.byte_offset) json.member("byteOffset", *d.location.byte_offset);
    if (!d.snippet.empty()) json.member("snippet", d.snippet);
    if (!d.help.empty()) json.member("help", d.help);
  });
}

// Writes the invocation. `left_out` is the number of results that are missing from the run.
void write_invocation(JsonWriter& json, std::size_t left_out) {
  json.object([&] {
    json.member("executionSuccessful", true);
    if (left_out == 0) return;
    json.key("toolExecutionNotifications").list([&] {
      json.object([&] {
        json.member("level", "warning");
        json.key("message").object({{"text", base::counted(left_out, "more result") + " left out of this file."}});
      });
    });
  });
}

}  // namespace

struct SarifWriter::State {
  std::ostream& out;
  SarifOptions options;
  std::map<std::uint16_t, std::size_t> rule_indices{};
  std::vector<std::uint16_t> rules{};  // the rules of all results, in the order of their first results
  std::size_t results = 0, left_out = 0;
  bool finished = false;

  std::size_t index_of(std::uint16_t code) {
    const auto [row, inserted] = rule_indices.emplace(code, rules.size());
    if (inserted) rules.push_back(code);
    return row->second;
  }

  // Returns the fingerprint of a result: the rule, the text of the line, and the number of earlier results with the
  // same rule and text. It does not change when other lines are inserted.
  static std::string fingerprint(const Diagnostic& d, const Lines& lines, std::map<std::string, std::size_t>& seen) {
    const std::string_view line = trimmed(lines.line(ci_report::line_of(d)));
    const std::string hash = fmt::format("{:016x}", hash_of(code_name(d.code) + '\0' + std::string(line)));
    return hash + ":" + std::to_string(++seen[hash]);
  }

  void add(const Diagnostic& d, const CheckedProgram& program, const Lines& lines, const std::string& print) {
    JsonWriter json(JsonStyle::Compact);
    json.object([&] {
      json.members({{"ruleId", code_name(d.code)}, {"ruleIndex", index_of(d.code)}, {"level", name(d.severity)}});
      json.key("message").object({{"text", message_of(d)}});
      json.key("locations").list([&] { write_location(json, d, program, lines); });
      json.key("partialFingerprints").object({{"primaryLocationLineHash", print}});
      write_properties(json.key("properties"), d, program);
    });
    out << (results++ == 0 ? "\n" : ",\n") << json.text();
  }
};

SarifWriter::SarifWriter(std::ostream& out, const SarifOptions& options)
    : state_(std::make_unique<State>(State{out, options})) {
  out << "{\"$schema\":\"https://json.schemastore.org/"
         "sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"results\":[";
}
SarifWriter::~SarifWriter() = default;
SarifWriter::SarifWriter(SarifWriter&&) noexcept = default;
SarifWriter& SarifWriter::operator=(SarifWriter&&) noexcept = default;

void SarifWriter::add(const CheckedProgram& program) {
  if (program.diagnostics.empty() || state_->finished) return;
  const Lines lines(program.text);
  std::map<std::string, std::size_t> seen;
  for (const Diagnostic& diagnostic : program.diagnostics) {
    if (state_->results == state_->options.max_results) {
      ++state_->left_out;
      continue;
    }
    state_->add(diagnostic, program, lines, State::fingerprint(diagnostic, lines, seen));
  }
}

void SarifWriter::finish() {
  if (std::exchange(state_->finished, true)) return;
  JsonWriter json(JsonStyle::Compact);
  json.object([&] {
    json.member("columnKind", "utf16CodeUnits");
    json.key("newlineSequences").list(std::array{"\r\n", "\n", "\r", "\f", "\v"});
    json.key("originalUriBaseIds").object([&] {
      json.key(source_root).object([&] {
        json.key("description").object({{"text", "The folder in which agalc was run."}});
      });
    });
    json.key("invocations").list([&] { write_invocation(json, state_->left_out); });
    json.key("tool").object([&] { ci_report::write_driver(json.key("driver"), state_->rules); });
  });
  // These members follow the results in the object of the run, so their own opening brace is removed.
  state_->out << "\n]," << json.text().substr(1) << "]}\n";
}

}  // namespace agal
