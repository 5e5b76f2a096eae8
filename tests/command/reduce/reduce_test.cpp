// Tests the reduction of programs to nearly minimal ones that still satisfy a predicate.
#include "reduce/reduce.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/interpret.hpp"
#include "agal/validate.hpp"
#include "smith/smith.hpp"

namespace agal::reduce {
namespace {

using testing::HasSubstr;

Program program_of(std::string_view text) {
  Result<Program> program = assemble(text);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? std::move(*program) : Program{};
}

std::string text_of(const Program& program) { return disassemble(program, {.header = false}); }

bool contains(const Program& program, Opcode opcode) {
  for (const Instruction& token : program.instructions)
    if (token.is(opcode)) return true;
  return false;
}

bool contains_tex_inside_if(const Program& program) {
  int depth = 0;
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const op = token.info();
    if (op == nullptr) continue;
    depth += op->flow == Flow::If ? 1 : op->flow == Flow::EndIf ? -1 : 0;
    if (depth > 0 && token.is(Opcode::Tex)) return true;
  }
  return false;
}

// Returns a large program that satisfies the predicate.
Program large_program(Stage stage, const Predicate& holds, std::uint32_t version = 4) {
  for (std::uint64_t seed = 1; seed < 2'000; ++seed) {
    Program program = smith::generate(stage, {.seed = seed, .size = 80, .version = version});
    if (holds(program)) return program;
  }
  ADD_FAILURE() << "no program shows it";
  return {};
}

TEST(Reduce, LeavesTheConditionalAndTheFetch) {
  const Program small = reduce(large_program(Stage::Fragment, contains_tex_inside_if), contains_tex_inside_if);
  EXPECT_EQ(text_of(small), "ife v0.x, v0.x\n  tex ft0, v0, fs0 <2d, nearest, mipnone, clamp>\neif\n");
}

TEST(Reduce, StaysValidOnRequest) {
  Program large = large_program(Stage::Fragment, contains_tex_inside_if);
  const Program small = reduce(large, contains_tex_inside_if, {.valid = true});
  EXPECT_FALSE(validate(small).has_errors()) << text_of(small);
  EXPECT_EQ(small.instructions.size(), 4u) << text_of(small);
  EXPECT_THAT(text_of(small), HasSubstr("  tex ft0, v0, fs0 <2d, nearest, mipnone, clamp>\n"));
}

TEST(Reduce, EveryCandidateIsValidOnRequest) {
  const Program large = smith::generate(Stage::Vertex, {.seed = 5, .size = 40});
  int candidates = 0;
  const auto odd = [&](const Program& candidate) {
    EXPECT_FALSE(validate(candidate).has_errors()) << text_of(candidate);
    return ++candidates % 3 == 0;
  };
  (void)reduce(large, odd, {.valid = true});
  EXPECT_GT(candidates, 10);
}

TEST(Reduce, TakesAnArmOutOfItsConditional) {
  const Program large = program_of(
      "//! agal 2 fragment\nmov ft0, v0\nifg v0.x, fc0.x\n  add ft0, ft0, v1\n  mul ft0, ft0, v1\nels\n  rsq ft0.y, "
      "v1.z\n"
      "  mov ft0.z, v1\neif\nmov oc, ft0\n");
  const auto rsq = [](const Program& program) { return contains(program, Opcode::Rsq); };
  EXPECT_EQ(text_of(reduce(large, rsq)), "rsq ft0, v0\n");
}

TEST(Reduce, KeepsRequiredParts) {
  const Program large = program_of(
      "//! agal 3 vertex\nmov vt3, va2\nadd vt5.xy, vc[vt3.z+140].wzyx, vt3.yyzz\nmul vt5, vt5.x, vc7\nmov op, vt5\n"
      "mov v1, va1\n");
  const auto far = [](const Program& program) {
    for (const Instruction& token : program.instructions)
      if (token.is(Opcode::Add) && token.src1.indirect() && token.src1.offset() >= 128 && token.dst.mask() == 3)
        return true;
    return false;
  };
  const Program small = reduce(large, far);
  EXPECT_EQ(text_of(small), "add vt0.xy, vc[va0.x+140], va0\n");
}

TEST(Reduce, SimplifiesASamplerInAllItsTokens) {
  const Program large = program_of(
      "//! agal 2 fragment\ntex ft1, v3, fs5 <cube, linear, miplinear, single, 1.5>\n"
      "tex ft2, v2, fs5 <cube, linear, miplinear, single, 1.5>\nadd oc, ft1, ft2\n");
  const auto two_alike = [](const Program& program) {
    int fetches = 0;
    std::set<std::uint64_t> states;
    for (const Instruction& token : program.instructions)
      if (token.is(Opcode::Tex)) ++fetches, states.insert(token.src2.bits);
    return fetches == 2 && states.size() == 1;
  };
  EXPECT_EQ(text_of(reduce(large, two_alike)),
            "tex ft0, v0, fs0 <2d, nearest, mipnone, clamp>\ntex ft0, v0, fs0 <2d, nearest, mipnone, clamp>\n");
}

TEST(Reduce, CubesKeepTheirMipFilter) {
  const Program large = program_of("//! agal 1 fragment\ntex oc, v3, fs5 <cube, linear, miplinear, single, 1.5>\n");
  const auto cube = [](const Program& program) {
    return program.instructions.front().sampler().has(SamplerOption::Cube);
  };
  const Program small = reduce(large, cube, {.valid = true});
  EXPECT_FALSE(validate(small).has_errors());
  EXPECT_THAT(text_of(small), HasSubstr("v0, fs0 <cube"));
}

// The predicate compares two interpretations of AGAL.
TEST(Reduce, FindsCauseOfDifferentResults) {
  const auto red = [](const Program& program, Domain domain) {
    Bindings bindings;
    bindings.constants.assign(200, {0.5f, -0.25f, 1.0f, 0.75f});
    bindings.textures.assign(16, TextureBinding{{Texture::Kind::Plane, {{1, 1, 1, {{0.5f, 0.25f, 0.75f, 1.0f}}}}}, {}});
    QuadInput input;
    for (auto& pixel : input.varyings) pixel.assign(10, {-0.5f, 0.25f, 1.5f, 1.0f});
    InterpretOptions options;
    options.semantics.domain = domain;
    const Result<QuadOutput> output = interpret_quad(program, bindings, input, options);
    if (!output || output->pixels[0].colors.empty() || !output->pixels[0].colors[0]) return 0.0f;
    const float value = (*output->pixels[0].colors[0])[0];
    return std::isnan(value) ? 1e9f : value;
  };
  const auto differ = [&](const Program& program) { return red(program, Domain::Plain) != red(program, Domain::Abs); };
  const Program large = large_program(Stage::Fragment, differ, 2);
  const Program small = reduce(large, differ, {.valid = true});
  EXPECT_TRUE(differ(small));
  EXPECT_LE(small.instructions.size(), 2u) << text_of(small);
  EXPECT_GT(large.instructions.size(), 20u);
}

TEST(Reduce, ReducesToOneTokenIfAllIsInteresting) {
  const auto anything = [](const Program&) { return true; };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Program small = reduce(smith::generate(Stage::Vertex, {.seed = seed, .size = 50}), anything);
    ASSERT_EQ(small.instructions.size(), 1u) << text_of(small);
  }
}

TEST(Reduce, KeepsProgramIfOthersAreUninteresting) {
  const Program large = smith::generate(Stage::Fragment, {.seed = 3, .size = 50});
  const Program same = reduce(large, [](const Program&) { return false; });
  EXPECT_EQ(write_bytecode(same), write_bytecode(large));
}

TEST(Reduce, TriesEachCandidateOnceInFixedOrder) {
  const Program large = smith::generate(Stage::Fragment, {.seed = 4, .size = 60, .version = 2});
  const auto run = [&](std::vector<std::vector<std::byte>>& asked) {
    return reduce(large, [&](const Program& candidate) {
      asked.push_back(write_bytecode(candidate));
      return asked.size() % 4 == 1;
    });
  };
  std::vector<std::vector<std::byte>> first, second;
  const Program one = run(first), other = run(second);
  EXPECT_EQ(write_bytecode(one), write_bytecode(other));
  EXPECT_EQ(first, second);
  const std::set<std::vector<std::byte>> different(first.begin(), first.end());
  EXPECT_EQ(different.size(), first.size());
  EXPECT_GT(first.size(), 20u);
}

TEST(Reduce, TriesOnlyTranslatablePrograms) {
  const Program large = smith::generate(Stage::Fragment, {.seed = 6, .size = 60, .version = 4});
  ValidateOptions off;
  off.level = ValidationLevel::Off;
  off.allow_reserved = true;
  int candidates = 0;
  (void)reduce(large, [&](const Program& candidate) {
    EXPECT_FALSE(validate(candidate, off).has_errors()) << text_of(candidate);
    return ++candidates % 3 == 0;
  });
  EXPECT_GT(candidates, 10);
}

TEST(Reduce, StopsAtMaximumOfCandidates) {
  const Program large = smith::generate(Stage::Fragment, {.seed = 6, .size = 60});
  std::size_t asked = 0, told = 0;
  Options options;
  options.max_candidates = 20;
  options.on_progress = [&](const Program&, std::size_t) { ++told; };
  (void)reduce(
      large, [&](const Program&) { return ++asked % 2 == 0; }, options);
  EXPECT_EQ(asked, 20u);
  EXPECT_EQ(told, 10u);
}

TEST(Reduce, DropsBytesBehindTheLastToken) {
  Program large = program_of("//! agal 1 fragment\nmov oc, v0\n");
  large.trailing.assign(3, std::byte{7});
  EXPECT_TRUE(reduce(large, [](const Program&) { return true; }).trailing.empty());
}

TEST(Reduce, ClearsUnusedBits) {
  Program large = program_of("//! agal 2 fragment\nife v0.x, v1.x\nmov ft0, v0\neif\nmov oc, v0\n");
  large.instructions[0].dst.bits = 0x0f00'0001;
  large.instructions[1].src2.bits = 77;
  large.instructions[3].dst.bits |= 0x8000'0000;
  large.instructions[3].src1.bits |= std::uint64_t{1} << 45;
  const auto whole = [](const Program& program) { return program.instructions.size() == 4; };
  for (const Instruction& token : reduce(large, whole).instructions)
    EXPECT_TRUE(format_token(token, Stage::Fragment).exact);
}

// Programs that the validator rejects can be reduced too, for example to investigate a bug of the validator.
TEST(Reduce, AcceptsBrokenStructure) {
  Program broken;
  broken.stage = Stage::Fragment;
  broken.version = 2;
  for (const Opcode opcode : {Opcode::Eif, Opcode::Els, Opcode::Ife, Opcode::Els, Opcode::Els, Opcode::Mov})
    broken.instructions.push_back({static_cast<std::uint32_t>(opcode), {}, {}, {}});
  broken.instructions.push_back({0xffff'ffff, {0xffff'ffff}, {~0ull}, {~0ull}});
  const Program small = reduce(broken, [](const Program&) { return true; });
  EXPECT_EQ(small.instructions.size(), 1u);
}

}  // namespace
}  // namespace agal::reduce
