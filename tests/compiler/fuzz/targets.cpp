#include "fuzz/targets.hpp"

#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/ci_report.hpp"
#include "agal/compile.hpp"
#include "agal/games/extract.hpp"
#include "agal/games/tap.hpp"
#include "agal/lint.hpp"
#include "agal/validate.hpp"
#include "fuzz/checks.hpp"
#include "support/capture_log.hpp"

namespace agal::fuzz {
namespace {

void trip_through_text(const Program& program) {
  const Result<Program> again = assemble(disassemble(program));
  promise(again.has_value(), "canonical text assembles", again.diagnostics());
  promise(write_bytecode(*again) == write_bytecode(program), "canonical text gives the same bytes");
}

void write_reports(const Program& program, Diagnostics diagnostics) {
  const std::string text = disassemble(program);
  const CheckedProgram checked{"input", "input.agal", text, std::move(diagnostics)};
  std::ostringstream out;
  SarifWriter sarif(out);
  sarif.add(checked);
  sarif.finish();
  JUnitWriter junit(out);
  junit.add(checked);
  junit.finish();
  promise(out.good(), "reports are written");
}

}  // namespace

void bytecode(std::span<const std::byte> bytes) {
  const Result<Program> program = read_bytecode(bytes, "input");
  if (!program) return promise(program.diagnostics().has_errors(), "what is refused has an error");
  const std::vector<std::byte> written = write_bytecode(*program);
  promise(std::equal(written.begin(), written.end(), bytes.begin(), bytes.end()), "what is read is written back");
  trip_through_text(*program);
  Diagnostics diagnostics = validate(*program);
  LintOptions lints;
  lints.validated = ValidationLevel::Off;
  diagnostics.append(lint(*program, lints));
  render_text(diagnostics);
  render_json(diagnostics);
  write_reports(*program, std::move(diagnostics));
}

void assembly(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  using enum Dialect;
  for (const auto& [lenient, dialect] :
       {std::pair(false, Adobe), {true, Adobe}, {false, Macro}, {true, Macro}, {false, Alternativa3D}}) {
    AssembleOptions options;
    options.lenient = lenient;
    options.dialect = dialect;
    const Result<Program> program = assemble(text, "input", options);
    if (!program) promise(program.diagnostics().has_errors(), "what is refused has an error");
    render_text(program.diagnostics());
    if (program) trip_through_text(*program);
    if (program) render_text(validate(*program));
    CompileOptions named;
    named.target = Target::Essl300;
    named.names = RegisterNames::Source;
    if (program) promise(!compile(*program, named).diagnostics().contains(4017), "names of the source are free");
  }
}

void extraction(std::span<const std::byte> bytes) {
  ExtractOptions options;
  options.max_unpacked_bytes = std::size_t{16} << 20;
  options.fills.use_defaults = true;
  check_extraction(extract(bytes, "input", options));
}

void capture_log(std::span<const std::byte> bytes) {
  check_extraction(extract(bytes, "input.log"));
  // Nearly every mutation makes the checksum wrong, so the records are written again.
  test::CaptureLog log;
  std::string record;
  for (const std::byte byte : bytes) {
    const char c = static_cast<char>(byte);
    if (c > ' ' && c < 0x7f) record += c;
    if (c == '\n' && !record.empty()) log.add(std::exchange(record, {}));
  }
  if (!record.empty()) log.add(record);
  const std::string text = log.text();
  const Result<Extraction> found = extract(std::as_bytes(std::span(text)), "input.log");
  promise(found.has_value(), "a log has a value", found.diagnostics());
  promise(found->lost.empty(), "a whole log has all records", found.diagnostics());
  check_extraction(found);
}

void tapping(std::span<const std::byte> bytes) {
  TapOptions options;
  options.max_unpacked_bytes = std::size_t{16} << 20;
  const Result<Tapped> tapped = tap(bytes, "input", options);
  render_text(tapped.diagnostics());
  if (!tapped) return promise(tapped.diagnostics().has_errors(), "what has no value has an error");
  const bool changed = tapped->movies > 0;
  promise(changed || std::equal(bytes.begin(), bytes.end(), tapped->file.begin(), tapped->file.end()),
          "what is not tapped is not changed");
  if (!changed) return;
  const Result<Tapped> again = tap(tapped->file, "input");
  promise(again.has_value() && again.diagnostics().contains(1095), "what is tapped can be read", again.diagnostics());
  promise(again->file == tapped->file, "what is tapped is not changed again");
}

void conversion(std::span<const std::byte> bytes) {
  const Result<Program> program = load_program(bytes, "input");
  if (!program) return;
  struct Output {
    Target target;
    std::optional<Writer> writer;
    std::optional<Samplers> samplers = {};
  };
  for (const Output& output :
       {Output{Target::Spv, {}}, Output{Target::Spv, {}, Samplers::Separate}, Output{Target::Essl100, Writer::Cross},
        Output{Target::Msl21, Writer::Cross}, Output{Target::Hlsl50, Writer::Cross},
        Output{Target::Essl100, Writer::Own}, Output{Target::Wgsl, Writer::Own}}) {
    CompileOptions options;
    options.target = output.target;
    options.writer = output.writer;
    options.samplers = output.samplers;
    options.validation.level = ValidationLevel::Off;
    options.validation.ignore_limits = true;
    options.validation.allow_reserved = true;
    check_refusal(compile(*program, options));
  }
}

}  // namespace agal::fuzz
