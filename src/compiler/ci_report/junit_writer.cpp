// Writes JUnit XML for CI systems: one suite, with a test case for each program.
#include <fmt/format.h>

#include <ostream>
#include <string>
#include <utility>

#include "agal/ci_report.hpp"
#include "base/utf8.hpp"

namespace agal {
namespace {

// Returns true for characters that XML 1.0 can express.
bool is_xml_character(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xfffe && c != 0xffff);
}

// Escapes text for XML. In attributes, line feeds and tabs are escaped too, because XML readers would convert them to
// spaces.
std::string escaped(std::string_view text, bool attribute) {
  std::string out;
  while (!text.empty()) {
    const base::Character character = base::first_character(text);
    const std::string_view bytes = text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
    const char32_t c = character.code;
    if (!character.valid || !is_xml_character(c))
      out += base::replacement_character;
    else if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\r' || (attribute && (c == '\n' || c == '\t')))
      out += fmt::format("&#{};", static_cast<unsigned>(c));
    else
      out += bytes;
  }
  return out;
}

enum class CaseStatus : std::uint8_t { Passed, Failed, Broken };

// Returns false for errors of files and internal errors, which are not failures of the program.
bool is_about_program(const Diagnostic& d) {
  const RuleInfo* const rule = find_rule(d.code);
  return rule != nullptr && rule->phase != Phase::Internal && d.code >= 2000;
}

const Diagnostic* first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::Error) return &d;
  return nullptr;
}

CaseStatus status_of(const Diagnostics& diagnostics) {
  CaseStatus status = CaseStatus::Passed;
  for (const Diagnostic& d : diagnostics) {
    if (d.severity != Severity::Error) continue;
    if (!is_about_program(d)) return CaseStatus::Broken;
    status = CaseStatus::Failed;
  }
  return status;
}

std::string totals(std::size_t tests, std::size_t failures, std::size_t errors) {
  return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\"", tests, failures, errors);
}

}  // namespace

struct JUnitWriter::State {
  std::ostream& out;
  std::ostream::pos_type root{-1}, suite{-1};  // the positions of the totals
  std::size_t tests = 0, failures = 0, errors = 0;
  bool finished = false;

  // Writes spaces for the longest possible totals, and returns their position. XML ignores spaces between attributes.
  std::ostream::pos_type leave_room() {
    const std::ostream::pos_type here = out.tellp();
    constexpr auto max = static_cast<std::size_t>(-1);
    if (here != std::ostream::pos_type(-1)) out << std::string(totals(max, max, max).size(), ' ');
    return here;
  }

  void fill_in(std::ostream::pos_type place) {
    if (place == std::ostream::pos_type(-1)) return;
    const std::ostream::pos_type end = out.tellp();
    out.seekp(place);
    out << totals(tests, failures, errors);
    out.seekp(end);
  }

  void add_outcome(std::string_view element, const Diagnostic& first, const Diagnostics& diagnostics) {
    out << fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>", element, code_name(first.code),
                       escaped(first.message, true), escaped(render_text(diagnostics), false));
  }
};

JUnitWriter::JUnitWriter(std::ostream& out) : state_(std::make_unique<State>(State{out})) {
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"agalc\"";
  state_->root = state_->leave_room();
  out << ">\n<testsuite name=\"agalc\"";
  state_->suite = state_->leave_room();
  out << ">\n";
}
JUnitWriter::~JUnitWriter() = default;
JUnitWriter::JUnitWriter(JUnitWriter&&) noexcept = default;
JUnitWriter& JUnitWriter::operator=(JUnitWriter&&) noexcept = default;

void JUnitWriter::add(const CheckedProgram& program) {
  State& s = *state_;
  if (s.finished) return;
  const Diagnostics& found = program.diagnostics;
  const CaseStatus status = status_of(found);
  ++s.tests;
  s.failures += status == CaseStatus::Failed ? 1u : 0u;
  s.errors += status == CaseStatus::Broken ? 1u : 0u;
  s.out << fmt::format("<testcase classname=\"agalc\" name=\"{}\" file=\"{}\"", escaped(program.name, true),
                       escaped(program.artifact, true));
  if (found.empty()) {
    s.out << "/>\n";
    return;
  }
  s.out << ">";
  switch (status) {
    case CaseStatus::Passed: s.out << "<system-out>" << escaped(render_text(found), false) << "</system-out>"; break;
    case CaseStatus::Failed: s.add_outcome("failure", *first_error(found), found); break;
    case CaseStatus::Broken: s.add_outcome("error", *first_error(found), found); break;
  }
  s.out << "</testcase>\n";
}

void JUnitWriter::finish() {
  if (std::exchange(state_->finished, true)) return;
  state_->out << "</testsuite>\n</testsuites>\n";
  state_->fill_in(state_->root);
  state_->fill_in(state_->suite);
}

}  // namespace agal
