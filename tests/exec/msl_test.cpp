// The MSL backend alone: AGAL compiled to MSL gives the results of the interpreter.
#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <utility>

#include "agal/assembly.hpp"
#include "exec/backend.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal::exec {
namespace {

using testing::IsEmpty;

Backend* backend() {
  static const Opened opened = open_msl();
  return opened.backend.get();
}

// Numbers that any interpolation in 32 bits computes exactly.
class Numbers {
 public:
  float next() { return static_cast<float>(static_cast<int>(engine_() % 4096) - 2048) / 1024; }
  Float4 next4() { return {next(), next(), next(), next()}; }
  std::vector<Float4> registers(std::size_t count) {
    std::vector<Float4> values(count);
    for (Float4& value : values) value = next4();
    return values;
  }

 private:
  std::mt19937 engine_{20};
};

constexpr std::size_t constant_registers = 250, attribute_registers = 16, varying_registers = 10;

std::vector<Draw> random_draws(Numbers& numbers, std::uint32_t count) {
  std::vector<Draw> draws(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    draws[i].constants = numbers.registers(constant_registers);
    draws[i].attributes = numbers.registers(attribute_registers);
    draws[i].instance = i % instances;
    for (std::vector<Float4>& corner : draws[i].corners) corner = numbers.registers(varying_registers);
  }
  return draws;
}

Texture random_texture(std::uint32_t kind, std::mt19937& engine) {
  Texture texture;
  texture.kind = static_cast<Texture::Kind>(kind);
  Texture::Level level;
  level.width = 8;
  level.height = texture.kind == Texture::Kind::Cube ? 8 : 4;
  level.depth = texture.kind == Texture::Kind::Plane ? 1 : texture.kind == Texture::Kind::Cube ? 6 : 4;
  level.texels.resize(std::size_t{level.width} * level.height * level.depth);
  for (Float4& texel : level.texels)
    for (float& lane : texel) lane = static_cast<float>(engine() % 256) / 255;
  texture.levels.push_back(std::move(level));
  return with_box_filtered_levels(std::move(texture));
}

// One random texture for each sampler register that the program names.
std::vector<TextureSlot> textures_for(const Program& program) {
  std::mt19937 engine{7};
  std::vector<TextureSlot> slots;
  for (const Instruction& t : program.instructions) {
    const OpcodeInfo* const info = t.info();
    if (info == nullptr || info->src2 != SourceRule::Sampler) continue;
    const SamplerOperand operand = t.sampler();
    const auto known = [&](const TextureSlot& slot) { return slot.sampler == operand.index(); };
    if (std::none_of(slots.begin(), slots.end(), known))
      slots.push_back({operand.index(), random_texture(operand.field(SamplerField::Dim), engine), operand});
  }
  return slots;
}

QuadInput quad_of(const Draw& draw) {
  QuadInput quad;
  for (std::size_t pixel = 0; pixel < quad_size; ++pixel) {
    const float x = pixel % 2 == 0 ? 0.125f : 0.375f, y = pixel < 2 ? 0.125f : 0.375f;
    for (std::size_t v = 0; v < draw.corners[0].size(); ++v) {
      Float4 value;
      for (std::size_t c = 0; c < 4; ++c)
        value[c] = draw.corners[0][v][c] * (1 - x - y) + draw.corners[1][v][c] * x + draw.corners[2][v][c] * y;
      quad.varyings[pixel].push_back(value);
    }
  }
  return quad;
}

// The first difference that is larger than rounding, "" if there is none.
std::string difference(const std::optional<Float4>& actual, const std::optional<Float4>& expected) {
  if (!actual || !expected) return actual.has_value() == expected.has_value() ? "" : "one of them is not there";
  for (std::size_t c = 0; c < 4; ++c) {
    const float a = (*actual)[c], e = (*expected)[c];
    const bool close = std::fabs(a - e) <= 2e-5f * std::max(1.0f, std::fabs(e));
    if (!(close || a == e || (std::isnan(a) && std::isnan(e))))
      return "component " + std::to_string(c) + " is " + std::to_string(a) + ", not " + std::to_string(e);
  }
  return "";
}

std::string difference(const std::vector<std::optional<Float4>>& actual,
                       const std::vector<std::optional<Float4>>& expected) {
  for (std::size_t i = 0; i < std::max(actual.size(), expected.size()); ++i) {
    const std::string d =
        difference(i < actual.size() ? actual[i] : std::nullopt, i < expected.size() ? expected[i] : std::nullopt);
    if (!d.empty()) return "register " + std::to_string(i) + ": " + d;
  }
  return "";
}

std::string difference(const PixelOutput& actual, const PixelOutput& expected) {
  if (actual.killed != expected.killed) return expected.killed ? "not killed" : "killed";
  if (actual.killed) return "";
  const auto wide = [](const std::optional<float>& depth) {
    return depth ? std::optional<Float4>({*depth, 0, 0, 0}) : std::nullopt;
  };
  const std::string depth = difference(wide(actual.depth), wide(expected.depth));
  return depth.empty() ? difference(actual.colors, expected.colors) : "depth: " + depth;
}

struct Case {
  Program program;
  Job job;
};

// Programs that are compiled and run together, because the compiler is slow.
class MslBackend : public testing::Test {
 protected:
  void SetUp() override {
    static const std::string missing = open_msl().missing;
    AGAL_NEED(test::Facility::Msl, missing);
    ASSERT_NE(backend(), nullptr);
  }

  void add(std::string_view text, Stage stage, std::uint32_t version = 4, const Semantics& semantics = {}) {
    AssembleOptions as;
    as.stage = stage;
    as.version = version;
    const Result<Program> program = assemble(text, "test", as);
    ASSERT_TRUE(program) << render_text(program.diagnostics());
    add(*program, std::string(text), semantics);
  }
  void vertex(std::string_view text, std::uint32_t version = 4) { add(text, Stage::Vertex, version); }
  void fragment(std::string_view text, std::uint32_t version = 4) { add(text, Stage::Fragment, version); }

  void add(const Program& program, std::string name, const Semantics& semantics = {}) {
    CompileOptions options;
    options.target = Target::Msl21;
    options.validation.level = ValidationLevel::Off;
    options.validation.allow_reserved = true;
    options.semantics = semantics;
    Result<Compilation> compiled = compile(program, options);
    ASSERT_TRUE(compiled) << name << "\n" << render_text(compiled.diagnostics());
    Case c{program, {}};
    c.job.name = std::move(name);
    c.job.stage = program.stage;
    c.job.shader = *std::move(compiled);
    c.job.textures = textures_for(program);
    c.job.draws = random_draws(numbers_, 8);
    cases_.push_back(std::move(c));
    semantics_of_.push_back(semantics);
  }

  std::vector<Draw>& draws() { return cases_.back().job.draws; }

  std::vector<Outcome> run() {
    std::vector<Job> jobs;
    for (const Case& c : cases_) jobs.push_back(c.job);
    return backend()->run(jobs);
  }

  void expect_as_interpreted() {
    const std::vector<Outcome> outcomes = run();
    ASSERT_EQ(outcomes.size(), cases_.size());
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      SCOPED_TRACE(cases_[i].job.name + "\n" + cases_[i].job.shader.text);
      ASSERT_THAT(outcomes[i].fault, IsEmpty());
      expect_as_interpreted(cases_[i], outcomes[i], semantics_of_[i]);
    }
  }

  static void expect_as_interpreted(const Case& c, const Outcome& outcome, const Semantics& semantics) {
    const bool is_vertex = c.job.stage == Stage::Vertex;
    ASSERT_EQ(is_vertex ? outcome.vertices.size() : outcome.quads.size(), c.job.draws.size());
    Bindings bindings;
    bindings.textures.resize(16);
    for (const TextureSlot& slot : c.job.textures) bindings.textures[slot.sampler] = {slot.texture, slot.state};
    InterpretOptions options;
    options.semantics = semantics;
    for (std::size_t d = 0; d < c.job.draws.size(); ++d) {
      const Draw& draw = c.job.draws[d];
      bindings.constants = draw.constants;
      if (is_vertex) {
        const auto expected = interpret_vertex(c.program, bindings, {draw.attributes, draw.instance}, options);
        ASSERT_TRUE(expected) << render_text(expected.diagnostics());
        EXPECT_EQ(difference(outcome.vertices[d].position, expected->position), "") << "position of draw " << d;
        EXPECT_EQ(difference(outcome.vertices[d].varyings, expected->varyings), "") << "draw " << d;
        continue;
      }
      const auto expected = interpret_quad(c.program, bindings, quad_of(draw), options);
      ASSERT_TRUE(expected) << render_text(expected.diagnostics());
      for (std::size_t p = 0; p < quad_size; ++p)
        EXPECT_EQ(difference(outcome.quads[d].pixels[p], expected->pixels[p]), "") << "draw " << d << ", pixel " << p;
    }
  }

  Numbers numbers_;
  std::vector<Case> cases_;
  std::vector<Semantics> semantics_of_;
};

std::array<std::uint32_t, 4> bits(const Float4& value) { return std::bit_cast<std::array<std::uint32_t, 4>>(value); }

TEST_F(MslBackend, PreservesSpecialFloats) {
  using Limits = std::numeric_limits<float>;
  const Float4 special{-0.0f, Limits::denorm_min(), -Limits::infinity(), Limits::max()};
  const Float4 nan{Limits::quiet_NaN(), Limits::lowest(), Limits::min(), 0.1f};
  vertex("mov op, va0\nmov v3, va5");
  draws().front().attributes[0] = special;
  draws().front().attributes[5] = nan;
  fragment("mov oc, fc9");
  draws().front().constants[9] = special;
  fragment("mov oc, v2\nmov oc1, v3");
  for (std::vector<Float4>& corner : draws().front().corners) {
    corner[2] = special;
    corner[3] = nan;
  }
  const std::vector<Outcome> outcomes = run();
  ASSERT_THAT(outcomes[0].fault + outcomes[1].fault + outcomes[2].fault, IsEmpty());
  EXPECT_EQ(bits(*outcomes[0].vertices[0].position), bits(special));
  EXPECT_EQ(bits(*outcomes[0].vertices[0].varyings.at(3)), bits(nan));
  EXPECT_FALSE(outcomes[0].vertices[0].varyings[0]);
  EXPECT_EQ(bits(*outcomes[1].quads[0].pixels[3].colors.at(0)), bits(special));
  EXPECT_EQ(bits(*outcomes[2].quads[0].pixels[2].colors.at(0)), bits(special));
  EXPECT_EQ(bits(*outcomes[2].quads[0].pixels[1].colors.at(1)), bits(nan));
}

TEST_F(MslBackend, InterpolatesVaryings) {
  fragment("mov oc, v0");
  Draw& draw = draws().front();
  draw.corners[0][0] = {1, 10, 5, 0};
  draw.corners[1][0] = {5, 10, 5, 0};
  draw.corners[2][0] = {1, 10, -3, 0};
  const std::vector<Outcome> outcomes = run();
  ASSERT_THAT(outcomes[0].fault, IsEmpty());
  const auto& pixels = outcomes[0].quads[0].pixels;
  EXPECT_EQ(*pixels[0].colors[0], (Float4{1.5f, 10, 4, 0}));
  EXPECT_EQ(*pixels[1].colors[0], (Float4{2.5f, 10, 4, 0}));
  EXPECT_EQ(*pixels[2].colors[0], (Float4{1.5f, 10, 2, 0}));
  EXPECT_EQ(*pixels[3].colors[0], (Float4{2.5f, 10, 2, 0}));
}

TEST_F(MslBackend, ComputesEveryOpcode) {
  for (const char* const op : {"mov", "rcp", "frc", "exp", "sin", "cos", "abs", "neg", "sat"})
    vertex(std::string("mov op, va1\nadd vt0, va0, vc3\n") + op + " v0, vt0.wzyx");
  for (const char* const op : {"sqt", "rsq", "log"})
    vertex(std::string("mov op, va1\nmul vt0, va0, va0\n") + op + " v0, vt0.wzyx");
  for (const char* const op : {"add", "sub", "mul", "div", "min", "max", "dp3", "dp4", "sge", "slt", "seq", "sne"})
    vertex(std::string("mov op, va1\nmov v0, va1\n") + op + " v0, va0.yzwx, vc1");
  vertex("abs vt0, va0\npow op, vt0, va1\nmov v0, va1");
  vertex("mov vt0, va1\ncrs vt0.xyz, vt0.zxy, vc2\nmov op, vt0\nnrm vt0.xz, va0\nmov v0, vt0");
  expect_as_interpreted();
}

TEST_F(MslBackend, ReadsConstants) {
  vertex("add vt0, va0, vc7\nmul op, vt0, vc249.wwzx\nmov v0, vc0");
  vertex("mov op, vc[va0.x+5]\nmov vt0.x, va1.w\nmul vt0.y, va0.w, vc0.x\nadd v1, vc[vt0.x], vc[vt0.y+249].wzyx");
  for (std::size_t d = 0; d < draws().size(); ++d) {
    draws()[d].attributes[0][0] = static_cast<float>(d * 40) - 10.25f;
    draws()[d].attributes[1][3] = d == 7 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(d) * 1e8f;
  }
  vertex("mov op, va0\nmov v0, vc[iid0.x+10]");
  expect_as_interpreted();
}

TEST_F(MslBackend, MultipliesMatrices) {
  vertex("m44 op, va0, vc4\nmov vt0, va1\nm34 vt0.xyz, vt0.wzyx, va2\nmov v0, vt0\nm33 vt0.xy, va4, va5\nmov v1, vt0");
  vertex("mov vt1, va0\nmov vt2, va1\nmov vt3, vc2\nmov vt4, va3\nm44 vt1, vt1, vt1\nmov op, vt1\nmov v0, va0");
  vertex("mov vt0, va0\nm34 vt0.xyz, va0, vc[va1.x+3]\nmov op, vt0\nm44 v0, va0, vc[va1.y]");
  fragment("m44 ft0, v0, fc0\nm33 ft0.xyz, ft0, v1\nmov oc, ft0");
  expect_as_interpreted();
}

TEST_F(MslBackend, KillsPixels) {
  fragment("kil v0.x\nmov oc, v1");
  fragment("sub ft0, v0, fc0\nkil ft0.y\nkil ft0.w\nmul oc, ft0, ft0");
  fragment("ifg v0.x, v0.y\nkil v0.z\nels\nkil v0.w\neif\nmov oc, v0");
  const std::vector<Outcome> outcomes = run();
  int killed = 0;
  for (const QuadOutput& quad : outcomes[0].quads)
    for (const PixelOutput& pixel : quad.pixels) killed += pixel.killed;
  EXPECT_GT(killed, 0);
  EXPECT_LT(killed, 32);
  expect_as_interpreted();
}

TEST_F(MslBackend, WritesAllOutputs) {
  fragment("mov oc, v0\nmov oc1, v1\nadd oc2, v2, fc1\nmov oc3, fc2\nmul fd.x, v0.x, fc0.y");
  fragment("mov fd.x, v0.x\nmov oc, v1");
  vertex("mov op, va0\nmov v0, va1\nmov v9, va2\nmov v4, va3");
  expect_as_interpreted();
}

TEST_F(MslBackend, TakesBranches) {
  const std::string body =
      "mov ft0, fc0\nifg v0.x, fc1.x\nife fc2.x, v0.y\nmov ft0, v0\nels\nifl v0.y, v0.z\nadd ft0.xy, v0, fc3\nels\n"
      "ine v0.x, v0.w\nmul ft0.zw, v1.x, v1.y\neif\neif\neif\nels\nmov ft0.y, v1.x\neif\nmov oc, ft0";
  fragment(body);
  fragment(
      "mov ft0, v0\nifg v0.x, v0.y\nmov ft0.xy, v0.yx\neif\nmov ft1, v0\nifl v0.x, v0.y\nmov ft1.xy, v0.yx\n"
      "eif\nsub ft0, ft0, ft1\nslt ft1, ft0, v1\nmul oc, ft0, ft1");
  vertex(
      "mov vt0, va0\nifg va0.x, vc0.x\nadd vt0, va1, vc1\nels\nsub vt0.x, va1.y, vc2.z\neif\nmov op, vt0\nmov v0, va0");
  expect_as_interpreted();
}

TEST_F(MslBackend, TakesDerivatives) {
  fragment("ddx ft0, v0\nddy ft1, v0\nadd oc, ft0, ft1.wzyx");
  fragment("mul ft0, v0, v0\nddx ft1, ft0\nddy ft1.y, ft1.x\nkil v1.x\nddy ft2, v1\nmul oc, ft1, ft2");
  expect_as_interpreted();
}

TEST_F(MslBackend, SamplesTextures) {
  for (const char* const options :
       {"2d", "2d,linear", "2d,linear,repeat", "2d,mipnearest,repeat", "2d,linear,miplinear,clamp_u_repeat_v",
        "2d,linear,miplinear,repeat_u_clamp_v,-1.5", "2d,linear,miplinear,repeat,2", "2d,linear,repeat,single",
        "cube,clamp,miplinear", "cube,clamp,linear,miplinear", "cube,clamp,linear,miplinear,1.25", "3d,linear,repeat",
        "3d,linear,miplinear,clamp", "3d,linear,miplinear,repeat,0.5"}) {
    fragment(std::string("mul ft0, v0, fc0\ntex oc, ft0.yzxw, fs3 <") + options + ">");
    fragment(std::string("mov ft0, v0\nifg v1.x, fc0.x\ntex ft0, v2.zxyw, fs1 <") + options +
             ">\neif\nmul oc, ft0, fc1");
  }
  fragment(
      "tex ft0, v0, fs0 <2d,linear,miplinear,repeat>\ntex ft1, ft0, fs5 <cube,clamp,linear,miplinear>\nmul oc, ft0, "
      "ft1");
  expect_as_interpreted();
}

TEST_F(MslBackend, SamplesInVertexPrograms) {
  vertex("tld vt0, va0, vs0 <2d,nearest,repeat>\nmov op, vt0\ntld v0, va1, vs3 <2d,linear,miplinear,repeat,1.5>");
  vertex(
      "mov op, va0\nmov vt0, va1\nifg va0.x, va0.y\ntld vt0, va1, vs1 <cube,clamp,linear,mipnearest,1>\neif\nmov v0, "
      "vt0");
  expect_as_interpreted();
}

TEST_F(MslBackend, ReadsInstanceId) {
  vertex("mov op, va0\nmul v0, va1, iid.x");
  expect_as_interpreted();
}

TEST_F(MslBackend, AppliesSemanticsOptions) {
  Semantics s;
  s.ifg = IfgMode::GreaterEqual;
  s.domain = Domain::Abs;
  s.normalize_zero = NormalizeZero::Zero;
  s.index_conversion = IndexConversion::Round;
  s.offset_sign = OffsetSign::Signed;
  add("mov ft0, v0\nifg v0.x, v0.x\nmov ft0, v1\neif\nsub ft1, v0, v0\nnrm ft1.xyz, ft1\nadd oc, ft0, ft1.xyzx",
      Stage::Fragment, 2, s);
  add("sqt vt0, va0\nrsq vt1, va0\nlog vt2, va0\npow vt3, va0, va1\nadd vt0, vt0, vt1\nadd vt0, vt0, vt2\nadd op, vt0, "
      "vt3\n"
      "mov v0, vc[va1.x+20]\nadd vt0.x, va1.y, vc8.x\nmov v1, vc[vt0.x+250]",
      Stage::Vertex, 3, s);
  for (Draw& draw : draws()) draw.constants[8][0] = 30;
  s.index_conversion = IndexConversion::Floor;
  add("mov op, vc[va1.x+20]\nsgn v0, va0", Stage::Vertex, 3, s);
  expect_as_interpreted();
}

// Constants are not negative here: programs of the corpus compute roots and logarithms of them, and the result of `sat`
// for NaN differs between Metal and the interpreter.
TEST_F(MslBackend, RunsTheCorpus) {
  const test::Corpus& corpus = test::own_corpus();
  ASSERT_THAT(corpus.missing, IsEmpty());
  for (const test::CorpusProgram& p : corpus.programs) {
    const Result<Program> program = load_program(p.bytes, p.path);
    ASSERT_TRUE(program) << p.path;
    add(*program, p.path);
    for (Draw& draw : draws())
      for (Float4& constant : draw.constants)
        for (float& lane : constant) lane = std::fabs(lane);
  }
  expect_as_interpreted();
}

}  // namespace
}  // namespace agal::exec
