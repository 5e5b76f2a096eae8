// Checks the examples and lists of docs/assembly.md.
#include "assembly_support.hpp"
#include "support/corpus.hpp"

namespace agal {
namespace {

using namespace agal::test;

std::vector<std::string> examples() {
  const std::vector<std::byte> bytes = read_file(AGAL_SOURCE_DIR "/docs/assembly.md");
  const std::string page(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  constexpr std::string_view open = "\n```agal\n", close = "\n```\n";
  std::vector<std::string> out;
  for (std::size_t at = page.find(open); at != page.npos; at = page.find(open, at)) {
    at += open.size();
    out.push_back(page.substr(at, page.find(close, at) + 1 - at));
  }
  return out;
}

TEST(Documentation, ExamplesAssemble) {
  ASSERT_EQ(examples().size(), 3u);
  for (const std::string& text : examples()) EXPECT_EQ(codes_of(text), Codes{}) << text;
}

TEST(Documentation, ListsEverySamplerOption) {
  const std::vector<std::byte> bytes = read_file(AGAL_SOURCE_DIR "/docs/assembly.md");
  const std::string_view page(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const SamplerOptionInfo& row : sampler_option_table) {
    EXPECT_NE(page.find("`" + std::string(row.text) + "`"), page.npos) << row.text;
    if (row.alias.empty()) continue;
    EXPECT_NE(page.find("`" + std::string(row.alias) + "`"), page.npos) << row.alias;
  }
}

}  // namespace
}  // namespace agal
