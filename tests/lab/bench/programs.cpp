#include "programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string_view>

#include "agal/assembly.hpp"

namespace agal::bench {
namespace {

// An effect: a few tokens. `$a` and `$b` are the first and the last constant of the effect, `$m` is the first constant
// of a matrix, `$n` is the number of that constant, `$s` is a sampler, and `$t` is the sampler's coordinate.
struct Effect {
  std::uint32_t version;  // the lowest AGAL version that has its opcodes
  std::uint32_t tokens;
  std::uint32_t constants;
  std::string_view text;
};

// ft0 is the color of the surface, ft1 is the normal, ft2 is the sum of the light, and the others are temporaries. fc0
// contains 0, 0.5, 1, 2.
constexpr std::string_view fragment_begin = R"(tex ft0, v0, fs0 <2d, linear, miplinear, repeat>
nrm ft1.xyz, v1.xyz
mov ft2, fc1
)";
constexpr std::string_view fragment_end = R"(mul ft0, ft0, ft2
mov oc, ft0
)";
constexpr auto fragment_effects = std::to_array<Effect>({
    // a directional light
    {1, 4, 2, R"(dp3 ft3.x, ft1.xyz, $a.xyz
max ft3.x, ft3.x, fc0.x
mul ft3, ft3.xxxx, $b.xyzw
add ft2, ft2, ft3
)"},
    // a tint
    {1, 1, 1, "mul ft0, ft0, $a.xyzw\n"},
    // a point light that fades with the square of the distance
    {1, 10, 2, R"(sub ft3.xyz, $a.xyz, v2.xyz
dp3 ft4.x, ft3.xyz, ft3.xyz
rsq ft4.y, ft4.x
mul ft3.xyz, ft3.xyz, ft4.yyy
dp3 ft4.z, ft1.xyz, ft3.xyz
max ft4.z, ft4.z, fc0.x
rcp ft4.x, ft4.x
mul ft4.x, ft4.x, ft4.z
mul ft5.xyz, ft4.xxx, $b.xyz
add ft2.xyz, ft2.xyz, ft5.xyz
)"},
    // a layer that is blended over the color
    {1, 4, 0, R"(tex ft3, $t, $s <2d, linear, miplinear, repeat>
sub ft4.xyz, ft3.xyz, ft0.xyz
mul ft4.xyz, ft4.xyz, ft3.www
add ft0.xyz, ft0.xyz, ft4.xyz
)"},
    // bumps
    {1, 6, 1, R"(tex ft3, $t, $s <2d, linear, miplinear, repeat>
add ft3.xyz, ft3.xyz, ft3.xyz
sub ft3.xyz, ft3.xyz, fc0.zzz
mul ft3.xyz, ft3.xyz, $a.xyz
add ft1.xyz, ft1.xyz, ft3.xyz
nrm ft1.xyz, ft1.xyz
)"},
    // a highlight
    {1, 9, 2, R"(sub ft3.xyz, $a.xyz, v2.xyz
nrm ft3.xyz, ft3.xyz
add ft3.xyz, ft3.xyz, v3.xyz
nrm ft3.xyz, ft3.xyz
dp3 ft4.x, ft3.xyz, ft1.xyz
sat ft4.x, ft4.x
pow ft4.x, ft4.x, $b.w
mul ft4.xyz, ft4.xxx, $b.xyz
add ft2.xyz, ft2.xyz, ft4.xyz
)"},
    // a color matrix
    {1, 2, 5, R"(m44 ft0, ft0, $m
add ft0, ft0, $b.xyzw
)"},
    // an environment map
    {1, 7, 1, R"(dp3 ft3.x, v3.xyz, ft1.xyz
add ft3.x, ft3.x, ft3.x
mul ft4.xyz, ft3.xxx, ft1.xyz
sub ft4.xyz, ft4.xyz, v3.xyz
tex ft5, ft4.xyz, fs7 <cube, linear, miplinear, clamp>
mul ft5.xyz, ft5.xyz, $a.xyz
add ft0.xyz, ft0.xyz, ft5.xyz
)"},
    // a shadow map
    {1, 5, 1, R"(tex ft3, v2, fs6 <2d, nearest, mipnone, clamp>
dp4 ft3.x, ft3, $a.xyzw
slt ft3.y, v2.z, ft3.x
max ft3.y, ft3.y, fc0.y
mul ft2.xyz, ft2.xyz, ft3.yyy
)"},
    // rim light
    {1, 6, 1, R"(dp3 ft3.x, ft1.xyz, v3.xyz
sat ft3.x, ft3.x
sub ft3.x, fc0.z, ft3.x
pow ft3.x, ft3.x, $a.w
mul ft3.xyz, ft3.xxx, $a.xyz
add ft2.xyz, ft2.xyz, ft3.xyz
)"},
    // detail by day, a flat color by night
    {2, 6, 2, R"(ifg ft2.x, $a.x
  tex ft3, $t, $s <2d, linear, miplinear, repeat>
  mul ft0.xyz, ft0.xyz, ft3.xyz
els
  mul ft0.xyz, ft0.xyz, $b.xyz
eif
)"},
    // fog
    {1, 5, 2, R"(sub ft3.x, v2.w, $a.x
mul ft3.x, ft3.x, $a.y
sat ft3.x, ft3.x
mul ft4.xyz, $b.xyz, ft3.xxx
add ft2.xyz, ft2.xyz, ft4.xyz
)"},
    // ripples
    {1, 4, 1, R"(mul ft3.xy, v0.xy, $a.xy
sin ft3.xy, ft3.xy
mul ft3.x, ft3.x, ft3.y
add ft0.xyz, ft0.xyz, ft3.xxx
)"},
});

// vt0 is the position, vt1 is the normal, vt2 is the light. va3 and va4 are the weights and numbers of bones.
constexpr std::string_view vertex_begin = R"(mov vt0, va0
mov vt1, va2
mov vt2, vc7
)";
constexpr std::string_view vertex_end = R"(m44 op, vt0, vc0
mov v0, va1
mov v1, vt2
)";
constexpr auto vertex_effects = std::to_array<Effect>({
    // a directional light
    {1, 4, 2, R"(dp3 vt3.x, vt1.xyz, $a.xyz
max vt3.x, vt3.x, $b.w
mul vt3, vt3.xxxx, $b.xyzw
add vt2, vt2, vt3
)"},
    // a shift
    {1, 1, 1, "add vt0.xyz, vt0.xyz, $a.xyz\n"},
    // a bone
    {1, 3, 1, R"(m34 vt3.xyz, va0, vc[va4.x+$n]
mul vt3.xyz, vt3.xyz, va3.xxx
add vt0.xyz, vt0.xyz, vt3.xyz
)"},
    // a light in the scene
    {1, 9, 2, R"(sub vt3.xyz, $a.xyz, vt0.xyz
dp3 vt4.x, vt3.xyz, vt3.xyz
rsq vt4.y, vt4.x
mul vt3.xyz, vt3.xyz, vt4.yyy
dp3 vt4.z, vt1.xyz, vt3.xyz
sat vt4.z, vt4.z
mul vt4.z, vt4.z, vt4.y
mul vt4.xyz, vt4.zzz, $b.xyz
add vt2.xyz, vt2.xyz, vt4.xyz
)"},
    // wind
    {1, 5, 2, R"(dp4 vt3.x, vt0, $a.xyzw
sin vt3.x, vt3.x
mul vt3.x, vt3.x, va1.y
mul vt3.xyz, vt3.xxx, $b.xyz
add vt0.xyz, vt0.xyz, vt3.xyz
)"},
    // a morph target
    {1, 2, 1, R"(mul vt3.xyz, va6.xyz, $a.xxx
add vt0.xyz, vt0.xyz, vt3.xyz
)"},
    // the normal
    {1, 2, 3, R"(m33 vt1.xyz, vt1.xyz, $m
nrm vt1.xyz, vt1.xyz
)"},
    // light from below and above
    {1, 5, 2, R"(mul vt3.x, vt1.y, $a.x
add vt3.x, vt3.x, $a.y
mul vt3.xyz, vt3.xxx, $b.xyz
min vt3.xyz, vt3.xyz, $a.zzz
add vt2.xyz, vt2.xyz, vt3.xyz
)"},
});

struct Recipe {
  std::string_view begin, end;
  std::uint32_t fixed;  // the number of tokens of `begin` and `end` together
  std::span<const Effect> effects;
  std::string_view constant;    // "fc"
  std::uint32_t own_constants;  // the number of constants that `begin` and `end` use
};

const Recipe& recipe(Stage stage) {
  static constexpr Recipe vertex{vertex_begin, vertex_end, 6, vertex_effects, "vc", 8};
  static constexpr Recipe fragment{fragment_begin, fragment_end, 5, fragment_effects, "fc", 2};
  return stage == Stage::Vertex ? vertex : fragment;
}

// Returns the lowest version that allows this many tokens.
std::uint32_t version_for(std::uint32_t tokens) {
  std::uint32_t version = 1;
  while (version_limits(version).tokens < tokens) ++version;
  return version;
}

class Writer {
 public:
  Writer(Stage stage, std::uint32_t tokens, std::uint32_t variant)
      : recipe_(recipe(stage)),
        version_(version_for(tokens)),
        room_(tokens - recipe_.fixed),
        next_(variant * 3),
        constant_(recipe_.own_constants),
        last_constant_(version_limits(version_).count(RegisterType::Constant, stage)) {
    text_ = fmt::format("//! agal {} {}\n{}", version_, name(stage), recipe_.begin);
  }

  std::string take() {
    while (room_ > 0) add(choose());
    return text_ + std::string(recipe_.end);
  }

 private:
  // Returns the next effect that fits. An effect with a single token always fits.
  const Effect& choose() {
    for (;;) {
      const Effect& effect = recipe_.effects[next_++ % recipe_.effects.size()];
      if (effect.tokens <= room_ && effect.version <= version_) return effect;
    }
  }

  void add(const Effect& effect) {
    if (constant_ + effect.constants > last_constant_) {
      constant_ = recipe_.own_constants;
      ++lap_;
    }
    for (std::size_t i = 0; i < effect.text.size(); ++i) {
      if (effect.text[i] == '$')
        i += add_operand(effect, effect.text.substr(i + 1));
      else
        text_ += effect.text[i];
    }
    constant_ += effect.constants;
    room_ -= effect.tokens;
  }

  // Replaces a placeholder, such as `$a.xyz`, by an operand. `text` begins after the `$`. Returns the length of the
  // placeholder without the `$`.
  std::size_t add_operand(const Effect& effect, std::string_view text) {
    const std::uint32_t last = constant_ + effect.constants - 1;
    switch (text[0]) {
      case 's': text_ += fmt::format("fs{}", 1 + sampler_++ % samplers); return 1;
      case 't': text_ += "v0." + turned("xyzw", sampler_ / samplers); return 1;
      case 'n': text_ += fmt::format("{}", constant_ + lap_); return 1;
      case 'm': text_ += fmt::format("{}{}", recipe_.constant, constant_); return 1;
      default: break;
    }
    const std::size_t end = text.find_first_of(",\n");
    text_ += fmt::format("{}{}.{}", recipe_.constant, text[0] == 'a' ? constant_ : last,
                         turned(text.substr(2, end - 2), lap_));
    return end;
  }

  // Rotates lanes. When all constants have been used, they are reused with rotated lanes, so that a value is not
  // computed twice.
  static std::string turned(std::string_view lanes, std::uint32_t by) {
    constexpr std::string_view all = "xyzw";
    std::string out;
    for (const char lane : lanes) out += all[(all.find(lane) + by) % all.size()];
    return out;
  }

  static constexpr std::uint32_t samplers = 5;

  const Recipe& recipe_;
  std::uint32_t version_;
  std::uint32_t room_;
  std::size_t next_;
  std::uint32_t constant_, last_constant_;
  std::uint32_t lap_ = 0;  // the number of times that all constants have been used
  std::uint32_t sampler_ = 0;
  std::string text_;
};

Program program(Stage stage, std::uint32_t tokens, std::uint32_t variant) {
  const std::string name = fmt::format("{}-{}-{}", agal::name(stage), tokens, variant);
  Result<Program> assembled = assemble(program_text(stage, tokens, variant), name);
  if (!assembled) throw std::logic_error(name + ": " + render_text(assembled.diagnostics()));
  return *std::move(assembled);
}

}  // namespace

std::string program_text(Stage stage, std::uint32_t tokens, std::uint32_t variant) {
  return Writer(stage, tokens, variant).take();
}

std::vector<Program> programs_of_size(std::uint32_t tokens) {
  std::vector<Program> programs;
  for (std::uint32_t variant = 0; variant < 4; ++variant) programs.push_back(program(Stage::Fragment, tokens, variant));
  for (std::uint32_t variant = 0; variant < 2; ++variant) programs.push_back(program(Stage::Vertex, tokens, variant));
  return programs;
}

}  // namespace agal::bench
