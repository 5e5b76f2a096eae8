// The fuzz targets as plain tests: over every program of our corpus, and over mutations of them with a fixed seed. Not
// a search, but it keeps the targets alive and every machine honest.
#include <gtest/gtest.h>

#include <random>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "fuzz/targets.hpp"
#include "support/corpus.hpp"

namespace agal::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

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

Bytes mutated(Bytes bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (std::size_t edits = 1 + below(4); edits > 0 && !bytes.empty(); --edits) {
    const std::size_t at = below(bytes.size());
    switch (below(4)) {
      case 0: bytes[at] = static_cast<std::byte>(random()); break;
      case 1: bytes[at] ^= static_cast<std::byte>(1u << below(8)); break;
      case 2: bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 3: bytes.resize(at); break;
    }
  }
  return bytes;
}

// Neither returns nor throws where a promise is broken: the target aborts, and with it the test.
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
