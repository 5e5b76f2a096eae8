#include "words_ratio.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/corpus.hpp"
#include "support/spirv_text.hpp"

namespace agal::bench {

WordsRatio words_ratio() {
  std::vector<std::pair<double, std::string>> ratios;
  for (const test::CorpusProgram& entry : test::whole_corpus().programs) {
    AssembleOptions reading;
    reading.stage = entry.stage;
    const Result<Program> program = load_program(entry.bytes, entry.path, reading);
    if (!program) continue;
    CompileOptions options;
    options.validation.level = ValidationLevel::Off;
    options.validation.allow_reserved = true;
    const Result<std::vector<std::uint32_t>> words = translate(*program, options);
    if (!words) continue;
    const std::vector<std::uint32_t> optimized = test::optimize_spirv(*words);
    if (optimized.empty()) continue;
    ratios.emplace_back(static_cast<double>(words->size()) / static_cast<double>(optimized.size()), entry.path);
  }
  if (ratios.empty()) return {};
  std::sort(ratios.begin(), ratios.end());
  return {ratios.size(), ratios[ratios.size() / 2].first, ratios.back().first, ratios.back().second};
}

}  // namespace agal::bench
