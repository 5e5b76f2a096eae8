// The fuzz target for JSON as a plain test: over files of each kind, and mutations of them.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "fuzz/mutate.hpp"
#include "fuzz/targets.hpp"

namespace agal::fuzz {
namespace {

constexpr char inputs[] =
    R"({"constants": {"fc0": [0.4, 0.1], "fc1": [[1, 0.5, 0, "inf"], [0]]}, "varyings": {"v0": [[0.1], [0.2], [0], [1]]},
  "textures": {"fs0": {"dimension": "2d", "size": [2, 1], "levels": [[1, 0, 0, 1, 0, 1, 0, 1]], "mipmaps": true,
  "state": ["linear", "repeat"]}}})";
constexpr char scene[] =
    R"({"vertex": "a.agal", "fragment": "b.agal", "size": [16, 16], "constants": {"vc0": [[1], [0, 1]]}})";
constexpr char programs[] =
    R"({"programs": [{"path": "a.agal", "stage": "vertex"}], "pairs": [["a.agal", "b.agal"], {"vertex": "a", "fragment": "b"}]})";
constexpr char line[] =
    R"({"hash":"00","stem":"a","stage":"fragment","version":1,"tokens":2,"form":"assembly","status":"accepted","opcodes":
  {"mov":2},"origins":[{"container":"a","tag":0,"offset":0,"name":"","stem":"a"}],"pairs":[],"disassembly":"a.agal",
  "outputs":{"spv":"a.spv"},"notExpressible":{},"diagnostics":[]})";

TEST(FuzzRegression, JsonInputs) {
  std::mt19937 random(20261130);
  std::ifstream manifest(AGAL_SOURCE_DIR "/corpus/manifest.json");
  const std::string real(std::istreambuf_iterator<char>(manifest), {});
  ASSERT_FALSE(real.empty());
  for (const std::string& text :
       {std::string(inputs), std::string(scene), std::string(programs), std::string(line), real}) {
    const auto bytes = std::as_bytes(std::span(text));
    const Bytes seed(bytes.begin(), bytes.end());
    json_inputs(seed);
    for (int round = 0; round < (text.size() > 4000 ? 20 : 400); ++round) json_inputs(mutated(seed, random));
  }
  json_inputs(Bytes(100'000, std::byte{'['}));
}

}  // namespace
}  // namespace agal::fuzz
