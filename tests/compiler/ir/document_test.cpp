// The table of operations in docs agrees with ops.def. BLESS=1 in the environment rewrites it. Every pass has a row in
// docs/ir.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "ir/module.hpp"
#include "support/golden.hpp"

namespace agal::ir {
namespace {

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::Constant: return "constant";
    case Kind::Input: return "input";
    case Kind::Lanewise: return "lanewise";
    case Kind::Horizontal: return "horizontal";
    case Kind::Compose: return "compose";
    case Kind::Phi: return "phi";
    case Kind::Marker: return "marker";
    case Kind::Effect: return "effect";
  }
  return "";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' || c == '*' ? fmt::format("\\{}", c) : std::string(1, c);
  return out;
}

std::string table() {
  std::string out = "| Operation | Operands | Kind | Meaning |\n|---|---|---|---|\n";
  for (const OpInfo& row : op_table)
    out += fmt::format("| `{}` | {} | {} | {} |\n", row.text,
                       row.kind == Kind::Compose ? "one per lane" : fmt::format("{}", row.args), name(row.kind),
                       escaped(row.meaning));
  return out;
}

std::string read() {
  std::ifstream file(AGAL_SOURCE_DIR "/docs/ir.md", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Document, ListsEveryOperation) { test::expect_section("docs/data/ir-operations.md", "operations", table()); }

TEST(Document, HasARowForEveryPass) {
  const std::string text = read();
  for (const char* pass : {
#define AGAL_PASS(name, summary) name,
#include "opt/passes.def"
#undef AGAL_PASS
       })
    EXPECT_NE(text.find(fmt::format(" | {} | ", pass)), std::string::npos) << pass;
}

TEST(Operations, HaveUniqueNames) {
  for (std::size_t a = 0; a < op_table.size(); ++a) {
    EXPECT_FALSE(op_table[a].meaning.empty()) << op_table[a].text;
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(op_table[a].text, op_table[b].text);
  }
}

}  // namespace
}  // namespace agal::ir
