// Handwritten modules that look like those of our emitter, for tests of the bridges.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "support/spirv_text.hpp"

namespace agal::test {

struct ModuleText {
  Stage stage = Stage::Fragment;
  std::string_view interface_ids;  // of OpEntryPoint
  std::string_view modes;          // further execution modes
  std::string_view names;
  std::string_view decorations;
  std::string_view globals;
  std::string_view code;
};

inline std::string assembly_of(const ModuleText& m) {
  const bool fragment = m.stage == Stage::Fragment;
  return fmt::format(R"(OpCapability Shader
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint {} %main "main" {}
{}{}
{}
{}
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
%v2 = OpTypeVector %float 2
%v3 = OpTypeVector %float 3
%v4 = OpTypeVector %float 4
%in4 = OpTypePointer Input %v4
%out4 = OpTypePointer Output %v4
%i0 = OpConstant %int 0
%i1 = OpConstant %int 1
%i2 = OpConstant %int 2
%i3 = OpConstant %int 3
%i4 = OpConstant %int 4
%f0 = OpConstant %float 0
%f1 = OpConstant %float 1
{}
%main = OpFunction %void None %fn
%entry = OpLabel
{}
OpReturn
OpFunctionEnd
)",
                     fragment ? "Fragment" : "Vertex", m.interface_ids,
                     fragment ? "OpExecutionMode %main OriginUpperLeft\n" : "", m.modes, m.names, m.decorations,
                     m.globals, m.code);
}

inline std::vector<std::uint32_t> words_of(const ModuleText& m) { return assemble_spirv(assembly_of(m)); }

enum class Constants { Block, Plain, Push };

/// The declaration of `vc` or `fc` as an array of four, and the beginning of the access chain to constant %iN: `%p =
/// OpAccessChain %cptr {chain} %iN`.
struct ConstantsText {
  std::string names, decorations, globals, chain;
};

inline ConstantsText constants_text(Stage stage, Constants form) {
  const bool vertex = stage == Stage::Vertex;
  const std::string_view name = vertex ? "vc" : "fc";
  if (form == Constants::Plain)
    return {fmt::format("OpName %c \"{}\"\n", name), "OpDecorate %c Location 0\n",
            "%carray = OpTypeArray %v4 %i4\n%carrayptr = OpTypePointer UniformConstant %carray\n"
            "%c = OpVariable %carrayptr UniformConstant\n%cptr = OpTypePointer UniformConstant %v4\n",
            "%c"};
  const std::string_view storage = form == Constants::Push ? "PushConstant" : "Uniform";
  return {
      fmt::format("OpName %c \"{}\"\nOpName %block \"{}Constants\"\nOpMemberName %block 0 \"c\"\n", name,
                  vertex ? "Vertex" : "Fragment"),
      fmt::format("OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\nOpDecorate %carray ArrayStride 16\n{}",
                  form == Constants::Push
                      ? std::string()
                      : fmt::format("OpDecorate %c DescriptorSet 0\nOpDecorate %c Binding {}\n", vertex ? 0 : 1)),
      fmt::format("%carray = OpTypeArray %v4 %i4\n%block = OpTypeStruct %carray\n%blockptr = OpTypePointer {0} "
                  "%block\n%c = OpVariable %blockptr {0}\n%cptr = OpTypePointer {0} %v4\n",
                  storage),
      "%c %i0"};
}

/// `m44 op, va0, vc0` and `mov v0, va1`; with `dynamic`, row 0 is `vc[va0.x+1]`.
inline std::vector<std::uint32_t> vertex_module(Constants form, bool dynamic = false) {
  const ConstantsText c = constants_text(Stage::Vertex, form);
  const std::string names =
      c.names + "OpName %va0 \"va0\"\nOpName %va1 \"va1\"\nOpName %v0 \"v0\"\nOpName %op \"op\"\nOpName %pos \"vt0\"\n";
  const std::string decorations = c.decorations +
                                  "OpDecorate %va0 Location 0\nOpDecorate %va1 Location 1\nOpDecorate %v0 Location 0\n"
                                  "OpDecorate %op BuiltIn Position\n";
  const std::string globals =
      c.globals +
      "%va0 = OpVariable %in4 Input\n%va1 = OpVariable %in4 Input\n%v0 = OpVariable %out4 Output\n"
      "%op = OpVariable %out4 Output\n";
  std::string code = "%p = OpLoad %v4 %va0\n%color = OpLoad %v4 %va1\nOpStore %v0 %color\n";
  if (dynamic)
    code += "%px = OpCompositeExtract %float %p 0\n%pi = OpConvertFToS %int %px\n%index = OpIAdd %int %pi %i1\n";
  for (int row = 0; row < 4; ++row)
    code +=
        fmt::format("%at{0} = OpAccessChain %cptr {1} {2}\n%r{0} = OpLoad %v4 %at{0}\n%d{0} = OpDot %float %p %r{0}\n",
                    row, c.chain, dynamic && row == 0 ? "%index" : fmt::format("%i{}", row));
  code += "%pos = OpCompositeConstruct %v4 %d0 %d1 %d2 %d3\nOpStore %op %pos";
  return words_of({Stage::Vertex, "%va0 %va1 %v0 %op", "", names, decorations, globals, code});
}

/// The optional parts of a fragment module; `oc` is the texel of fs3 times fc0.
struct FragmentParts {
  Constants constants = Constants::Block;
  std::string_view dimension = "2D";
  bool depth = false;       // fd = texel.w
  bool second = false;      // oc1 as well
  bool kill = false;        // kil texel.x
  bool derivative = false;  // multiply with ddx v0
  bool gradients = false;   // explicit gradients
  bool centroid = false;    // v0 at the centroid
};

inline std::vector<std::uint32_t> fragment_module(const FragmentParts& parts = {}) {
  const ConstantsText c = constants_text(Stage::Fragment, parts.constants);
  const std::string names = c.names +
                            "OpName %fs3 \"fs3\"\nOpName %v0 \"v0\"\nOpName %ft0 \"ft0\"\nOpName %ft1 \"ft1\"\n" +
                            (parts.second ? "OpName %oc \"oc0\"\nOpName %oc1 \"oc1\"\n" : "OpName %oc \"oc\"\n") +
                            (parts.depth ? "OpName %fd \"fd\"\n" : "");
  const std::string decorations =
      c.decorations + "OpDecorate %fs3 DescriptorSet 0\nOpDecorate %fs3 Binding 5\nOpDecorate %v0 Location 0\n" +
      "OpDecorate %oc Location 0\n" + (parts.second ? "OpDecorate %oc1 Location 1\n" : "") +
      (parts.centroid ? "OpDecorate %v0 Centroid\n" : "") + (parts.depth ? "OpDecorate %fd BuiltIn FragDepth\n" : "");
  const std::string globals =
      c.globals +
      fmt::format(
          "%image = OpTypeImage %float {} 0 0 0 1 Unknown\n%sampled = OpTypeSampledImage %image\n"
          "%sampledptr = OpTypePointer UniformConstant %sampled\n%fs3 = OpVariable %sampledptr UniformConstant\n"
          "%v0 = OpVariable %in4 Input\n%oc = OpVariable %out4 Output\n",
          parts.dimension) +
      (parts.second ? "%oc1 = OpVariable %out4 Output\n" : "") +
      (parts.depth ? "%outf = OpTypePointer Output %float\n%fd = OpVariable %outf Output\n" : "");
  const std::string_view coordinate = parts.dimension == "2D" ? "%v2 %v %v 0 1" : "%v3 %v %v 0 1 2";
  std::string code = fmt::format(
      "%v = OpLoad %v4 %v0\n%uv = OpVectorShuffle {}\n%s = OpLoad %sampled %fs3\n"
      "%at = OpAccessChain %cptr {} %i0\n%k = OpLoad %v4 %at\n",
      coordinate, c.chain);
  if (parts.gradients)
    code +=
        "%gx = OpDPdx %v2 %uv\n%gy = OpDPdy %v2 %uv\n"
        "%ft0 = OpImageSampleExplicitLod %v4 %s %uv Grad %gx %gy\n";
  else
    code += "%ft0 = OpImageSampleImplicitLod %v4 %s %uv\n";
  if (parts.kill)
    code +=
        "%x = OpCompositeExtract %float %ft0 0\n%neg = OpFOrdLessThan %bool %x %f0\n"
        "OpSelectionMerge %on None\nOpBranchConditional %neg %off %on\n%off = OpLabel\nOpKill\n%on = OpLabel\n";
  code += "%ft1 = OpFMul %v4 %ft0 %k\n";
  code += parts.derivative ? "%d = OpDPdx %v4 %v\n%out = OpFMul %v4 %ft1 %d\nOpStore %oc %out\n" : "OpStore %oc %ft1\n";
  if (parts.second) code += "OpStore %oc1 %k\n";
  if (parts.depth) code += "%w = OpCompositeExtract %float %ft0 3\nOpStore %fd %w\n";
  const std::string ids = fmt::format("%v0 %oc{}{}", parts.second ? " %oc1" : "", parts.depth ? " %fd" : "");
  return words_of({Stage::Fragment, ids, parts.depth ? "OpExecutionMode %main DepthReplacing\n" : "", names,
                   decorations, globals, code});
}

}  // namespace agal::test
