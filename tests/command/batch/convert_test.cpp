// Tests the conversion of one program.
#include "batch/convert.hpp"

#include <gmock/gmock.h>

#include "programs.hpp"

namespace agal::batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> names(const Conversion& conversion) {
  std::vector<std::string> out;
  for (const Product& product : conversion.products) out.push_back(product.name);
  return out;
}

ConvertOptions options(std::vector<Target> targets, bool reflect) {
  ConvertOptions out;
  out.emit = {std::move(targets), reflect};
  return out;
}

TEST(Convert, MakesTheRequestedProducts) {
  const Conversion out =
      convert(found_program(fragment_text).program, options({Target::Spv, Target::Essl300, Target::Msl21}, true));
  EXPECT_EQ(out.status, Status::Accepted);
  EXPECT_THAT(names(out), ElementsAre("spv", "essl300", "msl21", "reflect"));
  EXPECT_THAT(out.products[0].bytes, StartsWith("\x03\x02\x23\x07"));  // the magic number, lowest byte first
  EXPECT_THAT(out.products[1].bytes, StartsWith("#version 300 es"));
  EXPECT_THAT(out.products[3].bytes, HasSubstr("\"spv\""));
  EXPECT_THAT(out.disassembly, HasSubstr("mul ft0, v0, fc0"));
  EXPECT_TRUE(out.diagnostics.empty());
}

TEST(Convert, MakesTheProductsOfCompile) {
  const FoundProgram found = found_program(fragment_text);
  const Conversion out = convert(found.program, options({Target::Hlsl50}, true));
  CompileOptions compile_options;
  compile_options.target = Target::Hlsl50;
  const Result<Compilation> compiled = compile(found.program, compile_options);
  EXPECT_EQ(out.products[0].bytes, compiled->text);
  EXPECT_EQ(out.products[1].bytes, compiled->reflection);
}

TEST(Convert, ReflectsSpirvIfOnlyReflectionIsRequested) {
  const Conversion out = convert(found_program(fragment_text).program, options({}, true));
  EXPECT_THAT(names(out), ElementsAre("reflect"));
  EXPECT_THAT(out.products[0].bytes, HasSubstr("\"spv\""));
}

TEST(Convert, RejectedProgramReportsEachErrorOnce) {
  const Conversion out = convert(found_program(wrong_text).program, options({Target::Spv, Target::Essl300}, true));
  EXPECT_EQ(out.status, Status::Rejected);
  EXPECT_THAT(out.products, IsEmpty());
  ASSERT_EQ(out.diagnostics.size(), 1u);
  EXPECT_EQ(out.diagnostics[0].code, 3652);
  EXPECT_EQ(out.diagnostics[0].location.file, "");
  EXPECT_THAT(out.disassembly, HasSubstr("mov fc0, v0"));
}

TEST(Convert, KeepsTheOtherTargetsIfOneCannotExpressTheProgram) {
  const Conversion out =
      convert(found_program(instance_text).program, options({Target::Essl100, Target::Essl300}, true));
  EXPECT_EQ(out.status, Status::Accepted);
  EXPECT_THAT(names(out), ElementsAre("essl300", "reflect"));
  ASSERT_EQ(out.not_expressible.size(), 1u);
  EXPECT_EQ(out.not_expressible[0].target, "essl100");
  EXPECT_THAT(out.not_expressible[0].codes, ElementsAre(4011));
  EXPECT_THAT(out.products[1].bytes, HasSubstr("\"essl300\""));  // the first target that can express it
  EXPECT_TRUE(out.diagnostics.has_errors());
}

TEST(Convert, PromotesWarningsOnRequest) {
  ConvertOptions strict = options({Target::Spv}, false);
  strict.compile.validation.level = ValidationLevel::Warn;
  const Program program = found_program("//! agal 1 fragment\nmov ft0, ft1\nmov oc, ft0\n").program;
  EXPECT_EQ(convert(program, strict).status, Status::Accepted);
  strict.warnings_are_errors = true;
  EXPECT_EQ(convert(program, strict).status, Status::Rejected);
}

TEST(Convert, ProvesConvertibleProducts) {
  ConvertOptions proving = options({Target::Spv, Target::Essl300, Target::Msl21}, true);
  const Program program = found_program(fragment_text).program;
  EXPECT_THAT(convert(program, proving).proofs, IsEmpty());
  proving.prove = true;
  const Conversion out = convert(program, proving);
  ASSERT_EQ(out.proofs.size(), 2u);
  EXPECT_EQ(out.proofs[0].target, "spv");
  EXPECT_EQ(out.proofs[0].answer, "equal");
  EXPECT_EQ(out.proofs[1].target, "essl300");
  EXPECT_EQ(out.proofs[1].answer, "equal");
  EXPECT_THAT(names(out), ElementsAre("spv", "essl300", "msl21", "reflect"));
}

// The program has more terms than the budget of a proof.
TEST(Convert, ReportsUnprovedProduct) {
  std::string text = "//! agal 2 vertex\nmov vt0, va0\n";
  for (int i = 0; i < 24'000; ++i) text += "m44 vt0, vt0, vc0\n";
  const Program program = found_program(text + "mov op, vt0\n").program;
  ConvertOptions proving = options({Target::Spv}, false);
  proving.prove = true;
  proving.compile.validation.level = ValidationLevel::Off;
  proving.compile.validate_spirv = false;
  const Conversion out = convert(program, proving);
  EXPECT_EQ(out.status, Status::Accepted);
  ASSERT_EQ(out.proofs.size(), 1u);
  EXPECT_EQ(out.proofs[0].answer, "not decided");
  ASSERT_EQ(out.diagnostics.size(), 1u);
  EXPECT_EQ(out.diagnostics[0].code, 1125);
  proving.warnings_are_errors = true;
  const Conversion strict = convert(program, proving);
  EXPECT_EQ(strict.status, Status::Rejected);
  EXPECT_THAT(strict.products, IsEmpty());
}

TEST(ProductNames, AreTheTargetsAndReflection) {
  const std::vector<ProductName> rows = product_names({{Target::Spv, Target::Essl100}, true});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].suffix, ".essl100.glsl");
  EXPECT_EQ(rows[2].suffix, ".reflect.json");
}

}  // namespace
}  // namespace agal::batch
