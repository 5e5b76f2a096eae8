// docs/mapping.md shows programs and their translations; these must be up to date.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

const std::string path = "docs/mapping.md";

std::string text_in(std::string_view target, const std::string& source) {
  const Result<Program> program = assemble(source, "mapping.md");
  EXPECT_TRUE(program.has_value()) << render_text(program.diagnostics());
  if (!program) return {};
  CompileOptions options;
  options.target = find_target(target)->target;
  const Result<Compilation> made = compile(*program, options);
  EXPECT_TRUE(made.has_value()) << render_text(made.diagnostics());
  if (!made) return {};
  std::string text = made->text;
  while (text.size() > 1 && text.substr(text.size() - 2) == "\n\n") text.pop_back();
  return text;
}

// The page, with every block that is fenced as a target (```` ```essl100 ````) regenerated from the previous block that
// is fenced as agal.
std::string rebuilt(const std::string& page, std::size_t& blocks) {
  constexpr std::string_view fence = "```";
  std::string out, source;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    out += line + "\n";
    if (line.substr(0, 3) != fence) continue;
    std::string body;
    const std::string info = line.substr(3);
    for (std::string inner; std::getline(lines, inner) && inner != fence;) body += inner + "\n";
    if (info == "agal") source = body;
    if (find_target(info) != nullptr) {
      body = text_in(info, source);
      ++blocks;
    }
    out += body + std::string(fence) + "\n";
  }
  return out;
}

// The table of the targets, by family.
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

TEST(MappingPage, ShowsWhatAgalcMakes) {
  std::size_t blocks = 0;
  const std::string page = rebuilt(test::source_text(path), blocks);
  EXPECT_GE(blocks, 3u);
  test::expect_golden(path, test::with_section(page, "targets", targets()));
}

// Every opcode that can be translated, every register type and every sampler field has a row.
TEST(MappingPage, HasARowForEverything) {
  const std::string page = test::source_text(path);
  for (const OpcodeInfo& row : opcode_table)
    if (row.status != OpcodeStatus::Tombstone) {
      EXPECT_NE(page.find(fmt::format("| `{}` |", row.text)), std::string::npos) << row.text;
    }
  for (const RegisterInfo& row : register_table)
    EXPECT_NE(page.find(fmt::format("| {} |", row.noun)), std::string::npos) << row.noun;
  for (const SamplerFieldInfo& row : sampler_field_table)
    EXPECT_NE(page.find(fmt::format("| {} |", row.noun)), std::string::npos) << row.noun;
}

}  // namespace
}  // namespace agal
