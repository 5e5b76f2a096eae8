// Tests reading the disassemblies of a manifest without parsing its lines.
#include "manifest/disassemblies.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace agal::manifest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> rows(const std::string& manifest) {
  std::vector<std::string> out;
  for_each_disassembly(manifest, [&](std::string_view path, std::string_view hash) {
    out.push_back(std::string(hash) + " " + std::string(path));
  });
  return out;
}

TEST(Disassemblies, AreListedForEachPlace) {
  EXPECT_THAT(rows(R"({"hash":"0","stem":"a","origins":[{"container":"x","stem":"a"},{"stem":"b/c"}],)"
                   R"("disassembly":"a.agal","disassemblyHash":"12"})"
                   "\n"
                   R"({"stem":"d","disassemblyHash":"34"})"),
              ElementsAre("12 a.agal", "12 a.agal", "12 b/c.agal", "34 d.agal"));
}

TEST(Disassemblies, HaveUnescapedNames) {
  for (const std::string stem : {"plain", "a \"b\"", "caf\u00e9", "x\\y", "end\\"})
    EXPECT_THAT(rows(disassembly_line(stem, "12")), ElementsAre("12 " + stem + ".agal")) << stem;
}

TEST(Disassemblies, AreNotTakenFromTexts) {
  EXPECT_THAT(rows(R"({"stem":"a","disassemblyHash":"12","diagnostics":[{"message":"\"stem\":\"b\""}]})"),
              ElementsAre("12 a.agal"));
  EXPECT_THAT(rows(R"({"stem":"a","diagnostics":[{"message":"\"disassemblyHash\":\"12\""}]})"), IsEmpty());
}

TEST(Disassemblies, AreNotReadFromMalformedLines) {
  EXPECT_THAT(rows(""), IsEmpty());
  EXPECT_THAT(rows("\n\n{}\nnull\n{\"stem\":\"a\"}"), IsEmpty());
  EXPECT_THAT(rows(R"({"disassemblyHash":"12","stem":"a)"), ElementsAre("12 a.agal"));  // truncated
  EXPECT_THAT(rows("{\"disassemblyHash\":\"12\",\"stem\":\"a\\"), ElementsAre("12 .agal"));
}

}  // namespace
}  // namespace agal::manifest
