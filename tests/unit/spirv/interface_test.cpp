// Variables: locations, bindings, built-ins, constants in their three forms. docs/abi.md is the contract.
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

TEST(Locations, AreTheRegisterNumbers) {
  const Emitted module("mov op, va3\nmov v5, va0\n");
  EXPECT_EQ(module.decoration(module.named("va3"), spv::DecorationLocation), Numbers{3});
  EXPECT_EQ(module.decoration(module.named("v5"), spv::DecorationLocation), Numbers{5});
  const Emitted outputs("mov oc, v0\nmov oc2, v7\n");
  EXPECT_EQ(outputs.decoration(outputs.named("v7"), spv::DecorationLocation), Numbers{7});
  EXPECT_EQ(outputs.decoration(outputs.named("oc"), spv::DecorationLocation), Numbers{0});
  EXPECT_EQ(outputs.decoration(outputs.named("oc2"), spv::DecorationLocation), Numbers{2});
}

TEST(Locations, OfWhatNothingReadsAreFree) {
  const Emitted module("add vt0, va1, va2\nmov op, va0\n");
  EXPECT_EQ(module.named("va1"), 0u);
  EXPECT_NE(module.named("va0"), 0u);
}

TEST(BuiltIns, PositionAndDepth) {
  const Emitted module("mov op, va0\n");
  EXPECT_EQ(module.decoration(module.named("op"), spv::DecorationBuiltIn), Numbers{spv::BuiltInPosition});
  const Emitted depth("mov oc, v0\nmov fd.x, v0.z\n");
  EXPECT_EQ(depth.decoration(depth.named("fd"), spv::DecorationBuiltIn), Numbers{spv::BuiltInFragDepth});
  EXPECT_EQ(depth.all(spv::OpExecutionMode).back().operands[1],
            static_cast<std::uint32_t>(spv::ExecutionModeDepthReplacing));
}

TEST(BuiltIns, TheInstanceIdDependsOnTheRules) {
  constexpr const char* text = "mov vt0, iid.x\nadd op, va0, vt0\n";
  const Emitted vulkan(text, in(Environment::Vulkan11));
  EXPECT_EQ(vulkan.decoration(vulkan.named("iid"), spv::DecorationBuiltIn), Numbers{spv::BuiltInInstanceIndex});
  const Emitted gl(text, in(Environment::OpenGL45));
  EXPECT_EQ(gl.decoration(gl.named("iid"), spv::DecorationBuiltIn), Numbers{spv::BuiltInInstanceId});
}

TEST(Bindings, HaveDefaults) {
  const Emitted module("tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc0\n");
  EXPECT_EQ(module.decoration(module.named("fc"), spv::DecorationBinding), Numbers{1});
  EXPECT_EQ(module.decoration(module.named("fs3"), spv::DecorationBinding), Numbers{5});
  EXPECT_EQ(module.decoration(module.named("fs3"), spv::DecorationDescriptorSet), Numbers{0});
  const Emitted vertex("mul op, va0, vc0\n");
  EXPECT_EQ(vertex.decoration(vertex.named("vc"), spv::DecorationBinding), Numbers{0});
}

TEST(Bindings, CanBeChanged) {
  const std::vector<Binding> bindings{{"fs3", 1, 9}, {"fc", 2, 7}};
  Options options;
  options.bindings = target::read_bindings(bindings);
  const Emitted module("tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc0\n", options);
  EXPECT_EQ(module.decoration(module.named("fc"), spv::DecorationBinding), Numbers{7});
  EXPECT_EQ(module.decoration(module.named("fc"), spv::DecorationDescriptorSet), Numbers{2});
  EXPECT_EQ(module.decoration(module.named("fs3"), spv::DecorationBinding), Numbers{9});
  EXPECT_EQ(module.decoration(module.named("fs3"), spv::DecorationDescriptorSet), Numbers{1});
}

TEST(Bindings, OpenGlHasNoSets) {
  const Emitted module("tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc0\n", in(Environment::OpenGL45));
  EXPECT_FALSE(module.decorated(module.named("fs3"), spv::DecorationDescriptorSet));
  EXPECT_EQ(module.decoration(module.named("fs3"), spv::DecorationBinding), Numbers{5});
}

std::uint32_t constants_length(const Emitted& module) {
  const Instruction array = module.all(spv::OpTypeArray).at(0);
  for (const Instruction& constant : module.all(spv::OpConstant))
    if (constant.operands[1] == array.operands[2]) return constant.operands[2];
  return 0;
}

TEST(Constants, AreAsManyAsAreUsed) {
  EXPECT_EQ(constants_length(Emitted("mul op, va0, vc6\n")), 7u);
  EXPECT_EQ(Emitted("mov op, va0\n").count(spv::OpTypeArray), 0u);
}

TEST(Constants, AreAllOfThemWhereARegisterAddressesThem) {
  EXPECT_EQ(constants_length(Emitted("mul op, va0, vc[va1.x]\n")), 128u);
}

TEST(Constants, AMatrixRowAVectorAndARelativeReadShareOneArray) {
  const Emitted module("m44 op, va0, vc0\nmov v0, vc1\nmov v1, vc[va1.x]\n");
  EXPECT_EQ(module.count(spv::OpTypeArray), 1u);
  EXPECT_EQ(module.count(spv::OpTypeMatrix), 0u);
}

TEST(Constants, InABlockAreStd140) {
  const Emitted module("mul op, va0, vc6\n");
  EXPECT_EQ(storage_of(module, "vc"), static_cast<std::uint32_t>(spv::StorageClassUniform));
  EXPECT_TRUE(module.decorated(module.named("VertexConstants"), spv::DecorationBlock));
  EXPECT_EQ(module.decoration(module.all(spv::OpTypeArray).at(0).operands[0], spv::DecorationArrayStride), Numbers{16});
}

TEST(Constants, CanBePushed) {
  Options options = in(Environment::Vulkan10, ConstantsMode::Push);
  options.push_offset = 64;
  const Emitted module("mul oc, v0, fc1\n", options);
  EXPECT_EQ(storage_of(module, "fc"), static_cast<std::uint32_t>(spv::StorageClassPushConstant));
  EXPECT_FALSE(module.decorated(module.named("fc"), spv::DecorationBinding));
  const Instruction offset = module.all(spv::OpMemberDecorate).at(0);
  EXPECT_EQ(offset.operands[2], static_cast<std::uint32_t>(spv::DecorationOffset));
  EXPECT_EQ(offset.operands[3], 64u);
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

TEST(Constants, OfBothStagesOfAnOpenGlProgramDoNotOverlap) {
  for (const Limits& limits : version_limits_table)
    EXPECT_LE(target::vertex_plain_location + limits.vertex_constants, target::fragment_plain_location);
}

TEST(EntryPoint, ListsInputsAndOutputs) {
  const Emitted module("tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc0\n");
  const Instruction entry = module.all(spv::OpEntryPoint).at(0);
  const Numbers listed(entry.operands.begin() + 4, entry.operands.end());  // model, id, "main" in two words
  EXPECT_EQ(listed.size(), 2u);
  EXPECT_EQ(std::count(listed.begin(), listed.end(), module.named("v0")), 1);
  EXPECT_EQ(std::count(listed.begin(), listed.end(), module.named("oc")), 1);
}

TEST(EntryPoint, ListsEveryGlobalFromSpirv14On) {
  for (const EnvironmentInfo& row : environment_table) {
    const Emitted module("tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc0\n", in(row.environment));
    const Instruction entry = module.all(spv::OpEntryPoint).at(0);
    const bool all = row.spirv_minor >= 4;
    EXPECT_EQ(entry.operands.size() - 4, all ? module.count(spv::OpVariable) : 2u) << row.name;
  }
}

TEST(Centroid, DecoratesTheVaryingOfBothStages) {
  const Emitted fragment("tex oc, v0, fs0 <2d, linear, centroid>\n");
  EXPECT_TRUE(fragment.decorated(fragment.named("v0"), spv::DecorationCentroid));
  lower::Options options;
  options.centroid_varyings.add(0);
  const Emitted vertex(test::lowered("mov op, va0\nmov v0, va1\nmov v1, va1\n", options));
  EXPECT_TRUE(vertex.decorated(vertex.named("v0"), spv::DecorationCentroid));
  EXPECT_FALSE(vertex.decorated(vertex.named("v1"), spv::DecorationCentroid));
}

TEST(Centroid, DoesNotHoldWhereUsesDisagree) {
  const Emitted module("tex ft0, v0, fs0 <2d, linear, centroid>\nmul oc, ft0, v0\n");
  EXPECT_FALSE(module.decorated(module.named("v0"), spv::DecorationCentroid));
}

TEST(Samplers, HaveTheDimensionOfTheTexture) {
  const Emitted module(
      "tex ft0, v0, fs0 <2d, linear>\ntex ft1, v0, fs1 <cube, linear>\ntex ft2, v0, fs2 <3d, linear>\n"
      "add ft0, ft0, ft1\nadd oc, ft0, ft2\n");
  std::vector<std::uint32_t> dimensions;
  for (const Instruction& image : module.all(spv::OpTypeImage)) dimensions.push_back(image.operands[2]);
  EXPECT_EQ(dimensions, (Numbers{spv::Dim2D, spv::DimCube, spv::Dim3D}));
}

Options separate(Environment environment = Environment::Vulkan10) {
  Options options = in(environment);
  options.samplers = Samplers::Separate;
  return options;
}

TEST(Samplers, AreTwoVariablesIfSeparate) {
  const std::vector<Binding> bindings{{"fs1", 2, 9}};
  Options options = separate();
  options.bindings = target::read_bindings(bindings);
  const Emitted module("tex ft0, v0, fs3 <2d, linear>\ntex ft1, v0, fs1 <cube, linear>\nadd oc, ft0, ft1\n", options);
  EXPECT_EQ(module.count(spv::OpTypeSampler), 1u) << "one type for all";
  const auto place = [&](const char* name) {
    Numbers numbers = module.decoration(module.named(name), spv::DecorationDescriptorSet);
    numbers.push_back(module.decoration(module.named(name), spv::DecorationBinding).at(0));
    return numbers;
  };
  EXPECT_EQ(place("fs3"), (Numbers{0, 5}));
  EXPECT_EQ(place("fs3_sampler"), (Numbers{0, 37}));
  EXPECT_EQ(place("fs1"), (Numbers{2, 9}));
  EXPECT_EQ(place("fs1_sampler"), (Numbers{2, 41}));
  for (const char* name : {"fs3", "fs3_sampler"})
    EXPECT_EQ(storage_of(module, name), static_cast<std::uint32_t>(spv::StorageClassUniformConstant)) << name;
}

TEST(Samplers, AreOneVariableIfCombined) {
  const Emitted module("tex oc, v0, fs3 <2d, linear>\n");
  EXPECT_EQ(module.count(spv::OpTypeSampler), 0u);
  EXPECT_EQ(module.count(spv::OpSampledImage), 0u);
  EXPECT_EQ(module.named("fs3_sampler"), 0u);
}

TEST(Samplers, AreCombinedDirectlyBeforeEachFetch) {
  const Emitted module(
      "tex ft0, v0, fs0 <2d, linear>\nifg ft0.x, fc0.x\ntex ft1, v1, fs0 <2d, linear>\nels\n"
      "tex ft1, v1, fs1 <2d, linear>\neif\nadd ft1, ft1, ft0\nmov oc, ft1\n",
      separate());
  EXPECT_EQ(module.count(spv::OpSampledImage), 3u);
  std::uint32_t combined = 0;  // by the instruction before
  for (const Instruction& inst : module.list) {
    if (inst.op == spv::OpImageSampleImplicitLod || inst.op == spv::OpImageSampleExplicitLod) {
      EXPECT_EQ(inst.operands[2], combined);
    }
    combined = inst.op == spv::OpSampledImage ? inst.operands[1] : 0;
  }
}

TEST(Samplers, AreListedFromSpirv14OnIfSeparate) {
  const Emitted module("tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc0\n", separate(Environment::Vulkan13));
  const Instruction entry = module.all(spv::OpEntryPoint).at(0);
  EXPECT_EQ(std::count(entry.operands.begin() + 4, entry.operands.end(), module.named("fs3_sampler")), 1);
}

TEST(InterfaceOf, SaysWhatIsLeft) {
  ir::Module module = test::lowered(
      "tex ft0, v1, fs3 <2d, linear>\nkil ft0.w\nmov oc, ft0\nmov oc1, fc4\nmov fd.x, v2\nadd ft5, v6, fc9\n");
  ASSERT_TRUE(opt::run_pipeline(module, {}).empty());
  const ir::ModuleInterface found = ir::interface_of(module);
  EXPECT_TRUE(found.varyings.contains(1));
  EXPECT_TRUE(found.varyings.contains(2));
  EXPECT_FALSE(found.varyings.contains(6));
  EXPECT_EQ(found.constants, 5u);
  EXPECT_EQ(found.colors.count(), 2u);
  EXPECT_TRUE(found.samplers.contains(0));  // the slot, not the number
  EXPECT_TRUE(found.depth && found.kills);
  EXPECT_FALSE(found.position || found.indirect || found.instance);
}

}  // namespace
}  // namespace agal::spirv
