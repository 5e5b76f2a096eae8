// Emits SPIR-V for both corpora (support/corpus.hpp) in every environment, and measures how much spirv-opt can remove.
#include <fmt/format.h>

#include "emitted.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/spirv_text.hpp"

namespace agal::spirv {
namespace {

struct Lowered {
  std::string name;
  ir::Module module;
};

const std::vector<Lowered>& modules() {
  static const std::vector<Lowered> all = [] {
    std::vector<Lowered> found;
    for (const Program& program : test::translatable_programs()) {
      Result<ir::Module> module = lower::lower(program, {});
      if (!module) continue;
      EXPECT_TRUE(opt::run_pipeline(*module, {}).empty()) << program.name;
      found.push_back({program.name, *std::move(module)});
    }
    return found;
  }();
  return all;
}

// Returns the opcodes of a module without debug information.
std::vector<std::uint32_t> opcodes_of(const std::vector<std::uint32_t>& words) {
  constexpr std::uint32_t debug[] = {spv::OpSource, spv::OpName, spv::OpMemberName, spv::OpString, spv::OpLine};
  std::vector<std::uint32_t> opcodes;
  for (const Instruction& each : instructions_of(words))
    if (std::ranges::find(debug, each.op) == std::end(debug)) opcodes.push_back(each.op);
  return opcodes;
}

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
    ASSERT_GT(modules().size(), 100u);
  }
};

class CorpusIn : public Corpus, public testing::WithParamInterface<Environment> {};

TEST_P(CorpusIn, IsValidInEveryFormOfConstants) {
  const bool gl = GetParam() == Environment::OpenGL45;
  for (const ConstantsMode mode : {ConstantsMode::Ubo, gl ? ConstantsMode::Plain : ConstantsMode::Push}) {
    Options options;
    options.environment = GetParam();
    options.constants = mode;
    for (const Lowered& entry : modules()) {
      const auto error = khronos::validate(emit(entry.module, options), GetParam());
      ASSERT_FALSE(error) << entry.name << ": " << *error;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Environments, CorpusIn, testing::ValuesIn([] {
                           std::vector<Environment> all;
                           for (const EnvironmentInfo& row : environment_table) all.push_back(row.environment);
                           return all;
                         }()),
                         [](const auto& row) {
                           std::string name(agal::info(row.param).name);
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST_F(Corpus, IsValidUnoptimizedWithLinesAndNames) {
  opt::PipelineOptions none;
  none.optimize = false;
  for (const Program& program : test::translatable_programs()) {
    Result<ir::Module> module = lower::lower(program, {});
    if (!module) continue;
    ASSERT_TRUE(opt::run_pipeline(*module, none).empty()) << program.name;
    Options options;
    options.lines = &program;
    options.value_names = true;
    const std::vector<std::uint32_t> words = emit(*module, options);
    const auto error = khronos::validate(words, options.environment);
    ASSERT_FALSE(error) << program.name << ": " << *error;
    // The playground finds the lines of instructions by their order.
    ASSERT_EQ(opcodes_of(words), opcodes_of(emit(*module, {}))) << program.name;
  }
}

TEST_F(Corpus, IsDeterministic) {
  for (const Lowered& entry : modules()) ASSERT_EQ(emit(entry.module, {}), emit(entry.module, {})) << entry.name;
}

TEST_F(Corpus, SpirvOptRemovesLittle) {
  std::vector<std::pair<double, std::string>> ratios;
  std::size_t ours = 0, theirs = 0;
  for (const Lowered& entry : modules()) {
    const std::vector<std::uint32_t> words = emit(entry.module, {});
    const std::vector<std::uint32_t> optimized = test::optimize_spirv(words);
    ASSERT_FALSE(optimized.empty()) << entry.name;
    ours += words.size();
    theirs += optimized.size();
    ratios.emplace_back(static_cast<double>(words.size()) / static_cast<double>(optimized.size()), entry.name);
  }
  std::sort(ratios.begin(), ratios.end());
  const auto& [median, unused] = ratios[ratios.size() / 2];
  const auto& [largest, where] = ratios.back();
  fmt::print("words of ours / words after spirv-opt -O, {} programs: median {:.3f}, largest {:.3f} ({}), sum {:.3f}\n",
             ratios.size(), median, largest, where, static_cast<double>(ours) / static_cast<double>(theirs));
  EXPECT_LE(median, 1.05);
  EXPECT_LE(largest, 1.25) << where;
}

}  // namespace
}  // namespace agal::spirv
