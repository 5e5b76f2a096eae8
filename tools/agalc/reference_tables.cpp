#include "reference_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agal/compile.hpp"
#include "agal/isa.hpp"
#include "base/format.hpp"
#include "base/json_writer.hpp"

namespace agalc {
namespace {

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
std::string opcode_json(const Rows& rows) {
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

// Lists the other names of a target, including names of families.
std::vector<std::string_view> other_names(agal::Target target) {
  std::vector<std::string_view> names;
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (row.target == target && has_name_of_its_own(row)) names.push_back(row.name);
  for (const agal::TargetAlias& row : agal::target_alias_table)
    if (row.target == target) names.push_back(row.name);
  return names;
}

// Writes one target per line.
std::string target_json() {
  agal::base::JsonWriter out;
  out.list([&] {
    for (const agal::TargetInfo& row : agal::target_table) {
      agal::base::JsonWriter one(agal::base::JsonStyle::OneLine);
      one.object([&] {
        one.members(
            {{"name", row.name}, {"suffix", row.suffix}, {"language", info(row.family).title}, {"for", row.use}});
        one.key("otherNames");
        one.list(other_names(row.target));
      });
      out.raw(one.text());
    }
  });
  return out.line();
}

}  // namespace

std::string opcode_table_text(TableFormat format, const std::vector<std::string>& names) {
  const Rows rows = rows_of(names);
  if (format == TableFormat::Json) return opcode_json(rows);
  const bool markdown = format == TableFormat::Markdown;
  const Row head{"code", "name", "agal", "stage", "status", "dest", "src1", "src2", "formula"};
  std::string out = markdown ? markdown_line(head) + "|---|---|---|---|---|---|---|---|---|\n" : text_line(head);
  for (const agal::OpcodeInfo* const info : rows) {
    const Row row = row_of(*info);
    out += markdown ? markdown_line(row) : text_line(row);
  }
  return out;
}

std::string target_table_text(TableFormat format) {
  if (format == TableFormat::Json) return target_json();
  constexpr std::string_view line = "{:<15} {:<14} {:<8} {}\n";
  std::string out = fmt::format(line, "target", "suffix", "language", "for");
  for (const agal::TargetInfo& row : agal::target_table) {
    std::string use(row.use);
    if (const std::vector<std::string_view> names = other_names(row.target); !names.empty())
      use += fmt::format(" (or {})", agal::base::joined(names, ", "));
    agal::base::append(out, line, row.name, row.suffix, info(row.family).title, use);
  }
  return out;
}

}  // namespace agalc
