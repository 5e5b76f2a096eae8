// The structs, without JSON.
#include "agal/interface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "reflect/resources.hpp"
#include "reflected.hpp"

namespace agal::test {
namespace {

constexpr WriteMask x = 1, y = 2, w = 8, xy = 3, xyz = 7, xyzw = 15;

Interface interface_of(const Program& program, const CompileOptions& options = {}) {
  std::optional<Interface> found = compiled(program, options).program_interface;
  EXPECT_TRUE(found);
  return found.value_or(Interface{});
}

const Interface::Register* find(const Interface& program, std::string_view name) {
  const auto found = std::find_if(program.registers.begin(), program.registers.end(),
                                  [&](const Interface::Register& each) { return each.name == name; });
  return found != program.registers.end() ? &*found : nullptr;
}

CompileOptions with_constants(Target target, ConstantsMode mode) {
  CompileOptions options = for_target(target);
  options.constants = mode;
  return options;
}

TEST(Interface, HasProgramAndTarget) {
  CompileOptions options = for_target(Target::Msl20);
  options.environment = Environment::Vulkan12;
  const Interface found = interface_of(vertex("m44 op, va0, vc0\nmov v0, va1\nmov v1, va1\n", 2), options);
  EXPECT_EQ(found.stage, Stage::Vertex);
  EXPECT_EQ(found.version, 2u);
  EXPECT_EQ(found.target, Target::Msl20);
  EXPECT_EQ(found.environment, Environment::Vulkan12);
  EXPECT_EQ(found.spirv_entry_point, "main");
  EXPECT_EQ(found.entry_point, "main0") << "Metal has no function main";
  EXPECT_EQ(found.tokens, 3u);
  EXPECT_EQ(found.opcodes, (std::vector<Interface::OpcodeCount>{{Opcode::Mov, 2}, {Opcode::M44, 1}}));
}

TEST(Interface, IsUnsetWithoutReflect) {
  CompileOptions options;
  options.reflect = false;
  const Compilation compilation = compiled(vertex("mov op, va0\n"), options);
  EXPECT_FALSE(compilation.program_interface);
  EXPECT_EQ(compilation.reflection, "");
  const Result<LinkedCompilation> pair = link(vertex("mov op, va0\n"), fragment("mov oc, fc0\n"), options);
  ASSERT_TRUE(pair);
  EXPECT_FALSE(pair->shared_interface);
  EXPECT_FALSE(pair->vertex.program_interface);
  EXPECT_EQ(pair->reflection, "");
}

TEST(Interface, RegistersAreThoseOfTokens) {
  const Interface found = interface_of(vertex("dp3 vt1.w, va1.zyx, vc2\nmul vt2, va3, vt1.w\nmov op, vt1.w\n"));
  EXPECT_EQ(found.registers, (std::vector<Interface::Register>{{"va1", RegisterType::Attribute, 1, xyz, 0},
                                                               {"va3", RegisterType::Attribute, 3, xyzw, 0},
                                                               {"vc2", RegisterType::Constant, 2, xyz, 0},
                                                               {"vt1", RegisterType::Temporary, 1, w, w},
                                                               {"vt2", RegisterType::Temporary, 2, 0, xyzw},
                                                               {"op", RegisterType::Output, 0, 0, xyzw}}));
}

TEST(Interface, AttributesExcludeDeadReads) {
  const Interface found = interface_of(vertex("mul vt0, va1, vc7\nmov op, va0.xyyy\n"));
  EXPECT_EQ(found.attributes, (std::vector<Interface::Attribute>{{"va0", 0, xy}}));
  EXPECT_NE(find(found, "va1"), nullptr) << "a token names it still";
}

TEST(Interface, VaryingsHaveComponentsOfTheirStage) {
  EXPECT_EQ(interface_of(vertex("mov op, va0\nmov v3.xy, va1.xy\nmov v3.zw, va1.zw\n")).varyings,
            (std::vector<Interface::Varying>{{"v3", 3, xyzw, false}}));
  EXPECT_EQ(interface_of(fragment("tex ft0, v2, fs0 <2d,centroid>\nmul oc, ft0, v1.y\n", 2)).varyings,
            (std::vector<Interface::Varying>{{"v1", 1, y, false}, {"v2", 2, xy, true}}));
}

TEST(Interface, InstanceIdBaseFollowsTarget) {
  const Program program = vertex("mov vt0, va0\nadd vt0.x, vt0.x, iid.x\nmov op, vt0\n", 3);
  EXPECT_EQ(interface_of(program, for_target(Target::Msl20)).instance_id, Interface::InstanceId{true});
  EXPECT_EQ(interface_of(program, for_target(Target::Glsl330)).instance_id, Interface::InstanceId{false});
  EXPECT_FALSE(interface_of(vertex("mov op, va0\n")).instance_id);
}

TEST(Interface, UniformBlockHasSlotsInEachApi) {
  CompileOptions options = for_target(Target::Spv);
  options.bindings = {{"fc", 3, 7}};
  const Interface::Uniforms bound = interface_of(fragment("mov oc, fc1\n"), options).uniforms;
  ASSERT_TRUE(bound.layout);
  EXPECT_EQ(bound.name, "fc");
  EXPECT_EQ(bound.layout->mode, ConstantsMode::Ubo);
  EXPECT_EQ(bound.layout->block, "FragmentConstants");
  EXPECT_EQ(bound.layout->member, "c");
  EXPECT_EQ(bound.layout->count, 2u);
  EXPECT_EQ(bound.layout->stride, 16u);
  EXPECT_EQ(bound.layout->size(), 32u);
  EXPECT_EQ(bound.layout->offset, 0u);
  EXPECT_FALSE(bound.layout->location);
  EXPECT_EQ(bound.layout->slots, (Interface::Slots{3, 7, 7, 7, 0}));

  const Interface::Uniforms free = interface_of(fragment("mov oc, fc1\n"), for_target(Target::Glsl450)).uniforms;
  ASSERT_TRUE(free.layout);
  EXPECT_EQ(free.layout->slots, (Interface::Slots{std::nullopt, 1, 0, 1, 0})) << "OpenGL has no sets";
}

TEST(Interface, PlainArrayHasLocation) {
  const Interface::Uniforms found = interface_of(fragment("mov oc, fc1\n"), for_target(Target::Essl100)).uniforms;
  ASSERT_TRUE(found.layout);
  EXPECT_EQ(found.layout->mode, ConstantsMode::Plain);
  EXPECT_EQ(found.layout->location, 256u);
  EXPECT_EQ(found.layout->block, "");
  EXPECT_FALSE(found.layout->slots);
}

TEST(Interface, ConstantsAreCountedBeforeAndAfter) {
  const Interface::Uniforms found =
      interface_of(vertex("m44 op, va0, vc1\nmul v0, va1, vc6\nmul vt0, va1, vc9\n")).uniforms;
  EXPECT_EQ(found.before, (Interface::Constants{128, false, {{1, 4}, {6, 1}, {9, 1}}}));
  EXPECT_EQ(found.after, (Interface::Constants{7, false, {{1, 4}, {6, 1}}}));
  const Interface::Uniforms none = interface_of(vertex("mov op, va0\n")).uniforms;
  EXPECT_EQ(none.after, Interface::Constants{});
  EXPECT_FALSE(none.layout);
}

TEST(Interface, ConsecutiveRegistersFormRanges) {
  base::RegisterSet set;
  for (const std::uint32_t n : {0u, 1u, 2u, 5u, 63u, 64u}) set.add(n);
  EXPECT_EQ(reflect::ranges_of(set), (std::vector<RegisterRange>{{0, 3}, {5, 1}, {63, 2}}));
  EXPECT_TRUE(reflect::ranges_of({}).empty());
}

TEST(Interface, RelativeAddressesHaveReach) {
  CompileOptions options;
  const Program program = vertex("m44 op, va0, vc[va1.y+200]\n");
  const Interface::RelativeAddress address{1, Operand::Source2, "va1", 1, 200, 4, {0, 128}, true};
  EXPECT_EQ(interface_of(program).indirect, std::vector{address});
  EXPECT_TRUE(interface_of(program).uniforms.after.indirect);
  options.semantics.offset_sign = OffsetSign::Signed;
  options.semantics.clamp_index = false;
  const Interface found = interface_of(program, options);
  ASSERT_EQ(found.indirect.size(), 1u);
  EXPECT_EQ(found.indirect[0].offset, -56);
  EXPECT_FALSE(found.indirect[0].clamped);
}

TEST(Interface, SamplersHaveSlotsAndStates) {
  CompileOptions options = for_target(Target::Hlsl51);
  options.environment = Environment::Vulkan10;
  options.bindings = {{"fs3", 1, 9}};
  const Interface found = interface_of(fragment("tex ft0, v0, fs3 <cube,anisotropic8x,mipnearest,clamp,-1.5>\n"
                                                "tex ft1, v1, fs3 <cube,anisotropic8x,mipnearest,clamp,-1.5>\n"
                                                "tex ft2, v1, fs5 <2d>\nadd oc, ft0, ft1\n",
                                                2),
                                       options);
  ASSERT_EQ(found.samplers.size(), 2u);
  const Interface::Sampler& cube = found.samplers[0];
  EXPECT_EQ(cube.name, "fs3");
  EXPECT_EQ(cube.index, 3u);
  ASSERT_TRUE(cube.bound);
  EXPECT_EQ(cube.bound->kind, TextureKind::Cube);
  EXPECT_EQ(cube.bound->slots, (Interface::Slots{1, 9, 9, 9, 1}));
  EXPECT_TRUE(cube.consistent());
  ASSERT_EQ(cube.states.size(), 1u);
  EXPECT_EQ(cube.states[0].tokens, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(cube.states[0].anisotropy, 8u);
  EXPECT_EQ(cube.states[0].operand.bias(), -1.5f);
  EXPECT_TRUE(cube.states[0].operand.has(SamplerOption::Clamp));
  EXPECT_TRUE(cube.states[0].operand.has(SamplerOption::MipNearest));
  EXPECT_FALSE(cube.states[0].operand.has(SamplerOption::IgnoreSampler));

  EXPECT_EQ(found.samplers[1].name, "fs5");
  EXPECT_FALSE(found.samplers[1].bound) << "nothing needs what it gives";
  EXPECT_EQ(found.samplers[1].states.at(0).tokens, (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(found.samplers[1].states.at(0).anisotropy, 1u);
}

TEST(Interface, SamplersOfTwoStatesAreNotConsistent) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Warn;
  const Interface found = interface_of(
      fragment("tex ft0, v0, fs0 <2d,linear>\ntex ft1, v1, fs0 <2d,nearest>\nadd oc, ft0, ft1\n"), options);
  ASSERT_EQ(found.samplers.size(), 1u);
  EXPECT_FALSE(found.samplers[0].consistent());
  ASSERT_EQ(found.samplers[0].states.size(), 2u);
  EXPECT_TRUE(found.samplers[0].states[0].operand.has(SamplerOption::Linear));
  EXPECT_TRUE(found.samplers[0].states[1].operand.has(SamplerOption::Nearest));
}

TEST(Interface, OutputsAreThoseWritten) {
  const Interface::Outputs vertex_outputs = interface_of(vertex("mov op, va0\n")).outputs;
  EXPECT_EQ(vertex_outputs, (Interface::Outputs{true, {}, false, false}));
  const Program all = fragment("mov ft0, v0\nkil ft0.w\nmov oc0, ft0\nmov oc1, fc0\nmov fd.x, ft0.z\n", 2);
  EXPECT_EQ(interface_of(all).outputs, (Interface::Outputs{false, {{"oc", 0}, {"oc1", 1}}, true, true}));
}

TEST(Interface, ClipSpaceFollowsTarget) {
  EXPECT_EQ(interface_of(vertex("mov op, va0\n"), for_target(Target::Essl100)).clip_space,
            (Interface::ClipSpace{ClipZ::NegativeOneToOne, false}));
  CompileOptions options = for_target(Target::Spv);
  options.flip_y = true;
  EXPECT_EQ(interface_of(vertex("mov op, va0\n"), options).clip_space, (Interface::ClipSpace{ClipZ::ZeroToOne, true}));
  EXPECT_FALSE(interface_of(fragment("mov oc, v0\n")).clip_space);
}

TEST(Interface, ExtensionsAreListedByTarget) {
  const Interface found =
      interface_of(fragment("mov ft0, v0\nddx ft1, ft0\nadd oc1, ft1, ft0\nmov oc0, ft0\nmov fd.x, ft0.x\n", 2));
  ASSERT_EQ(found.extensions.size(), 1u);
  EXPECT_EQ(found.extensions[0].target, Target::Essl100);
  EXPECT_EQ(found.extensions[0].names,
            (std::vector<std::string_view>{"GL_EXT_frag_depth", "GL_EXT_draw_buffers", "GL_OES_standard_derivatives"}));
}

// If the target has explicit gradients, the derivatives for such a fetch are computed before the branch; the targets
// that need an extension for derivatives do not have explicit gradients.
TEST(Interface, FetchInBranchNeedsNoExtension) {
  const Program program = fragment("mov ft0, fc0\nifg v0.x, fc0.x\ntex ft0, v1, fs0 <2d>\neif\nmov oc, ft0\n", 2);
  EXPECT_TRUE(interface_of(program, for_target(Target::Spv)).extensions.empty());
  const Compilation essl = compiled(program, for_target(Target::Essl100));
  EXPECT_EQ(essl.text.find("#extension"), std::string::npos);
}

TEST(Interface, PairHasSharedVaryings) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Warn;
  const Result<LinkedCompilation> pair =
      link(vertex("mov op, va0\nmov v0.xyz, va1.xyz\nmov v1, va1\n", 2),
           fragment("tex ft0, v0, fs0 <2d,centroid>\nadd oc, ft0, v5.x\n", 2), options);
  ASSERT_TRUE(pair) << render_text(pair.diagnostics());
  ASSERT_TRUE(pair->shared_interface);
  const SharedInterface& shared = *pair->shared_interface;
  EXPECT_EQ(shared.kept, (std::vector<SharedInterface::Varying>{{"v0", 0, xyz, xy, true}}));
  EXPECT_EQ(shared.dropped, (std::vector<NamedLocation>{{"v1", 1}}));
  EXPECT_EQ(shared.added, (std::vector<NamedLocation>{{"v5", 5}}));
  EXPECT_TRUE(shared.push_ranges.empty());
  EXPECT_EQ(pair->vertex.program_interface.value().varyings.size(), 2u);
  EXPECT_EQ(pair->fragment.program_interface.value().varyings.at(1), (Interface::Varying{"v5", 5, x, false}));
}

TEST(Interface, PairHasPushRanges) {
  const CompileOptions options = with_constants(Target::Spv, ConstantsMode::Push);
  const Result<LinkedCompilation> pair =
      link(vertex("m44 op, va0, vc0\nmov v0, va1\n"), fragment("mul oc, v0, fc1\n"), options);
  ASSERT_TRUE(pair) << render_text(pair.diagnostics());
  EXPECT_EQ(pair->shared_interface.value().push_ranges,
            (std::vector<SharedInterface::PushRange>{{Stage::Vertex, 0, 64}, {Stage::Fragment, 64, 32}}));
  const std::optional<Interface::Layout>& layout = pair->fragment.program_interface.value().uniforms.layout;
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->offset, 64u);
  EXPECT_EQ(layout->block, "FragmentConstants");
  EXPECT_FALSE(layout->slots);
}

}  // namespace
}  // namespace agal::test
