// Programs and inputs that the interpreter rejects.
#include "agal/bytecode.hpp"
#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

constexpr std::string_view fetch = "tex ft0, v0, fs0 <2d, nearest, mipnone, clamp>\nmov oc, ft0\n";

std::string message_of(const Bindings& bindings) {
  const Result<QuadOutput> result = interpret_quad(assembled(fetch, Stage::Fragment), bindings, {});
  return result ? "" : render_text(result.diagnostics());
}

Bindings with(Texture texture) {
  Bindings bindings;
  bindings.textures = {TextureBinding{std::move(texture), std::nullopt}};
  return bindings;
}

TEST(Checks, RejectsProgramOfOtherStage) {
  const Result<QuadOutput> quad = interpret_quad(assembled("mov op, va0\n", Stage::Vertex), {}, {});
  ASSERT_FALSE(quad);
  EXPECT_TRUE(quad.diagnostics().contains(1010));
  const Result<VertexOutput> vertex = interpret_vertex(assembled("mov oc, v0\n", Stage::Fragment), {}, {});
  ASSERT_FALSE(vertex);
  EXPECT_TRUE(vertex.diagnostics().contains(1010));
}

TEST(Checks, RejectsInvalidTextures) {
  using testing::HasSubstr;
  EXPECT_THAT(message_of({}), HasSubstr("AGAL1011"));
  EXPECT_THAT(message_of({}), HasSubstr("fs0"));
  Texture cube;
  cube.kind = Texture::Kind::Cube;
  EXPECT_THAT(message_of(with(cube)), HasSubstr("fs0 is sampled as 2d, but a cube texture is bound to it"));
  EXPECT_THAT(message_of(with({})), HasSubstr("it does not have a level"));
  Texture texture;
  texture.levels = {{2, 2, 1, std::vector<Float4>(3)}};
  EXPECT_THAT(message_of(with(texture)), HasSubstr("level 0 has 3 texels, but its size needs 4"));
  texture.levels = {{0, 2, 1, {}}};
  EXPECT_THAT(message_of(with(texture)), HasSubstr("a size is zero"));
  texture.levels = {{1u << 31, 1u << 31, 1, {}}};
  EXPECT_THAT(message_of(with(texture)), HasSubstr("a size is greater than"));
  texture.levels = {{2, 2, 1, std::vector<Float4>(4)}, {2, 1, 1, std::vector<Float4>(2)}};
  EXPECT_THAT(message_of(with(texture)), HasSubstr("level 1 is not half the size"));
  texture.levels = {{1, 1, 1, std::vector<Float4>(1)}, {1, 1, 1, std::vector<Float4>(1)}};
  EXPECT_THAT(message_of(with(texture)), HasSubstr("level 1 follows a level of a single texel"));
  texture.levels = {{2, 2, 1, std::vector<Float4>(4)}};
  EXPECT_EQ(message_of(with(texture)), "");
}

TEST(Prepared, RunsManyTimes) {
  Texture red;
  red.levels = {{1, 1, 1, {{1, 0, 0, 1}}}};
  Bindings bindings = with(red);
  Result<FragmentInterpreter> prepared = FragmentInterpreter::prepare(
      assembled("tex ft0, v0, fs0 <2d, nearest, mipnone, clamp>\nmul oc, ft0, fc0\n", Stage::Fragment), bindings);
  ASSERT_TRUE(prepared) << render_text(prepared.diagnostics());
  EXPECT_EQ(prepared->run(QuadInput{}).pixels[3].colors.at(0), Float4{});
  prepared->set_constants({{0.5f, 1, 1, 2}});
  EXPECT_EQ(prepared->run(QuadInput{}).pixels[3].colors.at(0), (Float4{0.5f, 0, 0, 2}));
}

TEST(Prepared, RejectsInvalidBindings) {
  const Program program = assembled(fetch, Stage::Fragment);
  EXPECT_TRUE(FragmentInterpreter::prepare(program, {}).diagnostics().contains(1011));
  const Result<VertexInterpreter> vertex = VertexInterpreter::prepare(assembled("mov op, va0\n", Stage::Vertex), {});
  ASSERT_TRUE(vertex);
  EXPECT_EQ(vertex->run(VertexInput{{{1, 2, 3, 4}}, 0}).position, (Float4{1, 2, 3, 4}));
}

TEST(Prepared, RejectsProgramsOfOtherStage) {
  const Program vertex = assembled("mov op, va0\n", Stage::Vertex);
  const Program fragment = assembled("mov oc, v0\n", Stage::Fragment);
  EXPECT_TRUE(FragmentInterpreter::prepare(vertex, {}).diagnostics().contains(1010));
  EXPECT_TRUE(VertexInterpreter::prepare(fragment, {}).diagnostics().contains(1010));
}

TEST(Checks, RejectsUntranslatablePrograms) {
  Program program;
  program.instructions.resize(1);
  for (const std::uint32_t opcode : {0x20u, 0x21u, 0x22u, 0x28u, 0x99u}) {
    program.instructions[0].opcode = opcode;
    EXPECT_FALSE(interpret_vertex(program, {}, {})) << opcode;
  }
}

// The interpreter runs every program that validation accepts at level Off.
TEST(Checks, RunsProgramsAcceptedAtLevelOff) {
  Program program;
  program.stage = Stage::Fragment;
  program.version = 2;
  const auto token = [](Opcode opcode, Destination dst, Source a, Source b = {}) {
    return Instruction{static_cast<std::uint32_t>(opcode), dst, a, b};
  };
  const auto temp = [](WriteMask mask) { return Destination::make(RegisterType::Temporary, 0, mask); };
  const Source varying = Source::make(RegisterType::Varying, 0);
  const Source swizzled{(Source::make(RegisterType::Varying, 0).bits & ~0xff000000ull) | 0x1bull << 24};  // wzyx
  program.instructions = {
      token(Opcode::Nrm, temp(0xf), varying),                                          // keeps w
      token(Opcode::Mov, Destination::make(RegisterType::Depth, 0, 0xf), varying),     // stores x only
      token(Opcode::Mov, temp(0), swizzled),                                           // writes nothing
      token(Opcode::Kil, {}, Source::make(RegisterType::Varying, 1)),                  // tests the first lane
      token(Opcode::Mov, Destination::make(RegisterType::Output, 0), varying),         // overwritten
      token(Opcode::M33, temp(0x8), varying, Source::make(RegisterType::Varying, 0)),  // keeps w
      token(Opcode::Mov, Destination::make(RegisterType::Output, 0), Source::make(RegisterType::Temporary, 0)),
  };
  program.instructions[1].src1.bits |= 1ull << 60;  // a reserved bit
  program.instructions[1].src1.bits |= 7ull << 16;  // an offset of a direct operand
  QuadInput input;
  for (auto& v : input.varyings) v = {{3, 0, 4, 9}, {1, -1, -1, -1}};
  const Result<QuadOutput> result = interpret_quad(program, {}, input);
  ASSERT_TRUE(result) << render_text(result.diagnostics());
  EXPECT_THAT(*result->pixels[0].colors[0], is(0.6f, 0, 0.8f, 0));
  EXPECT_EQ(result->pixels[0].depth, 3);
  EXPECT_FALSE(result->pixels[0].killed);
}

TEST(Checks, OutputsWithEmptyMaskAreMissing) {
  Program program;
  program.stage = Stage::Fragment;
  program.version = 2;
  const Source varying = Source::make(RegisterType::Varying, 0);
  program.instructions = {
      {0, Destination::make(RegisterType::Output, 0, 0), varying, {}},
      {0, Destination::make(RegisterType::Depth, 0, 0x2), varying, {}},
  };
  const Result<QuadOutput> result = interpret_quad(program, {}, {});
  ASSERT_TRUE(result) << render_text(result.diagnostics());
  EXPECT_FALSE(result->pixels[0].colors[0]);
  EXPECT_FALSE(result->pixels[0].depth);
}

}  // namespace
}  // namespace agal::test
