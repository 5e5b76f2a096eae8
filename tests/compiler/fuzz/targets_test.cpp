// Runs the fuzz targets as plain tests in all builds. The inputs are stored inputs, the seeds from corpus/, and
// mutations of both with a fixed seed. The stored inputs are a minimum set with the coverage of all inputs that fuzzing
// has found: tools/lab/fuzz --store writes them to corpora/TARGET.tar.xz, and the build unpacks them. If a check fails,
// the target aborts, and so does the test.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "fuzz/mutate.hpp"
#include "fuzz/seeds.hpp"
#include "fuzz/targets.hpp"
#include "support/corpus.hpp"

namespace agal::fuzz {
namespace {

struct Tested {
  const char* name;
  void (*run)(std::span<const std::byte> bytes);
};

std::ostream& operator<<(std::ostream& out, const Tested& target) { return out << target.name; }

constexpr Tested targets[] = {
#define AGAL_FUZZ_TARGET(name, edges) {#name, &name},
#include "fuzz/targets.def"
#undef AGAL_FUZZ_TARGET
};

class FuzzTarget : public testing::TestWithParam<Tested> {
 protected:
  // Runs about 3,000 mutations in all.
  static void run(const std::vector<Bytes>& inputs) {
    ASSERT_GT(inputs.size(), 3u);
    std::mt19937 random(20261121);
    for (const Bytes& input : inputs) {
      GetParam().run(input);
      const std::size_t rounds = std::min<std::size_t>(1 + 3000 / inputs.size(), input.size() > 4000 ? 4 : 1000);
      for (std::size_t round = 0; round < rounds; ++round) GetParam().run(mutated(input, random));
    }
  }
};

TEST_P(FuzzTarget, PropertiesHoldForStoredInputs) {
  const std::filesystem::path path = std::filesystem::path(AGAL_FUZZ_CORPORA) / GetParam().name;
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(path)) files.push_back(file.path().string());
  std::sort(files.begin(), files.end());
  std::vector<Bytes> inputs;
  for (const std::string& file : files) inputs.push_back(test::read_file(file));
  EXPECT_GT(inputs.size(), 20u) << path;
  run(inputs);
}

TEST_P(FuzzTarget, PropertiesHoldForSeeds) {
  std::vector<Bytes> inputs{{}, Bytes(1), Bytes(64, std::byte{0xff})};
  Seeds seeds(GetParam().name, [&](const std::string&, Bytes bytes) { inputs.push_back(std::move(bytes)); });
  for (const test::CorpusProgram& program : test::own_corpus().programs) seeds.add(program.path, program.bytes);
  seeds.add("manifest.json", test::read_file(AGAL_SOURCE_DIR "/corpus/manifest.json"));
  run(inputs);
}

TEST(FuzzJson, DeepNestingIsHarmless) { json_inputs(Bytes(100'000, std::byte{'['})); }

INSTANTIATE_TEST_SUITE_P(Targets, FuzzTarget, testing::ValuesIn(targets),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace agal::fuzz
