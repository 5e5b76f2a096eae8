// Families: programs that differ only in the options of their samplers.
#include <gmock/gmock.h>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"

namespace agal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<FoundProgram> variants(const std::string& before, const std::vector<std::string>& options,
                                   const std::string& after) {
  std::vector<FoundProgram> found;
  for (const std::string& each : options) {
    FoundProgram& one = found.emplace_back();
    one.program = *assemble(before + " <" + each + ">" + after, "x");
    one.form = FindForm::Assembly;
    one.origins = {{"game.swf", 82, 0, "Sky", Certainty::Variant}};
  }
  return found;
}

TEST(Families, ParametersListEveryDifferingOption) {
  const auto parameters = [](const std::vector<std::string>& options) {
    const std::vector<ProgramFamily> families =
        find_families(variants("//! agal 1 fragment\ntex oc, v0, fs0", options, "\n"));
    return families.empty() ? std::string() : families[0].parameters;
  };
  EXPECT_EQ(parameters({"2d", "2d,linear", "2d,repeat"}), "fs0 <2d, nearest|linear, mipnone, clamp|repeat>");
  EXPECT_EQ(parameters({"2d", "2d,dxt1", "2d,dxt5"}),
            "fs0 <2d, nearest, mipnone, clamp, rgba|compressed|compressedalpha>");
  EXPECT_EQ(parameters({"2d", "2d,centroid", "2d,single"}),
            "fs0 <2d, nearest, mipnone, clamp, special flags 0|centroid|single>");
  EXPECT_EQ(parameters({"2d", "2d,-1.5", "2d,2"}), "fs0 <2d, nearest, mipnone, clamp, -1.5|0|2>");
  EXPECT_EQ(parameters({"2d", "cube", "3d"}), "") << "the dimension is not a parameter";
}

TEST(Families, NamesSamplersOfVertexPrograms) {
  const std::vector<ProgramFamily> families = find_families(
      variants("//! agal 3 vertex\ntld vt0, va0, vs1", {"2d", "2d,linear", "2d,repeat"}, "\nmov op, vt0\n"));
  ASSERT_THAT(families, SizeIs(1));
  EXPECT_THAT(families[0].programs, ElementsAre(0u, 1u, 2u));
  EXPECT_EQ(families[0].parameters, "vs1 <2d, nearest|linear, mipnone, clamp|repeat>");
}

TEST(Families, NeedThreeProgramsFromOneText) {
  const std::string text = "//! agal 1 fragment\ntex oc, v0, fs0";
  EXPECT_THAT(find_families(variants(text, {"2d", "2d,linear"}, "\n")), IsEmpty());
  std::vector<FoundProgram> programs = variants(text, {"2d", "2d,linear", "2d,repeat"}, "\n");
  programs[2].origins[0].name = "Water";
  EXPECT_THAT(find_families(programs), IsEmpty());
}

}  // namespace
}  // namespace agal
