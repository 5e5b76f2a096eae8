// Text in a movie is read in the dialect of the assembler that the movie contains.
#include "avm2/methods.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char color_lines[] = "mul ft0, v0, fc0\nmul ft0.a, ft0.a, fc1.x\nmov oc, ft0\n";
constexpr char sampler_lines[] = "tex ft0, v0, fs0 <cube,linear>\ntex ft1, v0, fs1\nmul oc, ft0, ft1\n";

/// Extracts programs from a SWF file with code that builds one program. The file also contains the given string and
/// class.
Result<Extraction> movie_with(const std::string& text, const std::string& string = "", const std::string& package = "",
                              const std::string& name = "Other") {
  AbcBuilder abc;
  Code code(abc);
  code.op(0xd0).op(0x30);
  code.push_field("assembler").push_string(text).call_void("assemble", 1);
  if (!string.empty()) code.push_field("pattern").push_string(string).call_void("match", 1);
  abc.add_class("effects", "Water", {code.return_void()});
  Code other(abc);
  other.op(0xd0).op(0x30);
  abc.add_class(package, name, {other.return_void()});
  return extract(SwfBuilder().abc(abc.build()).build(), "game.swf");
}

std::vector<std::string> warnings(const Result<Extraction>& found) {
  std::vector<std::string> list;
  for (const Diagnostic& diagnostic : found.diagnostics())
    if (diagnostic.code == 1073) list.push_back(diagnostic.message);
  return list;
}

TEST(Dialects, WarningForColorComponentsNamesBothReadings) {
  const Result<Extraction> found = movie_with(color_lines);
  EXPECT_THAT(texts(*found), ElementsAre("mul ft0, v0, fc0\nmul ft0, ft0, fc1.x\nmov oc, ft0\n"));
  EXPECT_THAT(warnings(found), ElementsAre(HasSubstr("'ft0.a' is read as 'ft0', not as 'ft0.w'")));
}

TEST(Dialects, SemicolonsDoNotChangeReading) {
  std::string with_semicolon = color_lines;
  with_semicolon.insert(with_semicolon.find('\n'), ";");
  const Result<Extraction> found = movie_with(with_semicolon);
  EXPECT_EQ(texts(*found), texts(*movie_with(color_lines)));
  EXPECT_THAT(warnings(found), ElementsAre(testing::AllOf(HasSubstr("';' is ignored"), HasSubstr("not as 'ft0.w'"))));
}

TEST(Dialects, AssemblerOf2011ReadsColorComponents) {
  const Result<Extraction> found = movie_with(color_lines, "(\\.[xyzwrgba]{1,4})");
  EXPECT_THAT(texts(*found), ElementsAre("mul ft0, v0, fc0\nmul ft0.w, ft0.w, fc1.x\nmov oc, ft0\n"));
  EXPECT_THAT(warnings(found), IsEmpty());
}

TEST(Dialects, ActionScriptRepeatsSamplerOptions) {
  const Result<Extraction> found = movie_with(sampler_lines);
  EXPECT_THAT(texts(*found), ElementsAre(HasSubstr("fs1 <cube, linear, mipnone, clamp>")));
  EXPECT_THAT(warnings(found),
              ElementsAre(HasSubstr("'fs1' does not have options and repeats the options of an earlier line")));
}

TEST(Dialects, HaxeDoesNotRepeatSamplerOptions) {
  const Result<Extraction> found = movie_with(sampler_lines, "", "flash", "Boot");
  EXPECT_THAT(texts(*found), ElementsAre(HasSubstr("fs1 <2d, nearest, mipnone, clamp>")));
  EXPECT_THAT(warnings(found), IsEmpty());
}

TEST(Dialects, WarnsOfColorComponentsInPool) {
  const Result<Extraction> found =
      extract(swf_with_pool({"mul ft0, v0, fc0\nmul ft0.a, ft0.a, fc1.x\nmov oc, ft0\n"}), "game.swf");
  EXPECT_THAT(texts(*found), ElementsAre("mul ft0, v0, fc0\nmul ft0, ft0, fc1.x\nmov oc, ft0\n"));
  EXPECT_THAT(warnings(found), ElementsAre(HasSubstr("not as 'ft0.w'")));
}

}  // namespace
}  // namespace agal::test
