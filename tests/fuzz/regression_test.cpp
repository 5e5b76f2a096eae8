// The fuzz targets as plain tests: over every program of our corpus, and over mutations of them with a fixed seed. This
// does not replace fuzzing, but keeps the targets working on every machine.
#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "fuzz/mutate.hpp"
#include "fuzz/targets.hpp"
#include "support/corpus.hpp"

namespace agal::fuzz {
namespace {

std::vector<Bytes> texts() {
  std::vector<Bytes> out{{}, Bytes(1), Bytes(64, std::byte{0xff})};
  for (const test::CorpusProgram& program : test::own_corpus().programs)
    if (program.bytes.size() < 4000) out.push_back(program.bytes);
  return out;
}

std::vector<Bytes> binaries() {
  std::vector<Bytes> out{{}, {std::byte{0xa0}}, Bytes(64, std::byte{0xff})};
  for (const Bytes& text : texts())
    if (const Result<Program> program = load_program(text)) out.push_back(write_bytecode(*program));
  return out;
}

// If a check fails, the target aborts, and with it the test.
void drive(void (*target)(std::span<const std::byte>), const std::vector<Bytes>& seeds, int rounds) {
  ASSERT_GT(seeds.size(), 60u);
  std::mt19937 random(20261121);
  for (const Bytes& seed : seeds) {
    target(seed);
    for (int round = 0; round < rounds; ++round) target(mutated(seed, random));
  }
}

TEST(FuzzRegression, Bytecode) { drive(bytecode, binaries(), 100); }
TEST(FuzzRegression, Assembly) { drive(assembly, texts(), 30); }
TEST(FuzzRegression, Conversion) { drive(conversion, binaries(), 4); }

}  // namespace
}  // namespace agal::fuzz
