#include "support/limit_programs.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "agal/isa.hpp"

namespace agal::test {
namespace {

// The parts of a program, with one token in each line.
struct Parts {
  std::string_view begin, step, end;
  std::string_view darken;  // darkens the output by a thousandth or so
  std::string_view output;
};

std::size_t tokens_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

LimitProgram program_of(std::uint32_t version, const Parts& parts, std::vector<Float4> constants) {
  const std::size_t limit = version_limits(version).tokens;
  std::size_t left = limit - tokens_in(parts.begin) - tokens_in(parts.end) - tokens_in(parts.output);
  std::string text = "//! agal " + std::to_string(version) + " fragment\n";
  text += parts.begin;
  for (; left >= tokens_in(parts.step); left -= tokens_in(parts.step)) text += parts.step;
  text += parts.end;
  for (; left > 0; --left) text += parts.darken;
  text += parts.output;
  return {"isa/tokens_" + std::to_string(limit) + ".frag.agal", std::move(text),
          "common/flat_agal" + std::to_string(version) + ".vert.agal", std::move(constants)};
}

// Plane waves. Each is rotated against the one before.
constexpr Parts waves{
    .begin = R"(sub ft0, v0, fc5
mul ft0.xyz, ft0.xyz, fc3.xyz
mov ft0.zw, fc3.zw
mov ft1, fc5
)",
    .step = R"(m33 ft0.xyz, ft0.xyz, fc0
sin ft2, ft0.x
mul ft2, ft2, fc4
add ft1, ft1, ft2
)",
    .end = R"(sat ft1, ft1
mov ft1.w, fc5.w
)",
    .darken = "mul ft1.xyz, ft1.xyz, fc6.xyz\n",
    .output = "mov oc, ft1\n",
};

// ft0 is the direction of the ray, and ft1.x is the distance along it.
#define RAY                     \
  "mul ft0, v0, fc0\n"          \
  "add ft0, ft0, fc1\n"         \
  "nrm ft0.xyz, ft0.xyz\n"      \
  "mov ft0.w, fc1.w\n"          \
  "m33 ft0.xyz, ft0.xyz, fc2\n" \
  "mov ft1, fc1.w\n"

// A torus by sphere tracing without branches.
constexpr Parts torus{
    .begin = RAY,
    .step = R"(mul ft2, ft0, ft1.x
add ft2, ft2, fc5
mul ft3, ft2, ft2
add ft3.x, ft3.x, ft3.z
sqt ft3.x, ft3.x
sub ft3.x, ft3.x, fc6.x
mul ft3.x, ft3.x, ft3.x
add ft3.x, ft3.x, ft3.y
sqt ft3.x, ft3.x
sub ft3.x, ft3.x, fc6.y
add ft1.x, ft1.x, ft3.x
min ft1.x, ft1.x, fc6.z
)",
    .end = R"(mul ft2, ft0, ft1.x
add ft2, ft2, fc5
mov ft3, ft2
mov ft3.y, fc1.w
nrm ft3.xyz, ft3.xyz
mul ft3, ft3, fc6.x
sub ft2.xyz, ft2.xyz, ft3.xyz
nrm ft2.xyz, ft2.xyz
dp3 ft4, ft2.xyz, fc7.xyz
sat ft4, ft4
add ft4, ft4, fc7.w
mul ft4, ft4, fc8
slt ft5, ft1.x, fc6.z
mul ft4, ft4, ft5
mov ft4.w, fc6.w
)",
    .darken = "mul ft4.xyz, ft4.xyz, fc9.xyz\n",
    .output = "mov oc, ft4\n",
};

// Two spheres by sphere tracing. A step is skipped once the ray has arrived. ft6.x is the distance that the last step
// found.
constexpr Parts spheres{
    .begin = RAY "mov ft6, fc6.w\n",
    .step = R"(ifg ft6.x, fc6.x
  mul ft2, ft0, ft1.x
  add ft2, ft2, fc5
  sub ft3, ft2, fc8
  dp3 ft3.x, ft3.xyz, ft3.xyz
  sqt ft3.x, ft3.x
  sub ft3.x, ft3.x, fc8.w
  sub ft4, ft2, fc9
  dp3 ft4.x, ft4.xyz, ft4.xyz
  sqt ft4.x, ft4.x
  sub ft4.x, ft4.x, fc9.w
  min ft6.x, ft3.x, ft4.x
  add ft1.x, ft1.x, ft6.x
  min ft1.x, ft1.x, fc6.z
eif
)",
    .end = R"(mul ft2, ft0, ft1.x
add ft2, ft2, fc5
sub ft3, ft2, fc8
dp3 ft3.w, ft3.xyz, ft3.xyz
sqt ft3.w, ft3.w
sub ft3.w, ft3.w, fc8.w
sub ft4, ft2, fc9
dp3 ft4.w, ft4.xyz, ft4.xyz
sqt ft4.w, ft4.w
sub ft4.w, ft4.w, fc9.w
ifl ft3.w, ft4.w
  mov ft5, fc10
els
  mov ft3, ft4
  mov ft5, fc11
eif
nrm ft3.xyz, ft3.xyz
dp3 ft4, ft3.xyz, fc7.xyz
sat ft4, ft4
add ft4, ft4, fc7.w
mul ft4, ft4, ft5
slt ft5, ft1.x, fc6.z
mul ft4, ft4, ft5
mov ft4.w, fc6.w
)",
    .darken = "mul ft4.xyz, ft4.xyz, fc12.xyz\n",
    .output = "mov oc, ft4\n",
};

// Adds fc0 to fc5 of both scenes: from texture coordinates to the screen, the rotation of the camera, and the eye.
std::vector<Float4> with_camera(std::vector<Float4> scene) {
  scene.insert(scene.begin(), {{2, -2, 0, 0},
                               {-1, 1, 1.7f, 0},
                               {0.87758f, 0.2707f, 0.39569f, 0},
                               {0, 0.82534f, -0.56464f, 0},
                               {-0.47943f, 0.49552f, 0.7243f, 0},
                               {-1.2662f, 1.80686f, -2.31776f, 1}});
  return scene;
}

}  // namespace

std::vector<LimitProgram> limit_programs() {
  return {
      program_of(1, waves,
                 {{0.69671f, -0.71736f, 0, 0},
                  {0.71736f, 0.69671f, 0.3f, 0},
                  {0, 0, 1, 0},
                  {30, 30, 1, 0.01f},
                  {0.05f, 0.07f, 0.09f, 0},
                  {0.5f, 0.5f, 0.5f, 1},
                  {0.995f, 0.995f, 0.995f, 1}}),
      program_of(2, torus,
                 with_camera({{0.9f, 0.35f, 6, 1},
                              {-0.46099f, 0.88218f, 0.09614f, 0.15f},
                              {1, 0.6f, 0.2f, 1},
                              {0.999f, 0.999f, 0.999f, 1}})),
      program_of(3, spheres,
                 with_camera({{0.001f, 0, 6, 1},
                              {-0.46099f, 0.88218f, 0.09614f, 0.15f},
                              {-0.5f, 0, 0, 0.7f},
                              {0.6f, 0.3f, -0.3f, 0.5f},
                              {0.9f, 0.3f, 0.25f, 1},
                              {0.25f, 0.5f, 0.95f, 1},
                              {0.999f, 0.999f, 0.999f, 1}})),
  };
}

}  // namespace agal::test
