// Names of registers that the source gives (--names=source).
#include <gmock/gmock.h>

#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"

namespace agal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Named {
  std::string text;
  std::vector<std::string> notes;
};

Named with_names(std::string_view text, std::vector<Rename> renames = {}, Target target = Target::Essl100) {
  CompileOptions options;
  options.target = target;
  options.names = RegisterNames::Source;
  options.renames = std::move(renames);
  const Result<Program> program = load_program(std::as_bytes(std::span(text)), "a");
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  const Result<Compilation> result = compile(*program, options);
  EXPECT_TRUE(result) << render_text(result.diagnostics());
  Named out;
  if (result) out.text = result->text;
  for (const Diagnostic& note : result.diagnostics()) out.notes.push_back(note.message);
  return out;
}

TEST(SourceNames, ComeFromEachKindOfSource) {
  for (const char* const text :
       {"mul oc, v0, fc3 // fc3 = tint\n", "//fc3=tint\nmul oc, v0, fc3\n", "alias fc3, tint\noc = v0 * tint\n",
        "#c3=tint\n#v0=v0\nmul o0, v0, c3\n",
        R"({"agalasm": "mul oc, v0, fc3", "profile": "baseline", "varnames": {"tint": "fc3"}, "consts": {}})"})
    EXPECT_THAT(with_names(text).text, HasSubstr("uniform vec4 tint;")) << text;
  EXPECT_THAT(with_names("m44 op, va0, vc0 // vc0..3 = transform\n// va0 = place\n").text,
              testing::AllOf(HasSubstr("uniform vec4 transform[4];"), HasSubstr("attribute vec4 place;")));
}

TEST(SourceNames, IgnoreProseAndStatements) {
  for (const char* const comment :
       {"fc3 = the color", "fc3 == tint", "fc3 = v0", "fc = tint", "ft0 = tint", "fc3 = 2", "fc3", "x fc3 = tint"})
    EXPECT_THAT(with_names("mul ft0, v0, fc3 // " + std::string(comment) + "\nmov oc, ft0\n").text,
                Not(HasSubstr("tint")))
        << comment;
}

TEST(SourceNames, AreFreeOrHaveNotes) {
  const Named reserved = with_names("mul oc, v0, fc3 // fc3 = texture\n");
  EXPECT_THAT(reserved.notes, ElementsAre("fc3 is not called texture: it is a word of GLSL"));
  EXPECT_THAT(reserved.text, HasSubstr("uniform vec4 fc[4];"));
  const Named twice =
      with_names("// fc0 = tint\n// fc1 = tint\n// fc0 = light\n// fc0 = tint\nmul ft0, v0, fc0\nadd oc, ft0, fc1\n");
  EXPECT_THAT(twice.notes, ElementsAre("fc1 is not called tint: fc0 has this name",
                                       "fc0 is not called light: fc0 has another name"));
  EXPECT_THAT(with_names("mov op, vc[va0.x+4] // vc0 = bones\n").notes,
              ElementsAre("vc0 is not called bones: a relative address reads the array of all "
                          "constants"));
  // A name that the caller chooses is used instead.
  const Named chosen = with_names("mul oc, v0, fc0 // fc0 = tint\n", {{"fc0", "light"}});
  EXPECT_THAT(chosen.notes, IsEmpty());
  EXPECT_THAT(chosen.text, HasSubstr("uniform vec4 light;"));
}

TEST(SourceNames, NameVaryingsOfPairs) {
  const Named alone = with_names("mov oc, v0 // v0 = vUV\n");
  EXPECT_THAT(alone.text, Not(HasSubstr("vUV")));
  EXPECT_THAT(alone.notes, ElementsAre(HasSubstr("the other program of a pair must have the same name")));
  CompileOptions options;
  options.target = Target::Essl300;
  options.names = RegisterNames::Source;
  const Result<LinkedCompilation> pair =
      link(*assemble("mov op, va0\nmov v0, va1 // v0 = vUV\n"), *assemble("#v0=uv\n#c0=uv\nmul o0, v0, c0\n"), options);
  ASSERT_TRUE(pair) << render_text(pair.diagnostics());
  EXPECT_THAT(pair->vertex.text, HasSubstr("out vec4 vUV;"));
  EXPECT_THAT(pair->fragment.text, HasSubstr("in vec4 vUV;"));
  EXPECT_EQ(pair.diagnostics().size(), 1u) << render_text(pair.diagnostics());
}

TEST(SourceNames, AreOffByDefault) {
  const Result<Compilation> result = compile(*assemble("mul oc, v0, fc0 // fc0 = tint\n"), {});
  ASSERT_TRUE(result);
  EXPECT_THAT(result->reflection, testing::AllOf(HasSubstr("\"tint\""), HasSubstr("\"name\": \"fc\"")));
}

}  // namespace
}  // namespace agal
