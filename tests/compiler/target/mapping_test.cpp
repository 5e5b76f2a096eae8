// docs/mapping.md shows a program and its translation, which must be up to date.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

const std::string mapping_page = "docs/mapping.md";

std::string text_in(const TargetInfo& target, const std::string& source) {
  const Result<Program> program = assemble(source, "an example");
  EXPECT_TRUE(program.has_value()) << render_text(program.diagnostics());
  if (!program) return {};
  CompileOptions options;
  options.target = target.target;
  const Result<Compilation> made = compile(*program, options);
  EXPECT_TRUE(made.has_value()) << render_text(made.diagnostics());
  if (!made) return {};
  std::string text = made->text;
  while (text.size() > 1 && text.substr(text.size() - 2) == "\n\n") text.pop_back();
  return text;
}

// Returns the page with updated translations: a block that is fenced as a target (```` ```essl300 ````) gets the translation of
// the previous block of agal.
std::string rebuilt(const std::string& page) {
  constexpr std::string_view fence = "```";
  std::string out, source;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    out += line + "\n";
    if (line.substr(0, 3) != fence) continue;
    std::string body;
    for (std::string inner; std::getline(lines, inner) && inner != fence;) body += inner + "\n";
    if (line == "```agal") source = body;
    if (const TargetInfo* const target = find_target(line.substr(3)); target != nullptr) {
      EXPECT_NE(source, "") << "a translation of no program";
      body = text_in(*target, source);
    }
    out += body + std::string(fence) + "\n";
  }
  return out;
}

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

TEST(MappingPage, MatchesOutput) {
  const std::string page = test::source_text(mapping_page);
  EXPECT_NE(page.find("\n```essl300\n"), std::string::npos);
  test::expect_golden(mapping_page, test::with_section(rebuilt(page), "targets", targets()));
}

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
