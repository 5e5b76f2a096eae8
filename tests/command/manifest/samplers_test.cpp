// Tests programs that differ only in the options of their samplers.
#include "manifest/samplers.hpp"

#include <gmock/gmock.h>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"

namespace agal::manifest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Program fetch(const std::string& options, const std::string& more = "mov oc, ft0\n") {
  return *assemble("//! agal 1 fragment\ntex ft0, v0, fs0 <" + options + ">\n" + more, "x");
}

TEST(Samplers, FamilyIgnoresAllOptionsButTheDimension) {
  const std::string family = family_of(fetch("2d,linear,mipnone,clamp"));
  for (const char* const options :
       {"2d,nearest,miplinear,repeat", "2d,dxt1", "2d,dxt5,centroid", "2d,linear,-1.5", "2d,ignoresampler"})
    EXPECT_EQ(family_of(fetch(options)), family) << options;
  EXPECT_NE(family_of(fetch("cube")), family);
  EXPECT_NE(family_of(fetch("2d", "add oc, ft0, ft0\n")), family);
  EXPECT_NE(content_hash(fetch("2d,linear")), content_hash(fetch("2d,nearest")));
}

TEST(Samplers, ListHasEachOperandOnce) {
  EXPECT_THAT(samplers_of(fetch("2d,linear,mipnone,clamp",
                                "tex ft1, v0, fs0 <2d,linear,mipnone,clamp>\n"
                                "tex ft2, v0, fs1 <cube,repeat>\nmov oc, ft2\n")),
              ElementsAre("fs0 <2d, linear, mipnone, clamp>", "fs1 <cube, nearest, mipnone, repeat>"));
  EXPECT_THAT(samplers_of(*assemble("//! agal 1 fragment\nmov oc, v0\n", "x")), IsEmpty());
}

}  // namespace
}  // namespace agal::manifest
