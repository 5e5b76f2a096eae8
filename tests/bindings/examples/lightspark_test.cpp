// Tests examples/lightspark, with this project's declarations of Lightspark: the arguments of Program3D.upload.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agalconverter.h"

std::string& log_text() {
  static std::string text;
  return text;
}

namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Upload {
  std::vector<SamplerRegister> samplers;
  std::vector<RegisterMapEntry> constants, attributes;
  std::string text;
};

Upload upload(std::vector<uint8_t> bytes, bool vertex) {
  Upload out;
  RegisterMap map;
  ByteArray program(std::move(bytes));
  out.text = AGALtoGLSL(&program, vertex, out.samplers, out.constants, out.attributes, map).raw_buf();
  return out;
}

std::vector<uint8_t> bytecode_of(std::string_view text) {
  const agal::Result<agal::Program> program = agal::assemble(text, "a program");
  EXPECT_TRUE(program.has_value());
  std::vector<uint8_t> out;
  for (const std::byte byte : agal::write_bytecode(*program)) out.push_back(static_cast<uint8_t>(byte));
  return out;
}

TEST(Lightspark, VertexProgramHasItsRegisters) {
  const Upload made = upload(bytecode_of("m44 op, va0, vc4\nmov v0, va3"), true);
  EXPECT_THAT(made.text, StartsWith("#version 100\n"));
  EXPECT_THAT(made.text, HasSubstr("gl_Position *= vcPositionScale;"));
  EXPECT_THAT(made.text, HasSubstr("uniform vec4 vc0[8];"));
  ASSERT_EQ(made.constants.size(), 1u);
  EXPECT_STREQ(made.constants[0].name.raw_buf(), "vc0");
  EXPECT_EQ(made.constants[0].number, 0u);
  EXPECT_EQ(made.constants[0].usage, VECTOR_4_ARRAY);
  ASSERT_EQ(made.attributes.size(), 2u);
  EXPECT_STREQ(made.attributes[1].name.raw_buf(), "va3");
  EXPECT_EQ(made.attributes[1].number, 3u);
  EXPECT_TRUE(made.samplers.empty());
}

TEST(Lightspark, FragmentProgramHasItsSamplerStates) {
  const Upload made = upload(
      bytecode_of("tex ft0, v0, fs2 <cube, linear, miplinear>\ntex ft1, v0, fs5 <2d, repeat>\nmov oc, ft0"), false);
  EXPECT_THAT(made.text, HasSubstr("textureCube(sampler2"));
  ASSERT_EQ(made.samplers.size(), 1u);  // the result of the other fetch is unused
  EXPECT_EQ(made.samplers[0].n, 2);
  EXPECT_EQ(made.samplers[0].d, 1);
  EXPECT_EQ(made.samplers[0].f, 1);
  EXPECT_EQ(made.samplers[0].m, 2);
  EXPECT_EQ(made.samplers[0].w, 0);
  EXPECT_TRUE(made.constants.empty());
}

TEST(Lightspark, RejectedProgramIsEmptyAndLogged) {
  log_text().clear();
  const Upload made = upload({0xa0, 1, 0, 0, 0, 0xa1, 0, 1}, true);
  EXPECT_EQ(made.text, "");
  EXPECT_THAT(log_text(), HasSubstr("error[AGAL"));
  EXPECT_EQ(upload({}, false).text, "");
}

TEST(Lightspark, AcceptsTextOfContainer) {
  EXPECT_EQ(upload({0xb0, 3, 0, 'a', 'b', 'c'}, false).text, "abc");
  EXPECT_EQ(upload({0xb0, 9, 0, 'a'}, false).text, "");
  EXPECT_EQ(upload({0xb0}, false).text, "");
}

}  // namespace
