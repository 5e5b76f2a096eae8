// docs/mapping.md and docs/writers.md show programs and their translations, which must be up to date.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "options/values.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

const std::string mapping_page = "docs/mapping.md", writers_page = "docs/writers.md";

std::string text_in(const TargetInfo& target, std::optional<Writer> writer, const std::string& source) {
  const Result<Program> program = assemble(source, "an example");
  EXPECT_TRUE(program.has_value()) << render_text(program.diagnostics());
  if (!program) return {};
  CompileOptions options;
  options.target = target.target;
  options.writer = writer;
  const Result<Compilation> made = compile(*program, options);
  EXPECT_TRUE(made.has_value()) << render_text(made.diagnostics());
  if (!made) return {};
  std::string text = made->text;
  while (text.size() > 1 && text.substr(text.size() - 2) == "\n\n") text.pop_back();
  return text;
}

// A program of a page, and one translation that the page shows.
struct Example {
  std::string source;  // the path of a file, or ""
  std::string target;
  std::optional<Writer> writer;
  std::string text;
};

struct Page {
  std::string text;
  std::vector<Example> examples;
};

// Returns the page with updated blocks. A block that is fenced as agal and a file (```` ```agal corpus/… ````) gets the
// text of the file. A block that is fenced as a target, with or without a writer (```` ```essl100 own ````), gets the
// translation of the previous agal block.
Page rebuilt(const std::string& page) {
  constexpr std::string_view fence = "```";
  Page out;
  std::string source, file;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    out.text += line + "\n";
    if (line.substr(0, 3) != fence) continue;
    std::string body;
    for (std::string inner; std::getline(lines, inner) && inner != fence;) body += inner + "\n";
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string language = line.substr(3, space - 3), rest = line.substr(std::min(space + 1, line.size()));
    if (language == "agal") {
      if (!rest.empty()) body = test::source_text(rest);
      source = body;
      file = rest;
    }
    if (const TargetInfo* const target = find_target(language); target != nullptr) {
      const std::optional<Writer> writer = options::Values<Writer>::parse(rest);
      body = text_in(*target, writer, source);
      out.examples.push_back({file, language, writer, body});
    }
    out.text += body + std::string(fence) + "\n";
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
  const Page page = rebuilt(test::source_text(mapping_page));
  EXPECT_GE(page.examples.size(), 2u);
  test::expect_golden(mapping_page, test::with_section(page.text, "targets", targets()));
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
    const bool head =
        line.starts_with("| AGAL | ") || line.starts_with("| Register | ") || line.starts_with("| Mode | ");
    if (!head) continue;
    ++tables;
    for (const TargetFamilyInfo& row : target_family_table)
      EXPECT_NE(line.find(row.title), std::string::npos) << row.title << " is not in: " << line;
  }
  EXPECT_EQ(tables, 3u);
}

// Returns the number of local variables that a text declares, one per line.
std::size_t variables_in(const std::string& text) {
  std::size_t count = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    // Excludes global variables, members of blocks, which are arrays, and parameters and members with semantics.
    const bool is_local = begin > 0 && (line.find(" = ") != std::string::npos || line.find_first_of("[:") == line.npos);
    for (const std::string_view type :
         {"float ", "int ", "bool ", "vec2 ", "vec3 ", "vec4 ", "float2 ", "float3 ", "float4 ", "highp "})
      if (is_local && line.compare(begin, type.size(), type) == 0) ++count;
  }
  return count;
}

// Returns a table of the sizes of every program of the page, in three languages and by both writers.
std::string sizes(const std::vector<Example>& examples) {
  std::string table =
      "| Program | Language | Lines | | Characters | | Local variables | |\n|---|---|---:|---:|---:|---:|---:|---:|\n"
      "| | | *own* | *SPIRV-Cross* | *own* | *SPIRV-Cross* | *own* | *SPIRV-Cross* |\n";
  for (std::size_t i = 0; i < examples.size(); i += 2)
    for (const Target target : {Target::Essl300, Target::Msl21, Target::Hlsl50}) {
      const std::string source = test::source_text(examples[i].source);
      const std::string own = text_in(info(target), Writer::Own, source);
      const std::string cross = text_in(info(target), Writer::Cross, source);
      const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
      table += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n",
                           examples[i].source.substr(examples[i].source.rfind('/') + 1), info(target).name, lines(own),
                           lines(cross), own.size(), cross.size(), variables_in(own), variables_in(cross));
    }
  return table;
}

TEST(WritersPage, MatchesOutputOfBothWriters) {
  const Page page = rebuilt(test::source_text(writers_page));
  ASSERT_EQ(page.examples.size(), 4u);
  for (std::size_t i = 0; i < page.examples.size(); ++i) {
    EXPECT_EQ(page.examples[i].writer, i % 2 == 0 ? Writer::Own : Writer::Cross) << page.examples[i].source;
    EXPECT_EQ(page.examples[i].source, page.examples[i - i % 2].source);
    EXPECT_EQ(page.examples[i].target, page.examples[i - i % 2].target);
  }
  test::expect_golden(writers_page, test::with_section(page.text, "sizes", sizes(page.examples)));
}

}  // namespace
}  // namespace agal
