// Variables of SPIR-V modules. tests/compiler/reflect/cross_keys_test.cpp compares their names, locations, sets and
// bindings with the reflection. docs/abi.md specifies them.
#include "emitted.hpp"
#include "target/bindings.hpp"

namespace agal::spirv {
namespace {

using Numbers = std::vector<std::uint32_t>;

Options in(Environment environment, ConstantsMode constants = ConstantsMode::Ubo) {
  Options options;
  options.environment = environment;
  options.constants = constants;
  return options;
}

std::uint32_t storage_of(const Emitted& module, std::string_view name) {
  for (const Instruction& variable : module.all(spv::OpVariable))
    if (variable.operands[1] == module.named(name)) return variable.operands[2];
  return ~0u;
}

TEST(BuiltIns, DecoratePositionAndDepth) {
  const Emitted module("mov op, va0\n");
  EXPECT_EQ(module.decoration(module.named("op"), spv::DecorationBuiltIn), Numbers{spv::BuiltInPosition});
  const Emitted depth("mov oc, v0\nmov fd.x, v0.z\n");
  EXPECT_EQ(depth.decoration(depth.named("fd"), spv::DecorationBuiltIn), Numbers{spv::BuiltInFragDepth});
  EXPECT_EQ(depth.all(spv::OpExecutionMode).back().operands[1],
            static_cast<std::uint32_t>(spv::ExecutionModeDepthReplacing));
}

TEST(BuiltIns, InstanceIdDependsOnEnvironment) {
  constexpr const char* text = "mov vt0, iid.x\nadd op, va0, vt0\n";
  const Emitted vulkan(text, in(Environment::Vulkan11));
  EXPECT_EQ(vulkan.decoration(vulkan.named("iid"), spv::DecorationBuiltIn), Numbers{spv::BuiltInInstanceIndex});
  const Emitted gl(text, in(Environment::OpenGL45));
  EXPECT_EQ(gl.decoration(gl.named("iid"), spv::DecorationBuiltIn), Numbers{spv::BuiltInInstanceId});
}

TEST(Constants, AllReadsShareOneArray) {
  const Emitted module("m44 op, va0, vc0\nmov v0, vc1\nmov v1, vc[va1.x]\n");
  EXPECT_EQ(module.count(spv::OpTypeArray), 1u);
  EXPECT_EQ(module.count(spv::OpTypeMatrix), 0u);
}

TEST(Constants, CanBeAPlainArray) {
  const Options options = in(Environment::OpenGL45, ConstantsMode::Plain);
  const Emitted vertex("mul op, va0, vc6\n", options);
  EXPECT_EQ(storage_of(vertex, "vc"), static_cast<std::uint32_t>(spv::StorageClassUniformConstant));
  EXPECT_EQ(vertex.count(spv::OpTypeStruct), 0u);
  EXPECT_EQ(vertex.decoration(vertex.named("vc"), spv::DecorationLocation), Numbers{target::vertex_plain_location});
  const Emitted fragment("mul oc, v0, fc6\n", options);
  EXPECT_EQ(fragment.decoration(fragment.named("fc"), spv::DecorationLocation),
            Numbers{target::fragment_plain_location});
}

TEST(Constants, LocationsOfStagesDoNotOverlapInOpenGl) {
  for (const Limits& limits : version_limits_table)
    EXPECT_LE(target::vertex_plain_location + limits.vertex_constants, target::fragment_plain_location);
}

Options separate(Environment environment = Environment::Vulkan10) {
  Options options = in(environment);
  options.samplers = Samplers::Separate;
  return options;
}

TEST(Samplers, AreCombinedDirectlyBeforeEachFetch) {
  const Emitted module(
      "tex ft0, v0, fs0 <2d, linear>\nifg ft0.x, fc0.x\ntex ft1, v1, fs0 <2d, linear>\nels\n"
      "tex ft1, v1, fs1 <2d, linear>\neif\nadd ft1, ft1, ft0\nmov oc, ft1\n",
      separate());
  EXPECT_EQ(module.count(spv::OpSampledImage), 3u);
  // The result of the previous instruction if it was OpSampledImage.
  std::uint32_t combined = 0;
  for (const Instruction& inst : module.list) {
    if (inst.op == spv::OpImageSampleImplicitLod || inst.op == spv::OpImageSampleExplicitLod) {
      EXPECT_EQ(inst.operands[2], combined);
    }
    combined = inst.op == spv::OpSampledImage ? inst.operands[1] : 0;
  }
}

TEST(Samplers, SeparateSamplersAreListedFromSpirv14) {
  const Emitted module("tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc0\n", separate(Environment::Vulkan13));
  const Instruction entry = module.all(spv::OpEntryPoint).at(0);
  EXPECT_EQ(std::count(entry.operands.begin() + 4, entry.operands.end(), module.named("fs3_sampler")), 1);
}

}  // namespace
}  // namespace agal::spirv
