// Mutants: programs with one changed token. If a mutant is proved equal, the interpreter must compute equal outputs. If
// the proof shows inputs for a difference, the interpreter must show the difference too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "agal/interpret.hpp"
#include "agal/operands.hpp"
#include "agal/prove/prove.hpp"
#include "agal/translate.hpp"
#include "agal/validate.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

// The number of attributes and varyings in the inputs.
constexpr std::uint32_t registers = 32;

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  /// Returns the program with one changed field of one token. Returns nullopt if the result is invalid or unchanged.
  std::optional<Program> mutant(const Program& program) {
    Program out = program;
    Instruction& token = out.instructions[random_() % out.instructions.size()];
    const Instruction before = token;
    change(token);
    ValidateOptions options;
    options.level = ValidationLevel::Strict;
    if (token == before || validate(out, options).has_errors()) return std::nullopt;
    return out;
  }

 private:
  void change(Instruction& token) {
    switch (random_() % 7) {
      case 0: token.opcode = static_cast<std::uint32_t>(random_() % 0x2f); break;
      case 1: token.dst.bits ^= 1u << (16 + random_() % 4); break;                                       // the mask
      case 2: token.src1.bits ^= std::uint64_t{1 + random_() % 3} << (24 + 2 * (random_() % 4)); break;  // the swizzle
      case 3: token.src1.bits ^= 1 + random_() % 3; break;                                               // the register
      case 4: token.src2.bits ^= std::uint64_t{1 + random_() % 3} << (24 + 2 * (random_() % 4)); break;
      case 5: token.src2.bits ^= 1 + random_() % 3; break;
      default: std::swap(token.src1, token.src2); break;
    }
  }

  std::mt19937 random_;
};

Texture texture_of(TextureKind kind, std::mt19937& random) {
  Texture texture;
  texture.kind = kind;
  Texture::Level level;
  level.width = level.height = 4;
  level.depth = kind == TextureKind::Cube ? 6 : kind == TextureKind::Volume ? 4 : 1;
  for (std::uint32_t i = 0; i < 16 * level.depth; ++i) {
    Float4 texel;
    for (float& lane : texel) lane = static_cast<float>(random() % 1000) / 1000;
    level.texels.push_back(texel);
  }
  texture.levels.push_back(level);
  return with_box_filtered_levels(texture);
}

// One set of inputs, for both programs.
struct Inputs {
  Bindings bindings;
  VertexInput vertex;
  QuadInput quad;
};

void bind_textures(const Program& program, Inputs& inputs, std::mt19937& random) {
  for (const Instruction& token : program.instructions) {
    if (!token.samples()) continue;
    auto& slots = inputs.bindings.textures;
    if (slots.size() <= token.sampler().index()) slots.resize(token.sampler().index() + 1);
    auto& slot = slots[token.sampler().index()];
    if (!slot) slot = TextureBinding{texture_of(token.sampler().kind(), random), {}};
  }
}

float pick(std::mt19937& random) {
  constexpr std::array usual{0.0f, 1.0f, -1.0f, 0.5f, 2.0f};
  if (random() % 3 == 0) return usual[random() % usual.size()];
  return std::ldexp(static_cast<float>(static_cast<std::int32_t>(random())), -29);
}

constexpr std::size_t constants = 256;

// Returns the number of registers of a type that two programs read. A relative address counts all constants.
std::size_t read_by(const Program& a, const Program& b, RegisterType type, std::size_t all) {
  std::size_t end = 0;
  for (const Program* const program : {&a, &b})
    for (const Instruction& token : program->instructions)
      for_each_access(token, [&](const Access& access) {
        if (access.is(type)) end = std::max<std::size_t>(end, access.kind == AccessKind::Relative ? all : access.end());
      });
  return std::min(end, all);
}

// For each register type, the number of registers that get random values. Other registers are zero.
struct Extent {
  std::size_t constants = agal::constants, attributes = registers, varyings = registers;
};
Extent read_by(const Program& a, const Program& b) {
  return {read_by(a, b, RegisterType::Constant, constants), read_by(a, b, RegisterType::Attribute, registers),
          read_by(a, b, RegisterType::Varying, registers)};
}

void randomize(Inputs& inputs, std::mt19937& random, const Extent& extent = {}) {
  const auto fill = [&](std::vector<Float4>& list, std::size_t size, std::size_t chosen) {
    list.resize(size);
    for (std::size_t i = 0; i < chosen; ++i)
      for (float& lane : list[i]) lane = pick(random);
  };
  fill(inputs.bindings.constants, constants, extent.constants);
  fill(inputs.vertex.attributes, registers, extent.attributes);
  for (auto& varyings : inputs.quad.varyings) fill(varyings, registers, extent.varyings);
}

// The outputs in an order that does not depend on the program.
using Numbers = std::vector<float>;

constexpr std::size_t colors = 4;
constexpr std::size_t numbers_of_pixel = 1 + 4 * colors + 1;

std::optional<Numbers> outputs_of(const Program& program, const Inputs& inputs) {
  Numbers out;
  const auto add = [&](const std::optional<Float4>& value) {
    for (std::size_t c = 0; c < 4; ++c) out.push_back(value ? (*value)[c] : 0);
  };
  if (program.stage == Stage::Vertex) {
    const Result<VertexOutput> result = interpret_vertex(program, inputs.bindings, inputs.vertex);
    if (!result) return std::nullopt;
    add(result->position);
    for (std::size_t n = 0; n < registers; ++n) add(n < result->varyings.size() ? result->varyings[n] : std::nullopt);
    return out;
  }
  const Result<QuadOutput> result = interpret_quad(program, inputs.bindings, inputs.quad);
  if (!result) return std::nullopt;
  for (const PixelOutput& pixel : result->pixels) {
    out.push_back(pixel.killed ? 1.0f : 0.0f);
    for (std::size_t n = 0; n < colors; ++n)
      add(pixel.killed || n >= pixel.colors.size() ? std::nullopt : pixel.colors[n]);
    out.push_back(pixel.killed ? 0 : pixel.depth.value_or(0));
  }
  return out;
}

std::string name_of(Stage stage, std::size_t number) {
  if (stage == Stage::Vertex)
    return fmt::format("{}.{}", number < 4 ? "op" : fmt::format("v{}", number / 4 - 1), "xyzw"[number % 4]);
  const std::size_t in_pixel = number % numbers_of_pixel;
  if (in_pixel == 0) return "discard";
  if (in_pixel == numbers_of_pixel - 1) return "fd";
  return fmt::format("oc{}.{}", (in_pixel - 1) / 4, "xyzw"[(in_pixel - 1) % 4]);
}

// Returns true if any token computes an infinity or a NaN, even without effect on the outputs.
bool leaves_the_numbers(const Program& program, const Inputs& inputs) {
  InterpretOptions options;
  options.trace = true;
  Trace trace;
  if (program.stage == Stage::Vertex) {
    if (const auto result = interpret_vertex(program, inputs.bindings, inputs.vertex, options)) trace = result->trace;
  } else {
    if (const auto result = interpret_quad(program, inputs.bindings, inputs.quad, options)) trace = result->trace;
  }
  const auto is_open = [](float value) { return !std::isfinite(value); };
  return std::any_of(trace.steps.begin(), trace.steps.end(), [&](const TraceStep& step) {
    return step.change && std::any_of(step.change->values.begin(), step.change->values.end(), [&](const Float4& value) {
             return std::any_of(value.begin(), value.end(), is_open);
           });
  });
}

// Returns the first output that differs by more than rounding, or "". Outputs that are not finite in `a` or `b` are
// skipped.
std::string difference(const Numbers& a, const Numbers& b, Stage stage) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float x = a[i], y = b[i];
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    if (std::fabs(x - y) > 1e-3f * std::max({1.0f, std::fabs(x), std::fabs(y)}))
      return fmt::format("{}: {} and {}", name_of(stage, i), x, y);
  }
  return "";
}

// Returns true if the output that the counterexample names differs by at least half of the difference that it claims.
// An output that is not finite in `a` does not show anything.
bool shows(const Counterexample& example, const Numbers& a, const Numbers& b, Stage stage) {
  const float claimed = std::fabs(example.expected - example.found);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::string name = name_of(stage, i);
    if (name.starts_with("oc0.")) name.erase(2, 1);  // a counterexample calls the first color "oc"
    const bool other_pixel = stage == Stage::Fragment && i / numbers_of_pixel != example.pixel;
    if (name != example.output || other_pixel || !std::isfinite(a[i])) continue;
    if (!std::isfinite(b[i]) || (a[i] != b[i] && std::fabs(a[i] - b[i]) >= claimed / 2)) return true;
  }
  return false;
}

void take(const Counterexample& example, Stage stage, Inputs& inputs) {
  std::mt19937 none;
  randomize(inputs, none);
  for (const Counterexample::Input& input : example.inputs) {
    if (input.type == RegisterType::Constant) inputs.bindings.constants[input.number] = input.values[0];
    if (input.type == RegisterType::InstanceId) inputs.vertex.instance = static_cast<std::uint32_t>(input.values[0][0]);
    if (stage == Stage::Vertex && input.type == RegisterType::Attribute)
      inputs.vertex.attributes[input.number] = input.values[0];
    for (std::size_t i = 0; i < quad_size && input.type == RegisterType::Varying; ++i)
      inputs.quad.varyings[i][input.number] = input.values[input.values.size() == 1 ? 0 : i];
  }
}

// The environment variable AGAL_MUTANTS sets the number of mutants. If it is set, equal mutants run on more inputs.
std::uint32_t wanted_mutants() {
  const char* const text = std::getenv("AGAL_MUTANTS");
  return text != nullptr ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 500;
}
std::uint32_t inputs_of_equal() { return std::getenv("AGAL_MUTANTS") != nullptr ? 1000 : 200; }

class Mutants : public testing::Test {
 protected:
  void one(const Program& program, const Program& mutant) {
    TranslateOptions options;
    options.optimization = Optimization::None;
    options.validation.level = ValidationLevel::Off;
    const Result<std::vector<std::uint32_t>> words = translate(mutant, options);
    if (!words) return;
    const Result<Proof> proof = prove_equal(program, *words, {});
    ASSERT_TRUE(proof);
    switch (proof->verdict) {
      case Verdict::Equal: ++equal_; return confirm_equal(program, mutant, *proof);
      case Verdict::Different: ++different_; return confirm_different(program, mutant, *proof);
      case Verdict::NotDecided: ++open_; return explain(program, mutant, *proof);
    }
  }

  // Returns the first difference for random inputs, "" if there is none, or nullopt if a program cannot be run. Inputs
  // that give an infinity or a NaN do not contradict a proof above class Exact.
  std::optional<std::string> found_by_chance(const Program& program, const Program& mutant, ProofClass granted) {
    Inputs inputs;
    bind_textures(program, inputs, random_);
    bind_textures(mutant, inputs, random_);
    const Extent extent = read_by(program, mutant);
    for (std::uint32_t i = 0; i < inputs_of_equal(); ++i) {
      randomize(inputs, random_, extent);
      const auto a = outputs_of(program, inputs), b = outputs_of(mutant, inputs);
      if (!a || !b) return std::nullopt;
      std::string differ = difference(*a, *b, program.stage);
      if (differ.empty()) continue;
      if (granted == ProofClass::Exact || !leaves_the_numbers(program, inputs)) return differ;
    }
    return "";
  }

  void confirm_equal(const Program& program, const Program& mutant, const Proof& proof) {
    if (proof.proof_class > ProofClass::Rounding) return;
    const std::optional<std::string> differ = found_by_chance(program, mutant, proof.proof_class);
    ASSERT_TRUE(differ);
    ASSERT_EQ(*differ, "") << program.name << " is proved equal up to " << name(proof.proof_class) << " to a mutant\n"
                           << format(mutant);
  }

  void confirm_different(const Program& program, const Program& mutant, const Proof& proof) {
    if (!proof.counterexample || proof.counterexample->samples) return;
    Inputs inputs;
    take(*proof.counterexample, program.stage, inputs);
    const auto a = outputs_of(program, inputs), b = outputs_of(mutant, inputs);
    if (!a || !b) return;
    if (shows(*proof.counterexample, *a, *b, program.stage)) {
      ++confirmed_;
      return;
    }
    // A comparison that depends on the last bit of a result may have the other outcome.
    ++not_shown_;
    fmt::print("not shown: {}: {}\n{}", program.name, proof.counterexample->output, format(mutant));
  }

  // Prints an undecided mutant. Counts it as missed if random inputs show a difference.
  void explain(const Program& program, const Program& mutant, const Proof& proof) {
    const std::optional<std::string> differ = found_by_chance(program, mutant, ProofClass::Exact);
    if (!differ) return;
    if (!differ->empty()) ++missed_;
    fmt::print("{}: {}: {}\n  {}\n  {}\n", differ->empty() ? "open" : "missed", program.name, proof.reason,
               proof.expected, proof.found);
  }

  static std::string format(const Program& program) {
    std::string out;
    for (const Instruction& token : program.instructions) out += format_token(token, program.stage).text + "\n";
    return out;
  }

  std::mt19937 random_{3};
  std::uint32_t equal_ = 0, different_ = 0, open_ = 0, confirmed_ = 0, not_shown_ = 0, missed_ = 0;
};

TEST_F(Mutants, AreEqualOnlyIfTheirResultsAre) {
  AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
  std::vector<const Program*> small;
  for (const Program& program : test::translatable_programs())
    if (program.instructions.size() <= 60) small.push_back(&program);
  Mutator mutator(11);
  const std::uint32_t wanted = wanted_mutants();
  for (std::uint32_t made = 0, tries = 0; made < wanted && tries < 40 * wanted; ++tries) {
    const Program& program = *small[tries % small.size()];
    const std::optional<Program> mutant = mutator.mutant(program);
    if (!mutant) continue;
    ++made;
    one(program, *mutant);
    if (HasFatalFailure()) return;
  }
  fmt::print("{} equal, {} different ({} confirmed, {} not shown), {} not decided ({} of them differ)\n", equal_,
             different_, confirmed_, not_shown_, open_, missed_);
  EXPECT_GT(equal_, 0u);
  EXPECT_LE(not_shown_ * 1000, confirmed_);
  // The prover decides at least 95 % of the mutants that are known to differ.
  EXPECT_LE(missed_ * 20, different_ + missed_);
}

}  // namespace
}  // namespace agal
