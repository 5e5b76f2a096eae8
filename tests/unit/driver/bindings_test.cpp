// Binding conflicts: two resources with one binding (AGAL4009), and separate samplers without a free binding
// (AGAL4013).
#include <gmock/gmock.h>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

using test::assembled;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view two_textures =
    "tex ft0, v0, fs0 <2d, linear>\ntex ft1, v0, fs1 <2d, linear>\nmul ft0, ft0, fc0\nadd oc, ft0, ft1\n";

CompileOptions options_for(Target target, std::vector<Binding> bindings) {
  CompileOptions options;
  options.target = target;
  options.bindings = std::move(bindings);
  return options;
}

CompileOptions separate(Target target, std::vector<Binding> bindings) {
  CompileOptions options = options_for(target, std::move(bindings));
  options.samplers = Samplers::Separate;
  return options;
}

std::vector<std::string> messages(const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (const Diagnostic& diagnostic : diagnostics) {
    EXPECT_EQ(diagnostic.code, 4009) << diagnostic.message;
    out.push_back(diagnostic.message);
  }
  return out;
}

std::vector<std::string> collisions(const CompileOptions& options, std::string_view text = two_textures) {
  return messages(compile(assembled(text), options).diagnostics());
}

TEST(Bindings, MustDifferInWgsl) {
  EXPECT_THAT(collisions(options_for(Target::Wgsl, {})), IsEmpty());
  EXPECT_THAT(collisions(options_for(Target::Wgsl, {{"fs0", 1, 3}})), IsEmpty()) << "another group";
  EXPECT_THAT(collisions(options_for(Target::Wgsl, {{"fs0", 0, 3}})),
              ElementsAre("fs0 and fs1 are both bound to group 0, binding 3 in wgsl",
                          "the sampler of fs0 and the sampler of fs1 are both bound to group 0, binding 35 in wgsl"));
  EXPECT_THAT(collisions(options_for(Target::Wgsl, {{"fc", 2, 7}, {"fs1", 2, 7}})),
              ElementsAre("fc and fs1 are both bound to group 2, binding 7 in wgsl"));
  EXPECT_THAT(collisions(options_for(Target::Wgsl, {{"fs1", 0, 34}})),
              ElementsAre("fs1 and the sampler of fs0 are both bound to group 0, binding 34 in wgsl"));
}

TEST(Bindings, OfSeparateSamplersMustDiffer) {
  for (const Target target : {Target::Spv, Target::VulkanGlsl450})
    EXPECT_EQ(collisions(separate(target, {{"fs1", 0, 34}})),
              std::vector{"fs1 and the sampler of fs0 are both bound to set 0, binding 34 in " +
                          std::string(info(target).name)});
}

// The binding of a sampler is 32 higher than the binding of its texture.
TEST(Bindings, OfTexturesMustLeaveRoomForSamplers) {
  constexpr std::uint32_t last = 0xffffffff, last_with_sampler = last - 32;
  for (const Target target : {Target::Wgsl, Target::Spv, Target::VulkanGlsl450}) {
    SCOPED_TRACE(info(target).name);
    EXPECT_TRUE(compile(assembled(two_textures), separate(target, {{"fs0", 0, last_with_sampler}})));
    for (const std::uint32_t binding : {last_with_sampler + 1, last}) {
      const Diagnostics found = compile(assembled(two_textures), separate(target, {{"fs0", 0, binding}})).diagnostics();
      ASSERT_EQ(found.size(), 1u);
      EXPECT_EQ(found.begin()->code, 4013);
      EXPECT_EQ(found.begin()->message, "fs0 is bound to " + std::to_string(binding) +
                                            ", so its sampler would be bound 32 higher, beyond the last number");
    }
  }
  EXPECT_TRUE(compile(assembled(two_textures), options_for(Target::Spv, {{"fs0", 0, last}})));
  EXPECT_TRUE(compile(assembled(two_textures), separate(Target::Wgsl, {{"fs5", 0, last}}))) << "not in the program";
}

// In Vulkan, variables of one type may alias one binding.
TEST(Bindings, OfCombinedSamplersOfOneTypeMayBeEqual) {
  for (const Target target : {Target::Spv, Target::VulkanGlsl450}) {
    EXPECT_THAT(collisions(options_for(target, {{"fs1", 0, 2}})), IsEmpty()) << info(target).name;
    EXPECT_EQ(collisions(options_for(target, {{"fs1", 0, 1}})),
              std::vector{"fc and fs1 are both bound to set 0, binding 1 in " + std::string(info(target).name)});
    EXPECT_EQ(
        collisions(options_for(target, {{"fs1", 0, 2}}),
                   "tex ft0, v0, fs0 <2d, linear>\ntex ft1, v0, fs1 <cube, linear, miplinear>\nadd oc, ft0, ft1\n"),
        std::vector{"fs0 and fs1 are both bound to set 0, binding 2 in " + std::string(info(target).name)});
  }
}

TEST(Bindings, PushConstantsDoNotConflict) {
  CompileOptions options = options_for(Target::Spv, {{"fs1", 0, 1}});
  options.constants = ConstantsMode::Push;
  EXPECT_THAT(collisions(options), IsEmpty());
}

// OpenGL numbers blocks and texture units separately, and a program can reassign the units of its samplers.
TEST(Bindings, MayBeEqualInOpenGl) {
  for (const Target target : {Target::Glsl450, Target::Essl310, Target::Essl300, Target::Essl100})
    EXPECT_THAT(collisions(options_for(target, {{"fs1", 0, 2}, {"fc", 0, 2}})), IsEmpty()) << info(target).name;
  CompileOptions options = options_for(Target::Spv, {{"fs1", 0, 2}, {"fc", 0, 2}});
  options.environment = Environment::OpenGL45;
  EXPECT_THAT(collisions(options), IsEmpty());
}

TEST(Bindings, OfTexturesMustDifferInMetalAndDirect3D) {
  EXPECT_THAT(collisions(options_for(Target::Msl20, {{"fs0", 0, 1}})),
              ElementsAre("fs0 and fs1 are both bound to texture 1 in msl20"));
  EXPECT_THAT(collisions(options_for(Target::Hlsl50, {{"fs0", 1, 1}})),
              ElementsAre("fs0 and fs1 are both bound to register t1 in hlsl50"));
  EXPECT_THAT(collisions(options_for(Target::Msl20, {{"fc", 0, 1}})), IsEmpty()) << "buffers have their own indices";
  CompileOptions spaces = options_for(Target::Hlsl51, {{"fs0", 1, 1}});
  spaces.environment = Environment::Vulkan10;
  EXPECT_THAT(collisions(spaces), IsEmpty()) << "another space";
  spaces.target = Target::Hlsl50;
  EXPECT_THAT(collisions(spaces), ElementsAre("fs0 and fs1 are both bound to register t1 in hlsl50"));
}

TEST(Bindings, OfRegistersBeyondLimitsAreCheckedForCollisions) {
  CompileOptions options = options_for(Target::Wgsl, {});
  options.validation.level = ValidationLevel::Off;
  options.validation.ignore_limits = true;
  Program program = assembled("tex ft0, v0, fs0 <2d, linear>\ntex ft1, v0, fs1 <2d, linear>\nadd oc, ft0, ft1\n");
  program.instructions[1].src2 = Source{SamplerOperand::make(32).bits};
  EXPECT_THAT(messages(compile(program, options).diagnostics()),
              ElementsAre("fs32 and the sampler of fs0 are both bound to group 0, binding 34 in wgsl"));
}

std::vector<std::string> pair_collisions(const CompileOptions& options, std::string_view fragment) {
  return messages(
      link(assembled("tld vt0, va0, vs0 <2d, 0>\nmul op, vt0, vc0\nmov v0, va0\n"), assembled(fragment), options)
          .diagnostics());
}

TEST(Bindings, PairMayShareResource) {
  constexpr std::string_view fragment =
      "//! agal 4 fragment\ntex ft0, v0, fs0 <2d, nearest, mipnone>\nmul oc, ft0, fc0\n";
  for (const Target target : {Target::Spv, Target::VulkanGlsl450, Target::Wgsl})
    EXPECT_THAT(pair_collisions(options_for(target, {{"vs0", 0, 2}, {"fc", 0, 0}}), fragment), IsEmpty())
        << info(target).name;
  EXPECT_THAT(pair_collisions(separate(Target::Spv, {{"vs0", 0, 2}}), fragment), IsEmpty());
}

TEST(Bindings, SharedResourceOfPairMustHaveOneType) {
  constexpr std::string_view cube =
      "//! agal 4 fragment\ntex ft0, v0, fs0 <cube, nearest, miplinear>\nmul oc, ft0, fc0\n";
  EXPECT_THAT(pair_collisions(options_for(Target::Wgsl, {{"vs0", 0, 2}}), cube),
              ElementsAre("vs0 and fs0 are both bound to group 0, binding 2 in wgsl"));
  EXPECT_THAT(pair_collisions(options_for(Target::Spv, {{"fs0", 0, 0}}), cube),
              ElementsAre("vc and fs0 are both bound to set 0, binding 0 in spv"));
  EXPECT_THAT(pair_collisions(options_for(Target::Msl20, {{"fs0", 0, 0}}), cube), IsEmpty());
  EXPECT_THAT(pair_collisions(options_for(Target::Hlsl50, {{"fs0", 0, 0}}), cube), IsEmpty());
}

}  // namespace
}  // namespace agal
