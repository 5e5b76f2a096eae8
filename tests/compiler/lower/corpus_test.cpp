// Lowers every program of both corpora (support/corpus.hpp).
#include <gtest/gtest.h>

#include "agal/operands.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal::lower {
namespace {

void lower_all(const Semantics& semantics) {
  AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
  Options options;
  options.semantics = semantics;
  std::size_t made = 0;
  for (const Program& program : test::translatable_programs()) {
    const Result<ir::Module> module = lower(program, options);
    if (!module) {
      EXPECT_TRUE(module.diagnostics().contains(4090)) << program.name;
      continue;
    }
    ++made;
    EXPECT_EQ(ir::verify(*module), "") << program.name;
    // The scan of registers computes the size with its other results.
    EXPECT_EQ(module->constant_array, constant_array_size(program)) << program.name;
  }
  EXPECT_GT(made, 100u);
}

TEST(Corpus, LowersToValidModules) { lower_all({}); }

TEST(Corpus, LowersToValidModulesWithOppositeOptions) {
  Semantics other;
  other.ifg = IfgMode::GreaterEqual;
  other.domain = Domain::Abs;
  other.normalize_zero = NormalizeZero::Zero;
  other.index_conversion = IndexConversion::Round;
  other.offset_sign = OffsetSign::Signed;
  other.unwritten = Unwritten::Undefined;
  other.clamp_index = false;
  lower_all(other);
}

}  // namespace
}  // namespace agal::lower
