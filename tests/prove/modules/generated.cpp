// Generates programs with agal-smith.
#include "generated.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>

#include "smith/smith.hpp"

namespace agal::test {

std::vector<Program> generated_programs() {
  const char* const text = std::getenv("AGAL_GENERATED");
  const std::uint64_t wanted = text != nullptr ? std::strtoull(text, nullptr, 10) : 120;
  std::vector<Program> programs;
  smith::Options options;
  for (options.seed = 1; 2 * options.seed <= wanted; ++options.seed)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      programs.push_back(smith::generate(stage, options));
      programs.back().name = fmt::format("seed {}, {}", options.seed, name(stage));
    }
  return programs;
}

}  // namespace agal::test
