// Tests the answers of --prove about products.
#include "proofs/products.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "support/lowering.hpp"

namespace agal::proofs {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view program_text = "//! agal 1 fragment\nmul ft0, v0, fc0\npow ft0, ft0, fc1\nmov oc, ft0\n";

CompileOptions to(Target target) {
  CompileOptions options;
  options.target = target;
  return options;
}

CheckedProduct checked(const Program& program, const CompileOptions& options) {
  const Result<Compilation> product = compile(program, options);
  EXPECT_TRUE(product) << render_text(product.diagnostics());
  return check_product(program, *product, options);
}

TEST(SpirvSource, DependsOnLanguage) {
  EXPECT_EQ(spirv_source_of(Target::Spv), SpirvSource::Words);
  EXPECT_EQ(spirv_source_of(Target::Spvasm), SpirvSource::Words);
  for (const Target target : {Target::Glsl120, Target::Glsl330, Target::VulkanGlsl450, Target::Essl100, Target::Hlsl51})
    EXPECT_EQ(spirv_source_of(target), SpirvSource::Text);
  EXPECT_EQ(spirv_source_of(Target::Msl21), SpirvSource::None);
  EXPECT_EQ(spirv_source_of(Target::Wgsl), SpirvSource::None);
}

TEST(SpirvSource, NoteNamesEachLanguageOnce) {
  const std::vector<Target> targets{Target::Spv, Target::Msl20, Target::Msl21, Target::Wgsl};
  const Diagnostics notes = unproved(targets);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].code, 1122);
  EXPECT_THAT(notes[0].message, HasSubstr("MSL, WGSL cannot be converted back"));
  EXPECT_TRUE(unproved(std::vector<Target>{Target::Spv, Target::Hlsl50}).empty());
}

TEST(CheckedProducts, ReportClassOfEquality) {
  const Program program = test::assembled(std::string(program_text));
  const CheckedProduct words = checked(program, to(Target::Spv)), text = checked(program, to(Target::Hlsl50));
  EXPECT_EQ(words.answer, "equal");
  EXPECT_TRUE(words.diagnostics.empty());
  EXPECT_EQ(text.answer, "equal up to rounding");
  EXPECT_TRUE(text.diagnostics.empty());
}

TEST(CheckedProducts, AreProvedWithOtherOptions) {
  const Program program = test::assembled("//! agal 1 vertex\nm44 op, va0, vc0\nmov v0, va1\n");
  CompileOptions options = to(Target::Hlsl50);
  options.entry_points = {"shade", "shade"};
  options.flip_y = true;
  options.bindings = {{"vc", 0, 3}};
  EXPECT_EQ(checked(program, options).answer, "equal");
  options.target = Target::Spvasm;
  EXPECT_EQ(checked(program, options).answer, "equal");
}

TEST(CheckedProducts, AreProvedWithChosenNamesAndLayouts) {
  for (const std::string_view text : {"//! agal 1 vertex\nm44 op, va0, vc0\nadd v0, va1, vc6\n",
                                      "//! agal 1 fragment\ntex ft0, v0, fs3 <2d, linear>\ntex ft1, v0, fs5 "
                                      "<cube>\nadd ft0, ft0, ft1\nmul oc, ft0, fc2\n"})
    for (const Target target : {Target::Glsl120, Target::Glsl330, Target::Glsl450, Target::VulkanGlsl450,
                                Target::Essl100, Target::Essl300, Target::Hlsl50, Target::Hlsl51, Target::Spv})
      for (const BindingLayout layout : {BindingLayout::Abi, BindingLayout::Sdl}) {
        CompileOptions options = to(target);
        options.layout = layout;
        options.renames = {{"va0", "place"}, {"va1", "uv"},  {"v0", "vUv"},   {"vc0..3", "mvp"},
                           {"vc6", "shift"}, {"fs3", "map"}, {"fc2", "tint"}, {"oc", "color"}};
        options.hlsl_semantics = {{"va0", "POSITION"}, {"va1", "NORMAL"}, {"v0", "COLOR1"}};
        options.version_line = false;
        // GLSL ES 1.00 rounds colors.
        const std::string_view answer =
            target == Target::Essl100 && text.find("tex ") != text.npos ? "equal up to rounding" : "equal";
        EXPECT_EQ(checked(test::assembled(std::string(text)), options).answer, answer) << info(target).name << text;
      }
}

// With the layout of SDL, the register space of shader model 5.1 is the set.
TEST(CheckedProducts, AreProvedWithLayoutsByEitherWriter) {
  for (const std::string_view text :
       {"//! agal 1 vertex\nm44 op, va0, vc0\nadd v0, va1, vc6\n", "//! agal 1 fragment\nmul oc, v0, fc2\n",
        "//! agal 1 fragment\ntex ft0, v0, fs3 <2d>\ntex ft1, v0, fs5 <cube>\nmul oc, ft0, ft1\n"})
    for (const TargetInfo& target : target_table)
      for (const Writer writer : {Writer::Own, Writer::Cross}) {
        if (!can_prove(target.target)) continue;
        CompileOptions options = to(target.target);
        options.writer = writer;
        options.layout = BindingLayout::Sdl;
        const CheckedProduct found = checked(test::assembled(std::string(text)), options);
        EXPECT_TRUE(found.diagnostics.empty()) << target.name << text << render_text(found.diagnostics);
      }
}

// Returns the answer about a product that was compiled without an option, and is proved with it.
std::string answer_if_ignored(const Program& program, const CompileOptions& options) {
  CompileOptions without = options;
  without.renames.clear();
  without.hlsl_semantics.clear();
  const Result<Compilation> product = compile(program, without);
  EXPECT_TRUE(product);
  return check_product(program, *product, options).answer;
}

TEST(CheckedProducts, RequireChosenNames) {
  const Program vertex = test::assembled("//! agal 1 vertex\nm44 op, va0, vc0\nadd v0, va1, vc6\n");
  const Program fragment = test::assembled("//! agal 1 fragment\ntex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc2\n");
  for (const Target target : {Target::Glsl120, Target::Glsl330, Target::Glsl450, Target::VulkanGlsl450, Target::Essl100,
                              Target::Essl300, Target::Hlsl50, Target::Hlsl51}) {
    const bool has_colors = has(target, TargetFeature::InOutVariables),
               has_samplers = info(target).family == TargetFamily::Hlsl;
    for (const Rename& rename : std::vector<Rename>{{"va0", "place"},
                                                    {"va1", "normal"},
                                                    {"v0", "vUv"},
                                                    {"vc", "matrices"},
                                                    {"vc0..3", "mvp"},
                                                    {"vc6", "shift"}}) {
      CompileOptions options = to(target);
      options.renames = {rename};
      EXPECT_EQ(checked(vertex, options).answer, "equal") << info(target).name << rename.registers;
      EXPECT_EQ(answer_if_ignored(vertex, options), "different") << info(target).name << rename.registers;
    }
    for (const Rename& rename : std::vector<Rename>{{"v0", "vUv"},
                                                    {"fs3", "map"},
                                                    {"fs3_sampler", "state"},
                                                    {"fc", "tints"},
                                                    {"fc2", "tint"},
                                                    {"oc", "color"}}) {
      if ((rename.name == "color" && !has_colors) || (rename.name == "state" && !has_samplers)) continue;
      CompileOptions options = to(target);
      options.renames = {rename};
      EXPECT_EQ(answer_if_ignored(fragment, options), "different") << info(target).name << rename.registers;
    }
  }
}

TEST(CheckedProducts, RequireChosenSemantics) {
  const Program program = test::assembled("//! agal 1 vertex\nm44 op, va0, vc0\nmov v0, va1\n");
  for (const RegisterSemantic& semantic :
       std::vector<RegisterSemantic>{{"va0", "POSITION"}, {"va1", "COLOR1"}, {"v0", "TEXCOORD5"}, {"v0", "NORMAL"}}) {
    CompileOptions options = to(Target::Hlsl50);
    options.hlsl_semantics = {semantic};
    EXPECT_EQ(answer_if_ignored(program, options), "different") << semantic.resource << semantic.semantic;
  }
}

// A chosen name does not replace the binding, the location or the offset of the register.
TEST(CheckedProducts, RequirePlacesOfChosenNames) {
  struct Fault {
    const char* program;
    Target target;
    Rename rename;
    const char* place;
    const char* wrong;
    std::optional<ConstantsMode> constants = {};
  };
  for (const Fault& one : std::vector<Fault>{
           {"//! agal 1 vertex\nm44 op, va0, vc0\n", Target::Glsl450, {"va0", "place"}, "location = 0", "location = 1"},
           {"//! agal 1 fragment\ntex oc, v0, fs0 <2d>\n",
            Target::VulkanGlsl450,
            {"fs0", "map"},
            "binding = 2",
            "binding = 3"},
           {"//! agal 1 fragment\nmul oc, v0, fc1\n",
            Target::Glsl450,
            {"fc1", "tint"},
            "location = 257",
            "location = 300",
            ConstantsMode::Plain},
           {"//! agal 1 fragment\nmul oc, v0, fc1\n", Target::Hlsl50, {"fc1", "tint"}, "register(b1)", "register(b2)"},
           {"//! agal 1 fragment\nmul oc, v0, fc1\n", Target::Essl300, {"fc1", "tint"}, "vec4 fc0;\n", "\n"},
       }) {
    const Program program = test::assembled(one.program);
    CompileOptions options = to(one.target);
    options.renames = {one.rename};
    options.constants = one.constants;
    Result<Compilation> product = compile(program, options);
    ASSERT_TRUE(product);
    EXPECT_EQ(check_product(program, *product, options).answer, "equal") << product->text;
    const std::size_t at = product->text.find(one.place);
    ASSERT_NE(at, std::string::npos) << product->text;
    product->text.replace(at, std::string_view(one.place).size(), one.wrong);
    EXPECT_EQ(check_product(program, *product, options).answer, "different") << product->text;
  }
}

// A fetch in a branch gets gradients, which the bias scales.
TEST(CheckedProducts, AreProvedWithAnyBiasInBranch) {
  for (int eighths = -128; eighths <= 127; ++eighths) {
    const Program program = test::assembled(fmt::format(
        "//! agal 2 fragment\nmov ft0, fc0\nifl v0.x, fc0.x\ntex ft0, v1.xy, fs0 <2d, linear, miplinear, {}>\n"
        "eif\nmov oc, ft0\n",
        static_cast<float>(eighths) / 8));
    EXPECT_EQ(checked(program, to(Target::Spv)).answer, "equal up to rounding") << eighths;
  }
}

TEST(CheckedProducts, ReportDifferenceAsError) {
  const Program program = test::assembled(std::string(program_text));
  const Program other = test::assembled("//! agal 1 fragment\nmul ft0, v0, fc1\npow ft0, ft0, fc1\nmov oc, ft0\n");
  for (const Target target : {Target::Spv, Target::Essl300}) {
    const Result<Compilation> product = compile(other, to(target));
    ASSERT_TRUE(product);
    const CheckedProduct found = check_product(program, *product, to(target));
    EXPECT_EQ(found.answer, "different");
    ASSERT_EQ(found.diagnostics.size(), 1u);
    EXPECT_EQ(found.diagnostics[0].code, 5004);
    EXPECT_EQ(found.diagnostics[0].severity, Severity::Error);
    EXPECT_THAT(found.diagnostics[0].message, HasSubstr(std::string(info(target).name)));
    EXPECT_THAT(found.diagnostics[0].message, HasSubstr("oc."));
  }
}

// The first two varyings are declared so that the third one is in its register.
TEST(CheckedProducts, KeepRegistersOfVaryings) {
  const Program program = test::assembled("//! agal 1 fragment\nmov oc, v2\n");
  Result<Compilation> product = compile(program, to(Target::Hlsl50));
  ASSERT_TRUE(product);
  EXPECT_EQ(check_product(program, *product, to(Target::Hlsl50)).answer, "equal");
  const std::size_t filler = product->text.find("TEXCOORD1");
  ASSERT_NE(filler, std::string::npos);
  product->text.replace(filler, 9, "TEXCOORD7");
  const CheckedProduct found = check_product(program, *product, to(Target::Hlsl50));
  EXPECT_EQ(found.answer, "not decided");
  ASSERT_EQ(found.diagnostics.size(), 1u);
  EXPECT_THAT(found.diagnostics[0].message, HasSubstr("TEXCOORD7 is in register 1.0"));
}

TEST(CheckedPairs, ReportBothPrograms) {
  const Program vertex = test::assembled("//! agal 1 vertex\nm44 op, va0, vc0\nmov v0, va1\nmov v1, va1\n");
  const Program fragment = test::assembled("//! agal 1 fragment\nmul oc, v0, fc0\n");
  for (const Target target : {Target::Spv, Target::Hlsl50}) {
    const Result<LinkedCompilation> linked = link(vertex, fragment, to(target));
    ASSERT_TRUE(linked);
    EXPECT_TRUE(check_pair(vertex, fragment, linked->vertex, linked->fragment, to(target)).empty());
    const Program other = test::assembled("//! agal 1 vertex\nm44 op, va0, vc4\nmov v0, va1\nmov v1, va1\n");
    const Diagnostics found = check_pair(other, fragment, linked->vertex, linked->fragment, to(target));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].code, 5004);
    EXPECT_EQ(found[0].location.stage, Stage::Vertex);
  }
  Result<LinkedCompilation> linked = link(vertex, fragment, to(Target::Essl300));
  ASSERT_TRUE(linked);
  linked->fragment.text += "}";
  const Diagnostics found = check_pair(vertex, fragment, linked->vertex, linked->fragment, to(Target::Essl300));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].code, 1125);
  EXPECT_EQ(found[1].code, 1125);
}

// Pairs whose fragment program reads only a part of the varyings.
struct PairText {
  std::string_view vertex, fragment;
};
constexpr PairText pairs_with_unread_varyings[]{
    {"mov op, va0\nmov v1, va1\nmov v0, va1\n", "mov oc, v1\n"},
    {"m44 op, va0, vc0\nmov v0, va1\nmul v1, va1, vc4\nmov v2, va2\n", "mul ft0, v2, fc0\nmov oc, ft0\n"},
    {"m44 op, va0, vc0\nmov v0, va1\nmov v3.xy, va2\nmov v3.zw, vc4.xyxy\n",
     "tex ft0, v3.xy, fs0 <2d, linear>\nmov oc, ft0\n"},
    {"mov op, va0\nmov v0, va1\nmov v1, va0\nmov v2, vc0\n", "sub ft0.x, v1.w, fc0.x\nkil ft0.x\nmov oc, fc1\n"},
    {"mov op, va0\nmov v0, va1\nmov v7, va1\n", "mov oc, fc0\n"},
};

TEST(CheckedPairs, MayDropVaryingsInEveryForm) {
  for (const PairText& text : pairs_with_unread_varyings) {
    const Program vertex = test::assembled("//! agal 1 vertex\n" + std::string(text.vertex));
    const Program fragment = test::assembled("//! agal 1 fragment\n" + std::string(text.fragment));
    for (const TargetInfo& target : target_table)
      for (const Writer writer : {Writer::Own, Writer::Cross})
        for (const Precision precision : {Precision::High, Precision::Medium, Precision::LowColor}) {
          if (!can_prove(target.target)) continue;
          CompileOptions options = to(target.target);
          options.writer = writer;
          options.precision = precision;
          const Result<LinkedCompilation> linked = link(vertex, fragment, options);
          ASSERT_TRUE(linked) << render_text(linked.diagnostics());
          const Diagnostics found = check_pair(vertex, fragment, linked->vertex, linked->fragment, options);
          EXPECT_TRUE(found.empty()) << target.name << "\n" << text.fragment << render_text(found);
        }
  }
}

// A wrong vertex product of such a pair is still found.
TEST(CheckedPairs, MustWriteVaryingsThatAreRead) {
  for (const Target target : {Target::Essl100, Target::Essl300, Target::Spv}) {
    CompileOptions options = to(target);
    options.precision = Precision::Medium;
    const Program vertex = test::assembled("//! agal 1 vertex\nmov op, va0\nmov v0, va1\nmov v1, va2\n");
    const Program fragment = test::assembled("//! agal 1 fragment\nmov oc, v1\n");
    const Program wrong = test::assembled("//! agal 1 vertex\nmov op, va0\nmov v0, va1\nmov v1, va1\n");
    const Result<LinkedCompilation> linked = link(wrong, fragment, options);
    ASSERT_TRUE(linked);
    const Diagnostics found = check_pair(vertex, fragment, linked->vertex, linked->fragment, options);
    ASSERT_EQ(found.size(), 1u) << render_text(found);
    EXPECT_EQ(found[0].code, 5004);
    EXPECT_EQ(found[0].location.stage, Stage::Vertex);
  }
}

// Textures at one place are one texture to the host (docs/abi.md).
TEST(CheckedProducts, MayShareThePlaceOfTextures) {
  const std::string_view two = "tex ft0, v0, fs0 <2d, linear>\ntex ft1, v0.yx, fs1 <2d, linear>\nadd oc, ft0, ft1\n";
  const std::string_view three =
      "tex ft0, v0, fs1 <2d, repeat>\ntex ft1, v0.yx, fs4 <2d, repeat>\nsub ft0, ft0, ft1\n"
      "tex ft1, v0.xx, fs2 <2d, repeat>\nmul oc, ft0, ft1\n";
  const std::string_view cube = "tex ft0, v0, fs0 <cube, clamp>\ntex ft1, v1, fs3 <cube, clamp>\nadd oc, ft0, ft1\n";
  const std::string_view one = "tex oc, v0, fs1 <2d, linear>\n";
  struct Case {
    std::string_view text;
    std::vector<Binding> bindings;
  };
  const std::vector<Case> cases{{two, {{"fs1", 0, 2}}},
                                {two, {{"fs0", 1, 5}, {"fs1", 1, 5}}},
                                {three, {{"fs4", 0, 3}, {"fs2", 0, 3}}},
                                {three, {{"fs1", 0, 6}}},
                                {cube, {{"fs3", 0, 2}}},
                                // No texture of the program is at the default place of fs0.
                                {one, {{"fs1", 0, 2}}}};
  for (const Case& each : cases)
    for (const Target target : {Target::Spv, Target::VulkanGlsl450, Target::Glsl450, Target::Essl310, Target::Glsl330,
                                Target::Essl300, Target::Essl100, Target::Glsl120})
      for (const BindingLayout layout : {BindingLayout::Abi, BindingLayout::Sdl}) {
        const Program program = test::assembled("//! agal 1 fragment\n" + std::string(each.text));
        CompileOptions options = to(target);
        options.bindings = each.bindings;
        options.layout = layout;
        const CheckedProduct found = checked(program, options);
        EXPECT_TRUE(found.diagnostics.empty()) << info(target).name << "\n" << render_text(found.diagnostics);
      }
}

// Textures of different kinds can share a unit of OpenGL only in the declarations.
TEST(CheckedProducts, MaySharePlaceBetweenKindsInOpenGl) {
  const Program program = test::assembled(
      "//! agal 1 fragment\ntex ft0, v0, fs0 <2d, linear>\ntex ft1, v1, fs1 <cube, linear>\nadd oc, ft0, ft1\n");
  for (const Target target : {Target::Glsl450, Target::Essl310}) {
    CompileOptions options = to(target);
    options.bindings = {{"fs1", 0, 2}};
    EXPECT_EQ(checked(program, options).answer, "equal");
  }
}

TEST(CheckedProducts, AreNotDecidedIfOnePlaceNeedsTwoStates) {
  const Program program = test::assembled(
      "//! agal 1 fragment\ntex ft0, v0, fs0 <2d, linear>\ntex ft1, v0, fs1 <2d, nearest>\nadd oc, ft0, ft1\n");
  CompileOptions options = to(Target::Spv);
  options.bindings = {{"fs1", 0, 2}};
  const CheckedProduct found = checked(program, options);
  EXPECT_EQ(found.answer, "not decided");
  ASSERT_EQ(found.diagnostics.size(), 1u);
  EXPECT_EQ(found.diagnostics[0].code, 1125);
  EXPECT_THAT(found.diagnostics[0].message, HasSubstr("fs0 and fs1 are at one place"));
}

// Textures at one place are not confused with the other textures.
TEST(CheckedProducts, KeepOtherTexturesApart) {
  const std::string head = "//! agal 1 fragment\ntex ft0, v0, fs0 <2d>\ntex ft1, v0, fs1 <2d>\ntex ft2, v0, fs2 <2d>\n";
  const Program program = test::assembled(head + "add ft0, ft0, ft1\nsub oc, ft0, ft2\n");
  const Program other = test::assembled(head + "add ft0, ft0, ft2\nsub oc, ft0, ft1\n");
  for (const Target target : {Target::Spv, Target::Glsl450}) {
    CompileOptions options = to(target);
    options.bindings = {{"fs1", 0, 2}};
    const Result<Compilation> product = compile(other, options);
    ASSERT_TRUE(product);
    EXPECT_EQ(check_product(program, *product, options).answer, "different");
    // Where the two textures are one, they may be exchanged.
    const Program exchanged = test::assembled(head + "add ft0, ft1, ft0\nsub oc, ft0, ft2\n");
    const Result<Compilation> equal = compile(exchanged, options);
    ASSERT_TRUE(equal);
    EXPECT_EQ(check_product(program, *equal, options).answer, "equal");
  }
}

// HLSL requires a position. The position of a vertex program that does not write one is 0.
TEST(CheckedProducts, MayHaveAPositionOfZeros) {
  for (const std::string_view text : {"mov v0, va1\n", "mov vt0, va0\nmov v0, vt0\nmov v2, vc0\n", "mov vt0, va0\n"})
    for (const TargetInfo& target : target_table)
      for (const ClipZ clip_z : {ClipZ::ZeroToOne, ClipZ::NegativeOneToOne}) {
        if (!can_prove(target.target)) continue;
        CompileOptions options = to(target.target);
        options.validation.level = ValidationLevel::Off;
        options.flip_y = true;
        options.clip_z = clip_z;
        EXPECT_EQ(checked(test::assembled("//! agal 1 vertex\n" + std::string(text)), options).answer, "equal")
            << target.name << "\n"
            << text;
      }
  const Program program = test::assembled("//! agal 1 vertex\nmov v0, va1\n");
  const Program other = test::assembled("//! agal 1 vertex\nmov op, va0\nmov v0, va1\n");
  for (const Target target : {Target::Hlsl50, Target::Spv}) {
    const Result<Compilation> product = compile(other, to(target));
    ASSERT_TRUE(product);
    EXPECT_EQ(check_product(program, *product, to(target)).answer, "different");
  }
}

TEST(CheckedProducts, AreNotDecidedIfUnreadable) {
  const Program program = test::assembled(std::string(program_text));
  Result<Compilation> product = compile(program, to(Target::Glsl450));
  ASSERT_TRUE(product);
  product->text += "}";
  const CheckedProduct found = check_product(program, *product, to(Target::Glsl450));
  EXPECT_EQ(found.answer, "not decided");
  ASSERT_EQ(found.diagnostics.size(), 1u);
  EXPECT_EQ(found.diagnostics[0].code, 1125);
  EXPECT_EQ(found.diagnostics[0].severity, Severity::Warning);
  EXPECT_THAT(found.diagnostics[0].message, HasSubstr("glslang rejects the text"));
}

}  // namespace
}  // namespace agal::proofs
