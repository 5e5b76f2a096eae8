#include "exec/small_jobs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <random>

#include "agal/assembly.hpp"

namespace agal::exec {
namespace {

using Random = std::minstd_rand;

constexpr float triangle_side = 4;  // pixels

float uniform(Random& random, float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(random);
}

Float4 any_vector(Random& random, float low, float high) {
  return {uniform(random, low, high), uniform(random, low, high), uniform(random, low, high),
          uniform(random, low, high)};
}

// Returns multiples of 2^-10 less than 64 in magnitude.
Float4 dyadic_vector(Random& random) {
  Float4 v{};
  for (float& lane : v) lane = static_cast<float>(std::uniform_int_distribution<int>(-65535, 65535)(random)) / 1024;
  return v;
}

// Returns draws of a fragment program that reads v0 and v1.
template <class Corner>
std::vector<Draw> fragment_draws(std::size_t count, std::uint32_t constants, Corner&& corner) {
  Random random(7);
  std::vector<Draw> draws(count);
  for (Draw& draw : draws) {
    for (std::uint32_t i = 0; i < constants; ++i) draw.constants.push_back(any_vector(random, -2, 2));
    for (std::uint32_t v = 0; v < 2; ++v)
      for (std::size_t c = 0; c < 3; ++c) draw.corners[c].push_back(corner(random, draw.corners[0], v, c));
  }
  return draws;
}

std::vector<Draw> dyadic_draws(std::size_t count, std::uint32_t constants) {
  return fragment_draws(count, constants,
                        [](Random& random, const auto&, std::uint32_t, std::size_t) { return dyadic_vector(random); });
}

// Returns draws with the same values at all corners: v0 of any magnitude, and v1 between 0 and 1.
std::vector<Draw> flat_draws(std::size_t count, std::uint32_t constants) {
  return fragment_draws(count, constants, [](Random& random, const auto& first, std::uint32_t v, std::size_t corner) {
    if (corner > 0) return first[v];
    if (v == 1) return any_vector(random, 0, 1);
    Float4 value = any_vector(random, -1, 1);
    for (float& lane : value) lane *= std::exp2(std::floor(uniform(random, -60, 60)));
    return value;
  });
}

// Returns draws with coordinates from -2 to 2, and footprints of many sizes. The differences between corners are
// between 2^min and 2^max. All values are multiples of 2^-11.
std::vector<Draw> coordinate_draws(std::size_t count, float min, float max) {
  return fragment_draws(count, 0, [&](Random& random, const auto& first, std::uint32_t v, std::size_t corner) {
    Float4 value{};
    const float size = corner == 0 ? 2.0f : std::exp2(std::floor(uniform(random, min, max)));
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const float step = std::round(uniform(random, -size, size) * 1024) / 1024 + 0.5f / 1024;
      value[lane] = corner == 0 ? step : first[v][lane] + step;
    }
    return value;
  });
}

std::vector<Draw> vertex_draws(std::size_t count, std::uint32_t constants, float min, float max) {
  Random random(11);
  std::vector<Draw> draws(count);
  for (Draw& draw : draws) {
    for (std::uint32_t i = 0; i < constants; ++i) draw.constants.push_back(any_vector(random, -2, 2));
    for (std::uint32_t i = 0; i < 4; ++i) draw.attributes.push_back(any_vector(random, min, max));
    draw.instance = std::uniform_int_distribution<std::uint32_t>(0, instances - 1)(random);
  }
  return draws;
}

SamplerOperand state_of(std::initializer_list<SamplerOption> options) {
  SamplerOperand state;
  for (const SamplerOption option : options) state = state.with(info(option).field, info(option).value);
  return state;
}

// Returns a texture of random texels. Each level has different texels, so that a wrong level is found.
TextureSlot random_texture(std::uint32_t sampler, Texture::Kind kind, std::uint32_t width, std::uint32_t height,
                           std::uint32_t depth, std::initializer_list<SamplerOption> state) {
  Random random(3 + sampler);
  Texture texture{kind, {{width, height, depth, {}}}};
  const auto faces = kind == Texture::Kind::Cube ? 6u : 1u;
  texture.levels[0].depth = kind == Texture::Kind::Volume ? depth : faces;
  texture.levels[0].texels.resize(std::size_t{width} * height * texture.levels[0].depth);
  texture = with_box_filtered_levels(std::move(texture));
  for (Texture::Level& level : texture.levels)
    for (Float4& texel : level.texels)
      for (float& channel : texel)
        channel = static_cast<float>(std::uniform_int_distribution<int>(0, 255)(random)) / 255.0f;
  return {sampler, std::move(texture), state_of(state)};
}

// Returns a texture with the value n / 5 in every texel of level n, so that the result identifies the level.
TextureSlot level_texture(std::uint32_t sampler, Texture::Kind kind, std::uint32_t size,
                          std::initializer_list<SamplerOption> state) {
  TextureSlot slot = random_texture(sampler, kind, size, size, size, state);
  for (std::size_t i = 0; i < slot.texture.levels.size(); ++i)
    for (Float4& texel : slot.texture.levels[i].texels)
      texel.fill(static_cast<float>(std::min(51 * i, 255ul)) / 255.0f);
  return slot;
}

// The tolerance relative to the interpreter for texels that are filtered as floats. A level of detail may be off by a
// twentieth, because llvmpipe approximates the logarithm. The level of a cube may be off by 0.6, because the APIs allow
// any size of the footprint between its longest side and the sum of its sides.
constexpr float filtered = 0x1p-20f;
constexpr float between_levels = 0.05f;
constexpr float level = 0.2f * between_levels, cube_level = 0.2f * 0.6f;

void add_basic_fragment_jobs(std::vector<SmallJob>& jobs) {
  jobs.push_back({"flat", "//! agal 1 fragment\nmov oc, v0\n", "", {{}, {0}, {0}}, {}, flat_draws(256, 0)});
  jobs.push_back({"dyadic", "//! agal 1 fragment\nmov oc, v0\n", "", {{}, {0}, {0}}, {}, dyadic_draws(256, 0)});
  jobs.push_back({"two varyings",
                  "//! agal 1 fragment\nadd oc, v0.xxyy, v1.zwzw\n",
                  "",
                  {{}, {0, 1}, {0}},
                  {},
                  dyadic_draws(20, 0)});
  jobs.push_back({"constants",
                  "//! agal 1 fragment\nmov ft0, fc2\nadd ft0.xy, ft0, v0\nmov ft0.w, fc5.x\nmov oc, ft0\n",
                  "",
                  {{}, {0}, {0}},
                  {},
                  dyadic_draws(64, 28)});
  jobs.push_back(
      {"kil", "//! agal 1 fragment\nkil v0.y\nmov oc, v1\n", "", {{}, {0, 1}, {0}}, {}, dyadic_draws(64, 0)});
  jobs.push_back({"four colors",
                  "//! agal 2 fragment\nmov oc, v0\nmov oc1, v1\nmov oc2, fc1\nneg oc3, v0\n",
                  "",
                  {{}, {0, 1}, {0, 1, 2, 3}},
                  {},
                  dyadic_draws(64, 64)});
  jobs.push_back({"depth",
                  "//! agal 2 fragment\nmov oc, v0\nmov fd.x, v1.y\n",
                  "",
                  {{}, {0, 1}, {0}, true},
                  {},
                  flat_draws(64, 0),
                  0,
                  0x1p-22f});
  jobs.push_back({"derivatives",
                  "//! agal 2 fragment\nddx ft0, v0\nddy ft1, v1\nmov oc, ft0\nmov oc1, ft1\n",
                  "",
                  {{}, {0, 1}, {0, 1}},
                  {},
                  dyadic_draws(64, 0)});
}

void add_texture_jobs(std::vector<SmallJob>& jobs) {
  using enum SamplerOption;
  using Kind = Texture::Kind;
  const std::vector<Draw> draws = coordinate_draws(128, -5, 1);
  const auto job = [&](const char* name, const char* flags, TextureSlot texture, float tolerance) -> SmallJob& {
    const std::string program = std::string("//! agal 2 fragment\ntex ft0, v0, fs3 ") + flags + "\nmov oc, ft0\n";
    jobs.push_back({name, program, "", {{}, {0}, {0}}, {std::move(texture)}, draws, tolerance});
    return jobs.back();
  };
  job("nearest", "<2d,nearest,mipnone,repeat>", random_texture(3, Kind::Plane, 8, 4, 1, {Repeat}), filtered);
  job("linear, clamp", "<2d,linear,mipnone,clamp>", random_texture(3, Kind::Plane, 8, 4, 1, {Linear}), filtered);
  job("wrap modes", "<2d,linear,mipnone,clamp_u_repeat_v>",
      random_texture(3, Kind::Plane, 8, 4, 1, {Linear, ClampURepeatV}), filtered);
  job("the other wrap modes", "<2d,linear,mipnone,repeat_u_clamp_v>",
      random_texture(3, Kind::Plane, 8, 4, 1, {Linear, RepeatUClampV}), filtered);
  job("mipnearest", "<2d,linear,mipnearest,repeat>",
      random_texture(3, Kind::Plane, 16, 16, 1, {Linear, MipNearest, Repeat}), filtered);
  job("miplinear", "<2d,anisotropic4x,miplinear,repeat>",
      random_texture(3, Kind::Plane, 16, 16, 1, {Anisotropic4x, MipLinear, Repeat}), between_levels);
  job("levels", "<2d,linear,miplinear,repeat>", level_texture(3, Kind::Plane, 32, {Linear, MipLinear, Repeat}), level);
  job("bias", "<2d,linear,miplinear,repeat,-1.5>", level_texture(3, Kind::Plane, 32, {Linear, MipLinear, Repeat}),
      level);
  job("volume", "<3d,linear,miplinear,repeat>", random_texture(3, Kind::Volume, 8, 8, 4, {Linear, MipLinear, Repeat}),
      between_levels);
  job("cube", "<cube,linear,mipnone,clamp>", random_texture(3, Kind::Cube, 8, 8, 1, {Linear}), filtered);
  job("cube, nearest", "<cube,nearest,mipnone,clamp>", random_texture(3, Kind::Cube, 8, 8, 1, {}), filtered);
  job("levels of a cube", "<cube,linear,miplinear,clamp>", level_texture(3, Kind::Cube, 128, {Linear, MipLinear}),
      cube_level)
      .draws = coordinate_draws(128, -6, -2);
  jobs.push_back({"two textures",
                  "//! agal 2 fragment\ntex ft0, v0, fs15 <2d,nearest,mipnone,repeat>\n"
                  "tex ft1, v1, fs0 <cube,nearest,mipnone,clamp>\nadd oc, ft0, ft1\n",
                  "",
                  {{}, {0, 1}, {0}},
                  {random_texture(15, Kind::Plane, 4, 4, 1, {Repeat}), random_texture(0, Kind::Cube, 4, 4, 1, {})},
                  draws,
                  filtered});
}

// Adds jobs with reduced precision, which a device may or may not use. mediump has ten fractional bits relative to the
// largest intermediate result, and a rounding for each of three operations. lowp has eight fractional bits.
void add_precision_jobs(std::vector<SmallJob>& jobs) {
  using enum SamplerOption;
  using Kind = Texture::Kind;
  std::vector<Draw> draws = coordinate_draws(64, -5, 1);
  Random random(13);
  for (Draw& draw : draws)
    for (std::uint32_t i = 0; i < 28; ++i) draw.constants.push_back(any_vector(random, -2, 2));
  const auto job = [&](const char* name, Precision precision, const char* program, float tolerance) {
    SmallJob& small = jobs.emplace_back();
    small.name = name;
    small.program = program;
    small.interface = {{}, {0}, {0}};
    small.textures = {random_texture(3, Kind::Plane, 8, 4, 1, {Repeat}),
                      random_texture(4, Kind::Plane, 4, 4, 1, {Repeat})};
    small.draws = draws;
    small.tolerance = tolerance;
    small.precision = precision;
  };
  const char* const tinted =
      "//! agal 1 fragment\ntex ft0, v0, fs3 <2d,nearest,mipnone,repeat>\n"
      "tex ft1, v0, fs4 <2d,nearest,mipnone,repeat>\nmul ft0, ft0, fc0\nadd ft0, ft0, ft1\nsub oc, ft0, fc1\n";
  const char* const product =
      "//! agal 1 fragment\ntex ft0, v0, fs3 <2d,nearest,mipnone,repeat>\n"
      "tex ft1, v0, fs4 <2d,nearest,mipnone,repeat>\nmul oc, ft0, ft1\n";
  job("colors in mediump", Precision::Medium, tinted, 0x1p-7f);
  job("colors in lowp", Precision::LowColor, product, 0x1p-6f);
  job("colors in mediump of lowp-color", Precision::LowColor, tinted, 0x1p-6f);
}

void add_vertex_jobs(std::vector<SmallJob>& jobs) {
  using enum SamplerOption;
  jobs.push_back({"attributes",
                  "//! agal 1 vertex\nmov op, va0\nmov v0, va1\nmov v7, va3.wzyx\n",
                  "",
                  {{0, 1, 3}, {0, 7}, {}},
                  {},
                  vertex_draws(256, 0, -100, 100),
                  0x1p-15f});
  jobs.push_back({"all varyings",
                  "//! agal 2 vertex\nmov op, va0\nmov v0, va0\nmov v1, va1\nmov v2, va2\nmov v3, va3\nmov v4, va0.y\n"
                  "mov v5, va1.y\nmov v6, va2.y\nmov v7, va3.y\nmov v8, va0.z\nmov v9, vc2\n",
                  "",
                  {{0, 1, 2, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {}},
                  {},
                  vertex_draws(64, 250, -1, 1),
                  0x1p-22f});
  jobs.push_back({"matrix",
                  "//! agal 1 vertex\nm44 op, va0, vc4\nmov v1, va1\n",
                  "",
                  {{0, 1}, {1}, {}},
                  {},
                  vertex_draws(64, 128, -1, 1),
                  0x1p-17f});
  jobs.push_back({"relative addresses",
                  "//! agal 1 vertex\nmov vt0, vc[va2.x+5]\nmov op, va0\nmov v0, vt0\n",
                  "",
                  {{0, 2}, {0}, {}},
                  {},
                  vertex_draws(64, 128, 0, 120),
                  0x1p-15f});
  jobs.push_back({"instances",
                  "//! agal 3 vertex\nmov op, va0\nadd v0, va1, iid.x\n",
                  "",
                  {{0, 1}, {0}, {}},
                  {},
                  vertex_draws(64, 0, -1, 1),
                  0x1p-20f});
  jobs.push_back({"vertex texture",
                  "//! agal 4 vertex\ntld vt0, va0, vs2 <2d,nearest,mipnearest,repeat,1>\nmov v0, vt0\nmov op, va1\n",
                  "",
                  {{0, 1}, {0}, {}},
                  {random_texture(2, Texture::Kind::Plane, 8, 8, 1, {MipNearest, Repeat})},
                  vertex_draws(64, 0, -2, 2),
                  0x1p-20f});
  jobs.push_back(
      {"pair",
       "//! agal 2 vertex\nmov op, va0\nmov v0, va1\nmul v1, va1, vc3\n",
       "//! agal 2 fragment\ntex ft0, v1, fs2 <2d,linear,mipnone>\ntex ft1, v1, fs1 <cube,linear,miplinear>\n"
       "mul ft0, ft0, fc7\nadd oc, ft0, ft1\n",
       {{0, 1}, {0, 1}, {}},
       {},
       vertex_draws(64, 250, -1, 1),
       0x1p-20f});
  jobs.push_back({"pair, fragment",
                  "//! agal 2 fragment\nmov ft0, v1\ntex ft1, v0, fs1 <2d,nearest,mipnone,repeat,centroid>\n"
                  "mul ft0, ft0, fc7\nadd oc, ft0, ft1\n",
                  "//! agal 2 vertex\nmov op, va0\nmov v0, va1\nmul v1, va1, vc3\n",
                  {{}, {0, 1}, {0}},
                  {random_texture(1, Texture::Kind::Plane, 8, 8, 1, {Repeat})},
                  coordinate_draws(64, -5, 1),
                  0x1p-20f});
}

Program assembled(const std::string& text) {
  Result<Program> program = assemble(text);
  EXPECT_TRUE(program) << text << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

// --------------------------------------------------------------------------------------------------- comparison

void expect_near(float actual, float expected, float tolerance, const std::string& where) {
  if (tolerance == 0)
    EXPECT_EQ(std::bit_cast<std::uint32_t>(actual), std::bit_cast<std::uint32_t>(expected))
        << where << ": " << actual << ", not " << expected;
  else
    EXPECT_NEAR(actual, expected, tolerance) << where;
}

void expect_near(const std::optional<Float4>& actual, const std::optional<Float4>& expected, float tolerance,
                 const std::string& where) {
  ASSERT_TRUE(actual) << where;
  ASSERT_TRUE(expected) << where;
  for (std::size_t lane = 0; lane < 4; ++lane)
    expect_near((*actual)[lane], (*expected)[lane], tolerance, where + "." + "xyzw"[lane]);
}

Bindings bindings_of(const SmallJob& small, const Draw& draw) {
  Bindings bindings;
  bindings.constants = draw.constants;
  for (const TextureSlot& slot : small.textures) {
    if (bindings.textures.size() <= slot.sampler) bindings.textures.resize(slot.sampler + 1);
    bindings.textures[slot.sampler] = TextureBinding{slot.texture, slot.state};
  }
  return bindings;
}

Float4 interpolated(const Draw& draw, std::size_t varying, float x, float y) {
  Float4 value{};
  for (std::size_t lane = 0; lane < 4; ++lane) {
    const float a = draw.corners[0][varying][lane];
    value[lane] = a + (draw.corners[1][varying][lane] - a) * (x / triangle_side) +
                  (draw.corners[2][varying][lane] - a) * (y / triangle_side);
  }
  return value;
}

QuadInput quad_of(const Draw& draw) {
  QuadInput input;
  for (std::size_t i = 0; i < quad_size; ++i)
    for (std::size_t v = 0; v < draw.corners[0].size(); ++v)
      input.varyings[i].push_back(
          interpolated(draw, v, static_cast<float>(i % 2) + 0.5f, static_cast<float>(i / 2) + 0.5f));
  return input;
}

void expect_quad(const SmallJob& small, const QuadOutput& actual, const QuadOutput& expected,
                 const std::string& where) {
  for (std::size_t i = 0; i < quad_size; ++i) {
    const std::string pixel = where + ", pixel " + std::to_string(i);
    EXPECT_EQ(actual.pixels[i].killed, expected.pixels[i].killed) << pixel;
    if (expected.pixels[i].killed) continue;
    for (const std::uint32_t number : small.interface.colors)
      expect_near(actual.pixels[i].colors.at(number), expected.pixels[i].colors.at(number), small.tolerance,
                  pixel + ", oc" + std::to_string(number));
    if (!small.interface.depth) continue;
    ASSERT_TRUE(actual.pixels[i].depth && expected.pixels[i].depth) << pixel;
    expect_near(*actual.pixels[i].depth, *expected.pixels[i].depth, small.depth_tolerance, pixel + ", depth");
  }
}

void expect_vertex(const SmallJob& small, const VertexOutput& actual, VertexOutput expected, const std::string& where) {
  ASSERT_TRUE(expected.position);
  Float4& position = *expected.position;
  position[2] = 2 * position[2] - position[3];
  expect_near(actual.position, expected.position, small.tolerance, where + ", op");
  ASSERT_GT(actual.varyings.size(), small.interface.varyings.empty() ? 0 : small.interface.varyings.back());
  for (const std::uint32_t number : small.interface.varyings) {
    // A varying that the fragment program does not read is missing in a pair, or zero if others follow.
    const bool dropped =
        !small.partner.empty() && small.partner.find("v" + std::to_string(number)) == std::string::npos;
    if (dropped)
      EXPECT_EQ(actual.varyings[number].value_or(Float4{}), Float4{}) << where << ", v" << number;
    else
      expect_near(actual.varyings[number], expected.varyings.at(number), small.tolerance,
                  where + ", v" + std::to_string(number));
  }
}

}  // namespace

const std::vector<SmallJob>& small_jobs() {
  static const std::vector<SmallJob> all = [] {
    std::vector<SmallJob> jobs;
    add_basic_fragment_jobs(jobs);
    add_texture_jobs(jobs);
    add_precision_jobs(jobs);
    add_vertex_jobs(jobs);
    return jobs;
  }();
  return all;
}

Job job_of(const SmallJob& small, Target target) {
  Job job;
  job.name = small.name;
  job.interface = small.interface;
  job.textures = small.textures;
  job.draws = small.draws;
  const Program program = assembled(small.program);
  job.stage = program.stage;
  CompileOptions options;
  options.target = target;
  options.validation.level = ValidationLevel::Off;
  options.precision = small.precision;
  options.clip_z = ClipZ::NegativeOneToOne;  // equal for all targets
  if (small.partner.empty()) {
    Result<Compilation> result = compile(program, options);
    EXPECT_TRUE(result) << small.name << render_text(result.diagnostics());
    if (result) job.shader = *std::move(result);
    return job;
  }
  const Program other = assembled(small.partner);
  const bool fragment = job.stage == Stage::Fragment;
  Result<LinkedCompilation> result = link(fragment ? other : program, fragment ? program : other, options);
  EXPECT_TRUE(result) << small.name << render_text(result.diagnostics());
  if (!result) return job;
  job.shader = fragment ? result->fragment : result->vertex;
  job.partner = fragment ? result->vertex : result->fragment;
  return job;
}

void expect_as_interpreted(const SmallJob& small, const Outcome& outcome) {
  SCOPED_TRACE(small.name);
  ASSERT_EQ(outcome.fault, "");
  const Program program = assembled(small.program);
  const bool fragment = program.stage == Stage::Fragment;
  ASSERT_EQ(fragment ? outcome.quads.size() : outcome.vertices.size(), small.draws.size());
  for (std::size_t i = 0; i < small.draws.size(); ++i) {
    const Draw& draw = small.draws[i];
    const Bindings bindings = bindings_of(small, draw);
    const std::string where = "draw " + std::to_string(i);
    if (fragment) {
      const Result<QuadOutput> expected = interpret_quad(program, bindings, quad_of(draw));
      ASSERT_TRUE(expected) << render_text(expected.diagnostics());
      expect_quad(small, outcome.quads[i], *expected, where);
    } else {
      const Result<VertexOutput> expected = interpret_vertex(program, bindings, {draw.attributes, draw.instance});
      ASSERT_TRUE(expected) << render_text(expected.diagnostics());
      expect_vertex(small, outcome.vertices[i], *expected, where);
    }
    if (testing::Test::HasFailure()) return;  // stops after one wrong draw
  }
}

namespace {

// Returns true if the language can express the program of a job.
bool can_express(Target target, const SmallJob& small) {
  const bool has_volume = std::any_of(small.textures.begin(), small.textures.end(), [](const TextureSlot& slot) {
    return slot.texture.kind == Texture::Kind::Volume;
  });
  const bool has_instance = small.program.find("iid") != std::string::npos;
  return (!has_volume || has(target, TargetFeature::VolumeTextures)) &&
         (!has_instance || has(target, TargetFeature::InstanceNumber));
}

}  // namespace

void expect_matches_interpreter(Backend& backend) {
  std::vector<const SmallJob*> chosen;
  std::vector<Job> jobs;
  for (const SmallJob& small : small_jobs()) {
    if (!can_express(backend.target(), small)) continue;
    chosen.push_back(&small);
    jobs.push_back(job_of(small, backend.target()));
    EXPECT_EQ(backend.cannot(jobs.back()), "") << small.name;
  }
  const std::vector<Outcome> outcomes = backend.run(jobs);
  ASSERT_EQ(outcomes.size(), jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) expect_as_interpreted(*chosen[i], outcomes[i]);
}

void expect_executes_text(Backend& backend) {
  const SmallJob& small = small_jobs().front();
  Job job = job_of(small, backend.target());
  const std::size_t at = job.shader.text.rfind("v0;");
  ASSERT_NE(at, std::string::npos) << job.shader.text;
  job.shader.text.replace(at, 3, "v0.yxzw;");
  const std::vector<Outcome> outcomes = backend.run({&job, 1});
  ASSERT_EQ(outcomes.at(0).fault, "");
  for (std::size_t i = 0; i < job.draws.size(); ++i) {
    const Float4& v0 = job.draws[i].corners[0].at(0);
    for (const PixelOutput& pixel : outcomes[0].quads.at(i).pixels)
      ASSERT_EQ(pixel.colors.at(0), (Float4{v0[1], v0[0], v0[2], v0[3]})) << i;
  }
}

void expect_isolated_failures(Backend& backend) {
  const SmallJob& small = small_jobs().front();
  std::vector<Job> jobs(4, job_of(small, backend.target()));
  std::string& text = jobs[1].shader.text;
  // In MSL, the function is called main0.
  const std::size_t entry = std::min(text.find(" main("), text.find(" main0("));
  text.replace(text.find('{', entry) + 1, 0, "\n  nonsense();\n");
  jobs[2].shader.text.clear();
  const std::vector<Outcome> outcomes = backend.run(jobs);
  ASSERT_EQ(outcomes.size(), 4u);
  expect_as_interpreted(small, outcomes[0]);
  EXPECT_NE(outcomes[1].fault.find("fragment shader does not compile"), std::string::npos) << outcomes[1].fault;
  EXPECT_NE(outcomes[1].fault.find("nonsense"), std::string::npos) << outcomes[1].fault;
  EXPECT_EQ(outcomes[2].fault, "the job has no shader");
  expect_as_interpreted(small, outcomes[3]);
}

}  // namespace agal::exec
