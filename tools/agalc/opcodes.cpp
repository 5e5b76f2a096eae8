// agalc opcodes: the instruction set as a table, generated from opcodes.def.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>

#include "agal/isa.hpp"
#include "commands.hpp"
#include "console/choices.hpp"
#include "console/files.hpp"

namespace agalc {
namespace {

enum class TableFormat : std::uint8_t { Text, Markdown, Json };

std::string_view name(agal::OpcodeStatus status) {
  switch (status) {
    case agal::OpcodeStatus::Shipped: return "shipped";
    case agal::OpcodeStatus::Reserved: return "reserved";
    case agal::OpcodeStatus::Tombstone: return "tombstone";
  }
  return "";
}

std::string_view name(agal::DestinationRule rule) {
  switch (rule) {
    case agal::DestinationRule::None: return "none";
    case agal::DestinationRule::Xyz: return "xyz";
    case agal::DestinationRule::Xyzw: return "xyzw";
  }
  return "";
}

std::string_view name(agal::SourceRule rule) {
  switch (rule) {
    case agal::SourceRule::None: return "none";
    case agal::SourceRule::Vector: return "vector";
    case agal::SourceRule::Scalar: return "scalar";
    case agal::SourceRule::Matrix: return "matrix";
    case agal::SourceRule::Sampler: return "sampler";
  }
  return "";
}

struct Row {
  std::string code, text, version, stage, status, dest, src1, src2, formula;
};

Row row_of(const agal::OpcodeInfo& info) {
  std::string src2(name(info.src2));
  if (info.src2 == agal::SourceRule::Matrix) src2 += fmt::format(" {}x{}", info.rows, info.cols);
  return {fmt::format("0x{:02x}", static_cast<unsigned>(info.opcode)),
          std::string(info.text),
          fmt::format("{}", info.min_version),
          std::string(agal::name(info.stage)),
          std::string(name(info.status)),
          std::string(name(info.dest)),
          std::string(name(info.src1)),
          src2,
          std::string(info.formula)};
}

std::string text_line(const Row& r) {
  return fmt::format("{:<5} {:<4} {:<4} {:<9} {:<10} {:<5} {:<7} {:<11} {}\n", r.code, r.text, r.version, r.stage,
                     r.status, r.dest, r.src1, r.src2, r.formula);
}

std::string markdown_line(const Row& r) {
  // A bar would end the cell.
  std::string formula;
  for (const char c : r.formula) formula += c == '|' ? std::string("\\|") : std::string(1, c);
  return fmt::format("| {} | `{}` | {} | {} | {} | {} | {} | {} | {} |\n", r.code, r.text, r.version, r.stage, r.status,
                     r.dest, r.src1, r.src2, formula);
}

std::string json_object(const agal::OpcodeInfo& info, const Row& r) {
  std::string formula;
  for (const char c : r.formula) formula += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return fmt::format(
      R"({{"code": {}, "name": "{}", "version": {}, "stage": "{}", "status": "{}", "destination": "{}", )"
      R"("source1": "{}", "source2": "{}", "rows": {}, "columns": {}, "formula": "{}"}})",
      static_cast<unsigned>(info.opcode), r.text, r.version, r.stage, r.status, r.dest, r.src1, name(info.src2),
      info.rows, info.cols, formula);
}

// The rows with these names, in the order of the table; all if there are no names.
std::vector<const agal::OpcodeInfo*> rows_of(const std::vector<std::string>& names) {
  std::vector<const agal::OpcodeInfo*> rows;
  for (const agal::OpcodeInfo& info : agal::opcode_table)
    if (names.empty() || std::find(names.begin(), names.end(), info.text) != names.end()) rows.push_back(&info);
  return rows;
}

std::string table(TableFormat format, const std::vector<const agal::OpcodeInfo*>& rows) {
  const Row head{"code", "name", "agal", "stage", "status", "dest", "src1", "src2", "formula"};
  std::string out;
  switch (format) {
    case TableFormat::Text: out = text_line(head); break;
    case TableFormat::Markdown: out = markdown_line(head) + "|---|---|---|---|---|---|---|---|---|\n"; break;
    case TableFormat::Json: out = "[\n"; break;
  }
  for (const agal::OpcodeInfo* const info : rows) {
    const Row row = row_of(*info);
    switch (format) {
      case TableFormat::Text: out += text_line(row); break;
      case TableFormat::Markdown: out += markdown_line(row); break;
      case TableFormat::Json: out += "  " + json_object(*info, row) + (info == rows.back() ? "\n]\n" : ",\n"); break;
    }
  }
  return out;
}

}  // namespace

Action build_opcodes(CLI::App& app, Console& console) {
  struct Options {
    std::vector<std::string> names;
    TableFormat format = TableFormat::Text;
  };
  const auto options = std::make_shared<Options>();
  std::vector<std::string_view> known;
  known.reserve(agal::opcode_table.size());
  for (const agal::OpcodeInfo& info : agal::opcode_table) known.push_back(info.text);
  const auto store = [options, known](const std::vector<std::string>& names) {
    for (const std::string& name : names)
      if (std::find(known.begin(), known.end(), name) == known.end())
        throw CLI::ValidationError("NAME", unknown_name("opcode", name, known));
    options->names = names;
  };
  describe_choices(
      *app.add_option_function<std::vector<std::string>>("NAME", store, "Opcodes to list; the default is all"), known);
  const Choices<TableFormat> formats{
      {"text", TableFormat::Text}, {"markdown", TableFormat::Markdown}, {"json", TableFormat::Json}};
  add_choice(app, "--format", "format", formats, options->format, "Format of the table");
  add_examples(app, {"agalc opcodes tex", "agalc opcodes --format=markdown"});
  add_console_options(app, console);
  return [options, &console] {
    return console.report(write_output("-", table(options->format, rows_of(options->names))));
  };
}

}  // namespace agalc
