// docs/mapping.md lists all targets, opcodes, registers and sampler fields.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "agal/isa.hpp"
#include "agal/target.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

const std::string mapping_page = "docs/mapping.md";

// Returns the table of targets by family.
std::string targets() {
  std::string table = "| Language | Targets |\n|---|---|\n";
  for (const TargetFamilyInfo& family : target_family_table) {
    std::string names;
    for (const TargetInfo& row : target_table)
      if (row.family == family.family) names += fmt::format("{}`{}`", names.empty() ? "" : ", ", row.name);
    table += fmt::format("| {} | {} |\n", family.title, names);
  }
  return table;
}

TEST(MappingPage, ListsTargets) { test::expect_section(mapping_page, "targets", targets()); }

// Every opcode that can be translated, every register type and every sampler field has a row.
TEST(MappingPage, HasRowForEachOpcodeRegisterAndField) {
  const std::string page = test::source_text(mapping_page);
  for (const OpcodeInfo& row : opcode_table)
    if (row.status != OpcodeStatus::Tombstone) {
      EXPECT_NE(page.find(fmt::format("| `{}` |", row.text)), std::string::npos) << row.text;
    }
  for (const RegisterInfo& row : register_table)
    EXPECT_NE(page.find(fmt::format("| {} |", row.noun)), std::string::npos) << row.noun;
  for (const SamplerFieldInfo& row : sampler_field_table)
    EXPECT_NE(page.find(fmt::format("| {} |", row.noun)), std::string::npos) << row.noun;
}

// The head of each table names every family: the table shows each feature in each language.
TEST(MappingPage, TablesNameEveryLanguage) {
  std::istringstream lines(test::source_text(mapping_page));
  std::size_t tables = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| AGAL | ") && !line.starts_with("| Register | ")) continue;
    ++tables;
    for (const TargetFamilyInfo& row : target_family_table)
      EXPECT_NE(line.find(row.title), std::string::npos) << row.title << " is not in: " << line;
  }
  EXPECT_EQ(tables, 2u);
}

}  // namespace
}  // namespace agal
