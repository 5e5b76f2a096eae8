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
    // Compilers of the text do not accept numbers that are as high.
    EXPECT_EQ(compile(assembled(two_textures), separate(target, {{"fs0", 0, last_with_sampler}})).has_value(),
              target == Target::Spv);
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

TEST(Bindings, OfSamplersApplyToMetalAndDirect3D) {
  const auto text = [](Target target, Writer writer, std::vector<Binding> bindings) {
    CompileOptions options = options_for(target, std::move(bindings));
    options.writer = writer;
    const Result<Compilation> made = compile(assembled(two_textures), options);
    EXPECT_TRUE(made) << render_text(made.diagnostics());
    return made ? made->text : std::string();
  };
  for (const Writer writer : {Writer::Own, Writer::Cross}) {
    const std::vector<Binding> moved{{"fs0_sampler", 0, 9}, {"fs1", 0, 4}, {"fs1_sampler", 0, 0}};
    const std::string hlsl = text(Target::Hlsl50, writer, moved), msl = text(Target::Msl20, writer, moved);
    for (const char* const part : {"register(t0)", "register(s9)", "register(t4)", "register(s0)"})
      EXPECT_NE(hlsl.find(part), std::string::npos) << part << hlsl;
    for (const char* const part : {"[[texture(0)]]", "[[sampler(9)]]", "[[texture(4)]]", "[[sampler(0)]]"})
      EXPECT_NE(msl.find(part), std::string::npos) << part << msl;
  }
}

TEST(Bindings, OfCombinedSamplersHaveNoEffect) {
  const auto codes = [](const CompileOptions& options) {
    std::vector<int> out;
    const Diagnostics found = compile(assembled(two_textures), options).diagnostics();
    for (const Diagnostic& diagnostic : found) out.push_back(diagnostic.code);
    return out;
  };
  for (const Target target : {Target::Spv, Target::VulkanGlsl450, Target::Glsl450, Target::Essl300, Target::Essl100}) {
    EXPECT_THAT(codes(options_for(target, {{"fs0_sampler", 0, 9}})), ElementsAre(4028)) << info(target).name;
    EXPECT_THAT(codes(options_for(target, {{"fs7_sampler", 0, 9}})), IsEmpty()) << "not in the program";
  }
  for (const Target target : {Target::Wgsl, Target::Hlsl50, Target::Msl20})
    EXPECT_THAT(codes(options_for(target, {{"fs0_sampler", 0, 9}})), IsEmpty()) << info(target).name;
  EXPECT_THAT(codes(separate(Target::Spv, {{"fs0_sampler", 0, 9}})), IsEmpty());
}

TEST(Bindings, OfSamplersMustDifferInMetalAndDirect3D) {
  EXPECT_THAT(collisions(options_for(Target::Msl20, {{"fs0_sampler", 0, 1}})),
              ElementsAre("the sampler of fs0 and the sampler of fs1 are both bound to sampler 1 in msl20"));
  EXPECT_THAT(collisions(options_for(Target::Hlsl50, {{"fs0_sampler", 3, 7}, {"fs1_sampler", 0, 7}})),
              ElementsAre("the sampler of fs0 and the sampler of fs1 are both bound to register s7 in hlsl50"));
  EXPECT_THAT(collisions(options_for(Target::Hlsl50, {{"fs0", 0, 7}, {"fs1_sampler", 0, 7}})),
              ElementsAre("the sampler of fs0 and the sampler of fs1 are both bound to register s7 in hlsl50"))
      << "the sampler of fs0 follows its texture";
  EXPECT_THAT(collisions(options_for(Target::Hlsl50, {{"fs0", 0, 7}, {"fs0_sampler", 0, 1}, {"fs1_sampler", 0, 0}})),
              IsEmpty());
}

// Returns the messages about numbers that are too high.
std::vector<std::string> too_high(const CompileOptions& options) {
  std::vector<std::string> out;
  const Diagnostics found = compile(assembled(two_textures), options).diagnostics();
  for (const Diagnostic& diagnostic : found)
    if (diagnostic.code == 4025) out.push_back(diagnostic.message);
  return out;
}

TEST(Bindings, BeyondTheLastNumberOfALanguageAreRejected) {
  EXPECT_THAT(too_high(options_for(Target::Hlsl50, {{"fs0_sampler", 0, 50}})),
              ElementsAre("the sampler of fs0 is bound to register s50; the last one in hlsl50 is register s15"));
  EXPECT_THAT(too_high(options_for(Target::Hlsl50, {{"fc", 0, 20}})),
              ElementsAre("fc is bound to register b20; the last one in hlsl50 is register b13"));
  EXPECT_THAT(too_high(options_for(Target::Msl24, {{"fc", 0, 31}, {"fs1", 0, 128}, {"fs1_sampler", 0, 3}})),
              ElementsAre("fc is bound to buffer 31; the last one in msl24 is buffer 30",
                          "fs1 is bound to texture 128; the last one in msl24 is texture 127"));
  EXPECT_THAT(too_high(options_for(Target::Glsl450, {{"fs0", 0, 4294967263}})),
              ElementsAre("fs0 is bound to binding 4294967263; the last one in glsl450 is binding 79"));
  EXPECT_THAT(too_high(options_for(Target::VulkanGlsl450, {{"fs0", 63, 0}})),
              ElementsAre("fs0 is bound to set 63; the last one in vulkan-glsl450 is set 62"));
  EXPECT_THAT(too_high(options_for(Target::Wgsl, {{"fs1_sampler", 2147483648, 3}})),
              ElementsAre("the sampler of fs1 is bound to group 2147483648; the last one in wgsl is group 2147483647"));
}

TEST(Bindings, AtTheLastNumberOfALanguageAreAccepted) {
  EXPECT_THAT(too_high(options_for(Target::Hlsl50, {{"fs0_sampler", 0, 15}, {"fs0", 0, 127}, {"fc", 0, 13}})),
              IsEmpty());
  EXPECT_THAT(too_high(options_for(Target::Hlsl51, {{"fs0_sampler", 0, 5000}, {"fc", 0, 4294967295}})), IsEmpty());
  EXPECT_THAT(too_high(options_for(Target::Msl12, {{"fs0_sampler", 0, 15}, {"fs0", 0, 127}, {"fc", 0, 30}})),
              IsEmpty());
  EXPECT_THAT(too_high(options_for(Target::Glsl450, {{"fs0", 0, 79}, {"fc", 0, 65534}})), IsEmpty());
  EXPECT_THAT(too_high(options_for(Target::Essl310, {{"fs0", 0, 79}})), IsEmpty());
  EXPECT_THAT(too_high(options_for(Target::VulkanGlsl450, {{"fs0", 62, 65534}})), IsEmpty());
  EXPECT_THAT(too_high(options_for(Target::Wgsl, {{"fs0", 2147483647, 1}, {"fc", 0, 2147483647}})), IsEmpty());
  // The text does not have the numbers.
  for (const Target target : {Target::Glsl330, Target::Essl300, Target::Essl100})
    EXPECT_THAT(too_high(options_for(target, {{"fs0", 70, 4294967263}, {"fc", 0, 99999}})), IsEmpty());
  EXPECT_THAT(too_high(options_for(Target::Hlsl50, {{"fs5", 0, 5000}, {"vc", 0, 99}})), IsEmpty())
      << "not in the program";
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
