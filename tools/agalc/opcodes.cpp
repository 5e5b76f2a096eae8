// agalc opcodes: prints the instruction set as a table, which is generated from opcodes.def.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>

#include "agal/isa.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "commands.hpp"

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
  // Bars are escaped, because a bar would end the cell.
  std::string formula;
  for (const char c : r.formula) formula += c == '|' ? std::string("\\|") : std::string(1, c);
  return fmt::format("| {} | `{}` | {} | {} | {} | {} | {} | {} | {} |\n", r.code, r.text, r.version, r.stage, r.status,
                     r.dest, r.src1, r.src2, formula);
}

void write_row(agal::base::JsonWriter& out, const agal::OpcodeInfo& info) {
  out.object({{"code", static_cast<unsigned>(info.opcode)},
              {"name", info.text},
              {"version", info.min_version},
              {"stage", agal::name(info.stage)},
              {"status", name(info.status)},
              {"destination", name(info.dest)},
              {"source1", name(info.src1)},
              {"source2", name(info.src2)},
              {"rows", info.rows},
              {"columns", info.cols},
              {"formula", info.formula}});
}

using Rows = std::vector<const agal::OpcodeInfo*>;

// Returns the rows with these names, in the order of the table. Without names, returns all rows.
Rows rows_of(const std::vector<std::string>& names) {
  Rows rows;
  for (const agal::OpcodeInfo& info : agal::opcode_table)
    if (names.empty() || std::find(names.begin(), names.end(), info.text) != names.end()) rows.push_back(&info);
  return rows;
}

// Prints the table as JSON, with one row per line.
std::string json_table(const Rows& rows) {
  agal::base::JsonWriter out;
  out.list([&] {
    for (const agal::OpcodeInfo* const info : rows) {
      agal::base::JsonWriter row(agal::base::JsonStyle::OneLine);
      write_row(row, *info);
      out.raw(row.text());
    }
  });
  return out.line();
}

std::string table(TableFormat format, const Rows& rows) {
  if (format == TableFormat::Json) return json_table(rows);
  const bool markdown = format == TableFormat::Markdown;
  const Row head{"code", "name", "agal", "stage", "status", "dest", "src1", "src2", "formula"};
  std::string out = markdown ? markdown_line(head) + "|---|---|---|---|---|---|---|---|---|\n" : text_line(head);
  for (const agal::OpcodeInfo* const info : rows) {
    const Row row = row_of(*info);
    out += markdown ? markdown_line(row) : text_line(row);
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
        throw CLI::ValidationError("NAME", agal::base::unknown_name("opcode", name, known));
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
