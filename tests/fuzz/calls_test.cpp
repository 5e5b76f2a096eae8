// The fuzz targets whose input begins with choices, as plain tests: with random choices before programs of our corpus.
#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "fuzz/mutate.hpp"
#include "fuzz/targets.hpp"
#include "support/corpus.hpp"

namespace agal::fuzz {
namespace {

using Target = void (*)(std::span<const std::byte>);

Bytes random_bytes(std::mt19937& random, std::size_t count) {
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

Bytes joined(Bytes first, const Bytes& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<Bytes> corpus_bytecode() {
  std::vector<Bytes> out;
  for (const test::CorpusProgram& each : test::own_corpus().programs)
    if (const Result<Program> program = load_program(each.bytes))
      if (Bytes bytes = write_bytecode(*program); bytes.size() < 2000) out.push_back(std::move(bytes));
  return out;
}

// Each program as it is, and mutated, with `choices` random bytes before it.
void drive_with_choices(Target target, std::size_t choices, int rounds, unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<Bytes> programs = corpus_bytecode();
  ASSERT_GT(programs.size(), 60u);
  for (const Bytes& program : programs) {
    target(joined(random_bytes(random, choices), program));
    for (int round = 0; round < rounds; ++round)
      target(joined(random_bytes(random, choices), mutated(program, random)));
  }
}

TEST(FuzzRegression, Products) {
  std::mt19937 random(20261125);
  for (const Bytes& program : corpus_bytecode()) {
    const std::byte language{static_cast<unsigned char>(random())};
    products(joined({std::byte{0}, language}, program));
    // One option, one of its values, and the language.
    products(joined({std::byte{1}, std::byte{static_cast<unsigned char>(random())},
                     std::byte{static_cast<unsigned char>(random())}, language},
                    mutated(program, random)));
  }
}

TEST(FuzzRegression, Linking) {
  std::mt19937 random(20261126);
  const Bytes vertex = write_bytecode(*assemble("m44 op, va0, vc0\nmov v0, va1\nmov v1, va2\n"));
  const std::byte size{static_cast<unsigned char>(vertex.size())};
  ASSERT_LT(vertex.size(), 256u);
  for (const Bytes& program : corpus_bytecode()) {
    const Bytes start{std::byte{0}, std::byte{static_cast<unsigned char>(random())}, size, std::byte{0}};
    linking(joined(joined(start, vertex), program));
    linking(joined(joined(start, mutated(vertex, random)), program));
  }
}

TEST(FuzzRegression, Passes) { drive_with_choices(passes, 2, 6, 20261127); }

TEST(FuzzRegression, Archive) {
  std::mt19937 random(20261128);
  for (const Bytes& program : corpus_bytecode()) {
    const Bytes start{std::byte{7}, std::byte{1}, static_cast<std::byte>(program.size() & 0xff),
                      static_cast<std::byte>(program.size() >> 8), std::byte{'a'}};
    const Bytes entries = joined(start, program);
    archive(entries);
    archive(mutated(entries, random));
    archive(joined(entries, joined({start.begin() + 1, start.end()}, mutated(program, random))));
  }
}

TEST(FuzzRegression, CCalls) {
  std::mt19937 random(20261129);
  const Bytes program = write_bytecode(*assemble("mov oc, v0\n"));
  for (int round = 0; round < 2000; ++round) {
    Bytes calls;
    // Small numbers, of which most are calls and slots, and now and then a program.
    for (std::size_t i = 0; i < 60; ++i) {
      calls.push_back(static_cast<std::byte>(random() % 20));
      if (random() % 8 == 0) {
        calls.insert(calls.end(),
                     {std::byte{9}, static_cast<std::byte>(random() % 5), static_cast<std::byte>(random() % 4),
                      static_cast<std::byte>(program.size()), std::byte{0}});
        calls.insert(calls.end(), program.begin(), program.end());
      }
    }
    c_calls(calls);
  }
}

}  // namespace
}  // namespace agal::fuzz
