// Assembly text in string pools, without code that concatenates it.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> in_pool(const std::vector<std::string>& strings) {
  return texts(found_in(swf_with_pool(strings)));
}

TEST(Pool, FindsProgramInOneString) {
  EXPECT_THAT(in_pool({"Main", vertex_text, "x", fragment_text, "mov oc, v0"}),
              ElementsAre(canonical(vertex_text), canonical(fragment_text), canonical("mov oc, v0")));
}

TEST(Pool, IgnoresCommentsAndBlanks) {
  const std::string text = "\n  // water \n\tmov  op , va0 // as it is\r\n\n mov v0, va1\n\n";
  EXPECT_THAT(in_pool({text}), ElementsAre(canonical("mov op, va0\nmov v0, va1")));
}

// Players accept the text as AGAL 1, but it consists of two programs.
TEST(Pool, IgnoresStringWithTwoColorWrites) {
  EXPECT_THAT(in_pool({"mov ft0, v0\nmov oc, ft0\nmov ft1, v1\nmov oc, ft1"}), IsEmpty());
}

TEST(Pool, DoesNotJoinNeighbors) {
  EXPECT_THAT(in_pool({"Main", "m44 op, va0, vc0\n", "mov v0, va1\n", "alpha", "mov ft0, v0\n", "mov oc, ft0"}),
              ElementsAre(canonical("m44 op, va0, vc0")));
  EXPECT_THAT(in_pool({vertex_text, "mov v3, va2\n", fragment_text, "mov oc, v0"}),
              ElementsAre(canonical(vertex_text), canonical(fragment_text), canonical("mov oc, v0")));
}

TEST(Pool, IgnoresNonPrograms) {
  const std::vector<std::string> words{"add",
                                       "mov",
                                       "sub",
                                       "tex",
                                       "op",
                                       "oc",
                                       "kil",
                                       "min",
                                       "max",
                                       "exp",
                                       "log",
                                       "sin",
                                       "cos",
                                       "abs",
                                       "neg",
                                       "nrm",
                                       "pow",
                                       "add to cart",
                                       "max, 5",
                                       "mov oc",
                                       "mov oc,",
                                       "div class",
                                       "exp += 1",
                                       "min-width",
                                       "tex coord",
                                       "sat and sun",
                                       "mov oc, ft0",
                                       "mov ft0, v0",
                                       "mov v0, va1",
                                       "m44 op",
                                       "add child, to stage",
                                       "els",
                                       "eif\n",
                                       "kil ft0.x",
                                       "ife v0.x, v1.x",
                                       "// mov oc, v0",
                                       "mov op.xyz, va0",
                                       "mov oc.x, v0",
                                       "mov oc, v0, v1",
                                       "mov oc, v0; mov oc, v1",
                                       "MOV oc, v0",
                                       "mov oc w",
                                       "rcp oc, fc0",
                                       "mov oc, va0",
                                       "sin wave",
                                       "neg\n",
                                       "add\n\n",
                                       "mov\top",
                                       "exp 2",
                                       "log file: v0, v1"};
  for (const std::string& word : words) EXPECT_THAT(in_pool({"Main", word, "end"}), IsEmpty()) << word;
}

TEST(Pool, IgnoresWordsOfOrdinaryCode) {
  EXPECT_THAT(in_pool({"flash.display",
                       "Sprite",
                       "addEventListener",
                       "add",
                       "addChild",
                       "Event",
                       "ENTER_FRAME",
                       "mov",
                       "m44",
                       "dp3",
                       "fragment",
                       "vertex",
                       "op",
                       "oc",
                       "va",
                       "vc",
                       "vt",
                       "ft",
                       "fc",
                       "fs",
                       "v",
                       "^\\w{3}",
                       "[vof][acostdip]([t]?)(\\d*)?(\\.[xyzw](\\+\\d{1,3})?)?",
                       "2d",
                       "linear",
                       "mipnone",
                       "error: expecting opcode",
                       "tex",
                       "sub",
                       "http://adobe.com/AS3/2006/builtin",
                       ""}),
              IsEmpty());
}

TEST(Pool, IgnoresPartsOfPrograms) {
  // The strings are lines of assembly, but none computes an output from its inputs.
  EXPECT_THAT(in_pool({"mul ft0, ft0, v1\n", "mov oc, ft0\n"}), IsEmpty());
  EXPECT_THAT(in_pool({"tex ft1, v0, fs0 <2d,", "linear", ">\n", "mov oc, ft1\n"}), IsEmpty());
}

TEST(Pool, FindsLaterVersionsOfAgal) {
  const std::string text = "ifg v0.x, v0.y\nmov ft0, v0\nels\nmov ft0, v1\neif\nmov oc, ft0\n";
  const Extraction found = found_in(swf_with_pool({text, "mov oc, fc0"}));
  ASSERT_THAT(texts(found), ElementsAre(canonical(text), canonical("mov oc, fc0")));
  EXPECT_EQ(found.programs[0].program.version, 2u);
  EXPECT_EQ(found.programs[1].program.version, 1u);
}

TEST(Pool, OffsetPointsToString) {
  const ByteVector file = swf_with_pool({"Main", vertex_text});
  const Extraction found = found_in(file);
  ASSERT_EQ(found.programs.size(), 1u);
  const ByteVector first = bytes_of(vertex_text);
  const auto at = file.begin() + static_cast<std::ptrdiff_t>(found.programs[0].origins[0].offset);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), at));
  EXPECT_EQ(found.programs[0].text, vertex_text);
  EXPECT_TRUE(found.programs[0].program.positions.empty());
}

// The AIR SDK of HARMAN writes version 47.16. Its pool has floats between the doubles and the strings.
TEST(Pool, ReadsPoolWithFloats) {
  using namespace std::string_literals;
  const auto file = [](std::string_view version, std::string_view floats) {
    const std::string text = "mov oc, fc0";
    return bytes_of(std::string(version) + "\0\0\0"s + std::string(floats) + "\2"s + static_cast<char>(text.size()) +
                    text + std::string(8, '\0'));
  };
  for (const auto& [version, floats] : {std::pair("\x10\0\x2e\0"s, ""s),
                                        {"\x0f\0\x2f\0"s, ""s},
                                        {"\x10\0\x2f\0"s, "\0"s},
                                        {"\x10\0\x2f\0"s, "\2....."s.substr(0, 5)}}) {
    const Extraction found = found_in(SwfBuilder().abc(file(version, floats)).build());
    EXPECT_THAT(texts(found), ElementsAre(canonical("mov oc, fc0")));
  }
}

// Two consecutive indexes of names may have the bytes of a header.
TEST(Pool, IgnoresBytecodeMagicInIndexes) {
  using namespace std::string_literals;
  const std::string method = "\5\0\xa0\1\0\0\0\xa1\1\0\0"s;
  const ByteVector code = bytes_of("\x10\0\x2e\0"s + std::string(7, '\0') + "\1"s + method + std::string(44, '\0'));
  const Result<Extraction> found = extract(SwfBuilder().abc(code).build(), "a.swf");
  EXPECT_TRUE(found.diagnostics().empty()) << render_text(found.diagnostics());
}

// A shader compiler inside a game creates programs that are not constants of its code.
TEST(Pool, NamesCompiler) {
  const Result<Extraction> found = extract(swf_with_pool({"Main", "glsl2agal.compile", "mov oc, v0"}), "game.swf");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found.diagnostics().contains(1077));
  EXPECT_THAT(render_text(found.diagnostics()), testing::HasSubstr("glsl2agal"));
  EXPECT_TRUE(found->incomplete());
  EXPECT_FALSE(extract(swf_with_pool({"Main", "mov oc, v0"}), "game.swf").diagnostics().contains(1077));
}

}  // namespace
}  // namespace agal::test
