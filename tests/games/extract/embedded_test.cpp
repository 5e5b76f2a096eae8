// Assembly text inside other text: JSON, XML, and text with a byte order mark.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char json[] =
    "{\"varnames\":{\"uv\":\"va1\",\"mvp\":\"vc0\"},\"agalasm\":\"m44 op, va0, vc0\\nmov v0, va1\",\"info\":\"\","
    "\"consts\":{\"vc4\":[1,0.5,0,-2]}}";

TEST(Embedded, ReadsRegistersAndConstantsFromJson) {
  for (const char* const name : {"a.agal", "a.json"}) {
    const Extraction found = found_in(bytes_of(json), name);
    ASSERT_THAT(texts(found), ElementsAre(canonical(vertex_text))) << name;
    const std::vector<RegisterNote>& registers = found.programs[0].program.registers;
    ASSERT_THAT(registers, SizeIs(3));
    EXPECT_EQ(registers[0].name, "uv");
    EXPECT_EQ(registers[0].place, "va1");
    EXPECT_THAT(registers[2].values, ElementsAre(1, 0.5F, 0, -2));
    EXPECT_NE(to_json_lines(found).find("\"registers\""), std::string::npos);
  }
  const Result<Program> program = load_program(bytes_of(json), "a.agal");
  ASSERT_TRUE(program);
  EXPECT_THAT(program->registers, SizeIs(3));
}

// glsl2agal writes fetches like this. A file with the extension .agal is read as one program, other files are searched.
TEST(Embedded, ReadsJsonLikeMiniAssembler) {
  constexpr char fetch[] = "{\"agalasm\": \"tex oc, v0.xyyy, fs0 <linear mipdisable repeat 2d>\\n\"}";
  for (const char* const name : {"a.agal", "a.json"}) {
    const Result<Extraction> found = extract(bytes_of(fetch), name);
    ASSERT_TRUE(found) << render_text(found.diagnostics());
    EXPECT_FALSE(found.diagnostics().has_errors());
    EXPECT_THAT(texts(*found), ElementsAre(canonical("tex oc, v0.xyyy, fs0 <2d,linear,repeat,mipnone>"))) << name;
  }
}

TEST(Embedded, FindsProgramsAtAnyDepthOfJson) {
  const std::string both = std::string("{\"shaders\":[{\"v\":") + json + "},{\"agalasm\":\"mov oc, v0\"}]}";
  EXPECT_THAT(found_in(bytes_of(both), "a.agal").programs, SizeIs(2));
}

TEST(Embedded, ReadsJsonAndXmlInPool) {
  const Extraction found = found_in(swf_with_pool({json, "<agal><![CDATA[\nmov oc, v0\n]]></agal>"}));
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text), canonical("mov oc, v0")));
}

TEST(Embedded, ReadsTextInBinaryData) {
  for (const std::string& text :
       {std::string(json), "\xef\xbb\xbf" + std::string(vertex_text), "<a>" + std::string(vertex_text) + "</a>"}) {
    const Extraction found = found_in(SwfBuilder().binary_data("app.Data", bytes_of(text)).build());
    EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text))) << text;
  }
}

TEST(Embedded, ReportsAssemblyOutsidePrograms) {
  const Extraction found =
      found_in(SwfBuilder().binary_data("app.Data", bytes_of("# a comment\nmov ft0, v0\nmul ???\n")).build());
  EXPECT_THAT(found.programs, IsEmpty());
  EXPECT_TRUE(found.incomplete());
  EXPECT_FALSE(
      found_in(SwfBuilder().binary_data("app.Data", bytes_of("add some text, mov it\n")).build()).incomplete());
}

TEST(Embedded, ReadsJsonInSources) {
  const Extraction found = found_in(bytes_of("class A { static var a = '" + std::string(json) + "'; }"), "A.as");
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text)));
}

}  // namespace
}  // namespace agal::test
