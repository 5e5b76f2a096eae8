// docs/diagnostics.md lists every rule, as the registry has it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "agal/diagnostic.hpp"

namespace agal {
namespace {

constexpr std::string_view begin_mark = "<!-- rules: begin -->\n", end_mark = "<!-- rules: end -->\n";

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Arguments as an ellipsis; what Markdown would take for markup escaped.
std::string cell(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}') {
      out += "…";
      i += 2;
      continue;
    }
    if (text[i] == '|' || text[i] == '<' || text[i] == '*') out += '\\';
    out += text[i];
  }
  return out;
}

std::string firmness(const RuleInfo& rule) {
  if (rule.phase != Phase::Validate && rule.phase != Phase::Link) return "";
  return rule.firmness == Firmness::Firm ? "firm" : "soft";
}

std::string table() {
  std::string out = "| Number | Name | Phase | Severity | Level | Message |\n|---|---|---|---|---|---|\n";
  for (const RuleInfo& rule : all_rules())
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", rule.code, rule.slug, name(rule.phase), name(rule.severity),
                       firmness(rule), cell(rule.message));
  return out;
}

TEST(DiagnosticsPage, ListsEveryRule) {
  const std::string path = AGAL_SOURCE_DIR "/docs/diagnostics.md";
  const std::string page = read_text(path);
  const std::size_t begin = page.find(begin_mark), end = page.find(end_mark);
  ASSERT_NE(begin, std::string::npos) << path;
  ASSERT_NE(end, std::string::npos) << path;
  const std::string wanted = page.substr(0, begin) + std::string(begin_mark) + table() + page.substr(end);
  if (std::getenv("BLESS") != nullptr && page != wanted) {
    std::ofstream(path, std::ios::binary) << wanted;
    return;
  }
  EXPECT_EQ(page, wanted) << "run this test with BLESS=1 to write the table anew";
}

}  // namespace
}  // namespace agal
