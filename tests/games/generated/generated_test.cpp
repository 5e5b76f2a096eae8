// Tests many generated SWF files with extract, tap and batch. They must not crash, the tapped file must be the same
// game, and memory and allocations must be linear. AGAL_SWFS sets the number of files.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agal/games/extract.hpp"
#include "agal/games/tap.hpp"
#include "avm2/executor.hpp"
#include "batch/batch.hpp"
#include "generated/generated_swf.hpp"
#include "sources/movie.hpp"
#include "support/allocation_count.hpp"
#include "support/temporary_folder.hpp"
#include "tap/movie.hpp"

namespace agal::test {
namespace {

using example::ByteVector;

std::uint32_t file_count() {
  const char* const given = std::getenv("AGAL_SWFS");
  return given == nullptr ? 40 : static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10));
}

std::string name_of(std::uint32_t number) { return "game" + std::to_string(number) + ".swf"; }

// Generated files unpack to little more than their own size, so the limit can be small.
ExtractOptions limited() {
  ExtractOptions options;
  options.max_unpacked_bytes = std::size_t{16} << 20;
  options.fills.use_defaults = true;
  return options;
}

std::set<std::string> programs_in(const ByteVector& file) {
  const Result<Extraction> found = extract(file, "game.swf", limited());
  EXPECT_TRUE(found || found.diagnostics().has_errors());
  std::set<std::string> programs;
  if (found)
    for (const FoundProgram& program : found->programs)
      programs.insert(content_hash(program.program) + " " + std::string(name(certainty_of(program))));
  return programs;
}

void expect_parses(const ByteVector& file) {
  tapping::Budget budget{std::uint64_t{1} << 30, 8};
  std::string problem;
  std::vector<tapping::InnerProblem> inner;
  EXPECT_TRUE(tapping::read_movie(file, budget, problem, inner)) << problem;
}

struct Counts {
  std::size_t files = 0, damaged = 0, inner = 0, tapped = 0, programs = 0;
};

void check(const GeneratedSwf& game, Counts& counts) {
  const std::set<std::string> programs = programs_in(game.file);
  const Result<Tapped> once = tap(game.file, "game.swf");
  EXPECT_EQ(once.has_value(), !once.diagnostics().has_errors());
  EXPECT_TRUE(once || game.damage != Damage::None) << render_text(once.diagnostics());
  ++counts.files;
  counts.damaged += game.damage == Damage::None ? 0 : 1;
  counts.inner += game.has_inner ? 1 : 0;
  counts.programs += programs.size();
  if (!once) return;
  if (once->movies == 0) {
    EXPECT_EQ(once->file, game.file);
    return;
  }
  ++counts.tapped;
  expect_parses(once->file);
  EXPECT_EQ(programs_in(once->file), programs);
  const Result<Tapped> twice = tap(once->file, "game.swf");
  ASSERT_TRUE(twice) << render_text(twice.diagnostics());
  EXPECT_TRUE(twice.diagnostics().contains(1095)) << render_text(twice.diagnostics());
  EXPECT_EQ(twice->file, once->file);
  EXPECT_EQ(twice->movies, 0u);
}

TEST(Generated, CanBeExtractedAndTapped) {
  Counts counts;
  for (std::uint32_t number = 0; number < file_count(); ++number) {
    SCOPED_TRACE(name_of(number));
    check(generate_swf(number), counts);
  }
  std::cout << counts.files << " SWF files, " << counts.damaged << " damaged, " << counts.inner
            << " with another in them: " << counts.tapped << " tapped, " << counts.programs << " programs\n";
  if (counts.files < 40) return;  // too few files for the following checks
  EXPECT_GT(counts.damaged, counts.files / 10);
  EXPECT_GT(counts.inner, counts.files / 10);
  EXPECT_GT(counts.tapped, counts.files / 2);
  EXPECT_GT(counts.programs, counts.files);
}

// Returns the containers of all origins, without the paths inside of them.
std::set<std::string> files_in_manifest(const std::filesystem::path& manifest) {
  std::set<std::string> files;
  std::ifstream lines(manifest);
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json object = nlohmann::json::parse(line);
    EXPECT_EQ(object.value("kind", "of a program"), object.contains("hash") ? "of a program" : "swf");
    for (const nlohmann::json& origin : object["origins"]) {
      const std::string container = origin["container"].get<std::string>();
      files.insert(std::filesystem::path(container.substr(0, container.find('!'))).filename().string());
    }
  }
  return files;
}

TEST(Generated, HaveLinesInManifest) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "games");
  std::set<std::string> files;
  for (std::uint32_t number = 0; number < file_count(); ++number) {
    const ByteVector file = generate_swf(number).file;
    std::ofstream(folder.path() / "games" / name_of(number), std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
    files.insert(name_of(number));
  }
  batch::BatchOptions options;
  options.inputs = {(folder.path() / "games").string()};
  options.output = (folder.path() / "out").string();
  options.extract = limited();
  options.convert.emit.targets = {Target::Spv};
  const batch::Outcome outcome = run_batch(options, {[](const Diagnostics&) {}, [] { return false; }});
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(outcome.summary.files, files.size());
  EXPECT_EQ(files_in_manifest(folder.path() / "out" / "manifest.jsonl"), files);
}

struct Cost {
  std::uint64_t allocations = 0, peak_bytes = 0;
};

template <class Work>
Cost cost_of(const Work& work) {
  const std::uint64_t before = allocation_count();
  reset_peak_bytes();
  work();
  return {allocation_count() - before, peak_bytes()};
}

// Measures from one to sixteen times the size. tests/compiler/growth counts instructions.
template <class Work>
void expect_linear(std::string_view what, const Work& work) {
  Cost first;
  std::size_t first_bytes = 0;
  for (const std::uint32_t scale : {2u, 8u, 32u}) {
    const ByteVector file = generate_large_swf(1, scale);
    const Cost cost = cost_of([&] { work(file); });
    std::cout << what << ": " << file.size() << " bytes, " << cost.allocations << " allocations, at most "
              << cost.peak_bytes << " bytes of memory\n";
    if (first_bytes == 0) {
      first = cost;
      first_bytes = file.size();
      continue;
    }
    const double times = static_cast<double>(file.size()) / static_cast<double>(first_bytes);
    EXPECT_LE(static_cast<double>(cost.allocations), 2 * times * static_cast<double>(first.allocations)) << what;
    EXPECT_LE(static_cast<double>(cost.peak_bytes), 2 * times * static_cast<double>(first.peak_bytes)) << what;
  }
}

// Returns the allocations of the executor for classes whose texts each contain the text of the class before.
std::uint64_t allocations_for_chain(std::size_t classes) {
  std::string source = "package {";
  for (std::size_t i = 0; i < classes; ++i)
    source += " class A" + std::to_string(i) + " { public static var X:String = 'add ft0, v0, v" +
              std::to_string(i % 8) + "\\n'" + (i > 0 ? " + A" + std::to_string(i - 1) + ".X" : "") + "; }";
  source_code::Movie movie;
  movie.add("Chain.as", source + " }", source_code::Language::ActionScript);
  movie.compile([](std::string_view text) { return text.starts_with("add"); });
  const avm2::MovieCode code(movie.abc(), movie.tracked());
  avm2::MovieFacts facts;
  const std::uint64_t before = allocation_count();
  avm2::Executor executor(code, facts);
  const std::uint64_t allocations = allocation_count() - before;
  const std::uint32_t last = movie.abc().classes.back().name;
  for (std::size_t body = movie.abc().bodies.size(); body-- > 0;)
    for (const auto& [site, outcomes] : executor.run(body).uses)
      if (movie.abc().class_string(movie.abc().bodies[body].method) == last && site.kind == avm2::UseKind::Field) {
        const auto text = executor.values().flatten(outcomes.front().value);
        EXPECT_EQ(text ? text->strings.size() : 0, classes);
        return allocations;
      }
  ADD_FAILURE() << "the text of the last class was not found";
  return allocations;
}

TEST(Generated, ChainsOfTextsShareTheirParts) {
  EXPECT_LT(allocations_for_chain(1600), 5 * allocations_for_chain(400));
}

TEST(Generated, CostIsLinearInSize) {
  ExtractOptions options;
  options.fills.use_defaults = true;
  expect_linear("extract", [&](const ByteVector& file) { EXPECT_TRUE(extract(file, "game.swf", options)); });
  expect_linear("tap", [&](const ByteVector& file) { EXPECT_TRUE(tap(file, "game.swf")); });
}

}  // namespace
}  // namespace agal::test
