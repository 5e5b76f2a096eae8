// The printer for the text form of the IR. parse_test.cpp parses the printed text of both corpora (support/corpus.hpp).
#include <gtest/gtest.h>

#include "ir/parse.hpp"

namespace agal::ir {
namespace {

// The texts contain every kind of instruction.
TEST(Print, ReproducesParsedText) {
  for (const std::string_view text : {R"(stage fragment
sampler fs0 2d
sampler fs3 cube
sampler fs4 3d
centroid v1
centroid v70
constant-array 128
%0: float4 = varying v3
%1: float = uniform fc7.z
%2: float2 = constant 0.5, -0
%3: int = constant -3
%4: bool = constant true
%5: float3 = compose %0.w, %0.x, %1
if %4
  %7: float4 = neg %0                             @1
  %8: float4 = neg %7                             @1 ft2
else
  %10: float4 = neg %0                            ft2
end-if
%12: float2 = phi %8.wy, %10.xy
%13: float4 = sample fs0, %2
kill %4
store-color oc1, %13
)",
                                      "stage vertex\n%0: float4 = uniform vc7\n%1: int = instance\n"}) {
    const Result<Module> module = parse(text);
    ASSERT_TRUE(module) << render_text(module.diagnostics());
    EXPECT_EQ(print(*module), text);
  }
}

TEST(Print, AcceptsInvalidModule) {
  Module module;
  module.stage = Stage::Fragment;
  Inst broken;
  broken.op = Op::Compose;
  broken.type = float_type(3);
  broken.set_arg(1, static_cast<Value>(99));
  module.body.push_back(broken);
  broken.op = Op::Sample;
  broken.aux = 44;
  module.body.push_back(broken);
  broken.op = Op::EndIf;
  broken.type = {};
  module.body.push_back(broken);
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "%0: float3 = compose %?, %?, %?\n"
            "%1: float3 = sample %?\n"
            "end-if\n");
}

}  // namespace
}  // namespace agal::ir
