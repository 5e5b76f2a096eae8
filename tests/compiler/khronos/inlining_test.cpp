// The prediction of the drafts that SPIRV-Cross discards, compared with SPIRV-Cross.
#include "khronos/inlining.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <spirv_cross/spirv_msl.hpp>
#include <string>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "modules.hpp"
#include "support/branch_programs.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal::khronos {
namespace {

using Ids = std::set<std::uint32_t>;

/// Writes MSL, and records the decisions of SPIRV-Cross.
class Recorder : public spirv_cross::CompilerMSL {
 public:
  Recorder(const std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& derivatives)
      : CompilerMSL(words) {
    auto common = get_common_options();
    common.vertex.support_nonzero_base_instance = false;
    common.relax_nan_checks = true;
    set_common_options(common);
    forced_temporaries.insert(derivatives.begin(), derivatives.end());
  }

  std::size_t drafts() const { return drafts_; }
  Ids in_variables() const { return {forced_temporaries.begin(), forced_temporaries.end()}; }

 private:
  void emit_header() override {
    ++drafts_;
    CompilerMSL::emit_header();
  }

  std::size_t drafts_ = 0;
};

void expect_predicted(const std::string& what, const std::vector<std::uint32_t>& words) {
  Recorder recorder(words, derivatives_in(words));
  recorder.compile();
  const Inlining predicted = predict_inlining(words, derivatives_in(words));
  EXPECT_EQ(recorder.drafts(), predicted.discarded.size() + 1) << what;
  EXPECT_EQ(recorder.in_variables(), Ids(predicted.in_variables.begin(), predicted.in_variables.end())) << what;
}

TEST(Inlining, PredictsVariableOfValueUsedTwice) {
  TranslateOptions options;
  options.target = Target::Msl21;
  const auto words = test::words_of("mul ft0, v0, fc0\nmul ft0, ft0, ft0\nmov oc, ft0\n", options);
  const Inlining inlining = predict_inlining(words, {});
  EXPECT_EQ(inlining.in_variables.size(), 1u);
  EXPECT_THAT(inlining.discarded, ::testing::ElementsAre(::testing::IsEmpty()));
  EXPECT_THAT(predict_inlining(words, inlining.in_variables).discarded, ::testing::IsEmpty());
}

TEST(Inlining, EqualsDecisionsOfSpirvCrossForBranches) {
  TranslateOptions options;
  options.target = Target::Msl21;
  for (const test::BranchShape& shape : test::branch_shapes)
    expect_predicted(std::string(shape.name), test::words_of(test::branch_program(shape, 40), options));
}

TEST(Inlining, EqualsDecisionsOfSpirvCrossForCorpora) {
  AGAL_NEED(test::Facility::Shared, test::whole_corpus().missing);
  TranslateOptions options;
  options.target = Target::Msl21;
  options.validation.level = ValidationLevel::Off;
  std::size_t count = 0;
  for (const test::CorpusProgram& program : test::whole_corpus().programs) {
    const Result<Program> read =
        program.form == test::Form::Bytecode ? read_bytecode(program.bytes) : assemble(program.text());
    if (!read) continue;
    const Result<std::vector<std::uint32_t>> words = translate(*read, options);
    if (!words) continue;
    expect_predicted(program.path, *words);
    ++count;
  }
  EXPECT_GT(count, 100u);
}

}  // namespace
}  // namespace agal::khronos
