// Tests the documents that list the targets and the hosts. ./tools/lab/bless writes the lists, except two tables.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "agal/host.hpp"
#include "agal/target.hpp"
#include "support/golden.hpp"

namespace agal::house {
namespace {

std::vector<std::string_view> target_names() {
  std::vector<std::string_view> names;
  for (const TargetInfo& row : target_table) names.push_back(row.name);
  return names;
}

// Returns the lines of a JSON list. Each line has one of the names.
std::string json_lines(const std::vector<std::string_view>& names, std::string_view before, std::string_view after) {
  std::string out;
  for (const std::string_view name : names)
    out += fmt::format("{}{}\"{}\"{}", out.empty() ? "" : ",\n", before, name, after);
  return out + "\n";
}

TEST(DocumentTargets, ReadmeAndExecutionPageListAllTargets) {
  for (const char* const page : {"README.md", "docs/execution.md"}) {
    const std::string text = test::source_text(page);
    for (const std::string_view name : target_names())
      EXPECT_THAT(text, testing::HasSubstr(fmt::format("`{}`", name))) << page;
  }
}

TEST(DocumentTargets, ManifestSchemaListsTargets) {
  const std::string path = "docs/manifest.schema.json";
  constexpr std::string_view before = "        ", end = "      },\n";
  constexpr std::string_view outputs = R"(      "description": "The products that there are, by target.",
      "type": "object",
      "required": [],
      "properties": {
)";
  constexpr std::string_view refused =
      R"(      "description": "The targets that cannot express the program, with the numbers that say why.",
      "type": "object",
      "required": [],
      "properties": {
)";
  std::vector<std::string_view> products = target_names();
  products.push_back("reflect");
  std::string text = test::source_text(path);
  text = test::with_part(text, outputs, end, json_lines(products, before, R"(: {"$ref": "#/$defs/path"})"));
  text = test::with_part(text, refused, end, json_lines(target_names(), before, R"(: {"$ref": "#/$defs/codes"})"));
  test::expect_golden(path, text);
}

// The types must list all targets that the WebAssembly modules write.
TEST(DocumentTargets, TypesForJavaScriptListTargets) {
  const std::string path = "bindings/js/index.d.ts";
  std::string names;
  const auto add = [&](std::string_view name) { names += fmt::format("\n  | '{}'", name); };
  for (const TargetInfo& row : target_table)
    if (row.target != Target::Spvasm) add(row.name);
  for (const TargetFamilyInfo& row : target_family_table)
    if (has_name_of_its_own(row)) add(row.name);
  test::expect_golden(path, test::with_part(test::source_text(path), "export type Target =", ";\n", names));
}

// "GLSL ES 3.00", "GLSL 4.50, Vulkan"; languages other than GLSL without their version.
std::string playground_title(const TargetInfo& row) {
  const TargetFamilyInfo& family = info(row.family);
  if (!family.glsl()) return std::string(family.title);
  return fmt::format("{} {}.{:02}{}", family.title, row.version / 100, row.version % 100, row.vulkan ? ", Vulkan" : "");
}

// One row for MSL and one for HLSL is enough, because all versions of each have the same text. The page shows the
// assembly of SPIR-V.
TEST(DocumentTargets, PlaygroundListsTargets) {
  const std::string path = "tools/pages/playground/targets.js";
  std::string rows;
  for (const TargetInfo& row : target_table) {
    const TargetFamilyInfo& family = info(row.family);
    const bool is_glsl = family.glsl();
    if (!is_glsl && row.target != family.target) continue;
    rows += fmt::format("  {{name: '{}', title: '{}', language: '{}', suffix: '{}'}},\n", row.name,
                        playground_title(row), is_glsl ? "glsl" : family.name, row.suffix);
  }
  test::expect_golden(path, test::with_part(test::source_text(path), "const languages = [\n", "];\n", rows));
}

TEST(DocumentTargets, ManualListsFamilies) {
  std::string table = "| Family | Stands for |\n|---|---|\n";
  for (const TargetFamilyInfo& row : target_family_table)
    if (has_name_of_its_own(row)) table += fmt::format("| `{}` | `{}` |\n", row.name, info(row.target).name);
  test::expect_section("docs/cli.md", "families", table);
}

std::string host_names(std::string_view before, std::string_view after) {
  std::string names;
  for (const HostInfo& row : host_table) names += fmt::format("{}{}{}", before, row.name, after);
  return names;
}

TEST(DocumentHosts, TypesForJavaScriptListHosts) {
  const std::string path = "bindings/js/index.d.ts";
  test::expect_golden(path, test::with_part(test::source_text(path), "  host?:", ";\n", host_names("\n    | '", "'")));
}

TEST(DocumentHosts, ManualListsHosts) {
  const std::string path = "docs/cli.md";
  std::string names = host_names("", "\\|");
  names.resize(names.size() - 2);
  test::expect_golden(path, test::with_part(test::source_text(path), "| `--host ", "` |", names));
}

}  // namespace
}  // namespace agal::house
