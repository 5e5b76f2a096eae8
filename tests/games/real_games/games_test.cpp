// Tests games that build their programs at run time, compiled from Haxe (source/). expected/ has the uploads of each
// game, which played.test.mjs compares with a player. These tests find programs in the SWF files without playing them.
#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"
#include "agal/validate.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

using testing::IsEmpty;

struct Game {
  std::string_view name, way;
  std::string_view constant;  // digits, which are positions in the expected programs
};
void PrintTo(const Game& game, std::ostream* out) { *out << game.name; }

constexpr Game games[] = {
#define AGAL_GAME(name, way, constant) {#name, way, constant},
#include "real_games/games.def"
#undef AGAL_GAME
};

class Games : public testing::TestWithParam<Game> {
 protected:
  /// Returns the programs that the game uploads, in order: vertex, fragment, vertex, …
  static std::vector<Program> expected() {
    const std::string path = "tests/games/real_games/expected/" + std::string(GetParam().name) + ".txt";
    const std::string all = test::source_text(path);
    constexpr std::string_view mark = "//! agal ";
    EXPECT_EQ(all.find(mark), 0U) << path;
    std::vector<Program> programs;
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t next = std::min(all.find(mark, at + 1), all.size());
      const std::string text = all.substr(at, next - at);
      at = next;
      Result<Program> program = assemble(text, path);
      EXPECT_THAT(program.diagnostics(), IsEmpty()) << render_text(program.diagnostics());
      if (!program) continue;
      EXPECT_EQ(disassemble(*program), text) << path;
      programs.push_back(std::move(*program));
    }
    return programs;
  }

  static std::string missing() {
    return std::string_view(AGAL_GAMES).empty() ? "haxe was not found when this was configured" : "";
  }
};

bool contains(const std::vector<Program>& programs, const Program& program) {
  return std::any_of(programs.begin(), programs.end(),
                     [&](const Program& other) { return content_hash(other) == content_hash(program); });
}

TEST_P(Games, ExpectedAreValidPairs) {
  const std::vector<Program> programs = expected();
  ASSERT_EQ(programs.size() % 2, 0U);
  for (std::size_t i = 0; i < programs.size(); i += 2) {
    ASSERT_EQ(programs[i].stage, Stage::Vertex) << i;
    ASSERT_EQ(programs[i + 1].stage, Stage::Fragment) << i;
    for (const Diagnostics& list :
         {validate(programs[i]), validate(programs[i + 1]), validate_pair(programs[i], programs[i + 1])})
      EXPECT_THAT(list, IsEmpty()) << i << "\n" << render_text(list);
  }
}

TEST_P(Games, ConstantsAreFound) {
  AGAL_NEED(test::Facility::Setup, missing());
  const std::string file = std::string(GetParam().name) + ".swf";
  const Result<Extraction> result = extract(test::read_file(AGAL_GAMES "/" + file), file);
  ASSERT_TRUE(result) << render_text(result.diagnostics());
  for (const Diagnostic& message : result.diagnostics())
    EXPECT_NE(message.severity, Severity::Error) << message.message;

  std::vector<Program> found;
  for (const FoundProgram& program : result->programs) found.push_back(program.program);
  const std::vector<Program> uploads = expected();
  for (const char digit : GetParam().constant) {
    const std::size_t position = static_cast<std::size_t>(digit - '0');
    ASSERT_LT(position, uploads.size());
    EXPECT_TRUE(contains(found, uploads[position])) << disassemble(uploads[position]);
  }

  // The number of further programs is reported, but not checked.
  std::vector<Program> distinct;
  for (const Program& program : uploads)
    if (!contains(distinct, program)) distinct.push_back(program);
  const auto in = [](const std::vector<Program>& list) { return [&](const Program& p) { return contains(list, p); }; };
  std::cout << GetParam().name << " (" << GetParam().way << "): " << distinct.size() << " programs uploaded, "
            << std::count_if(distinct.begin(), distinct.end(), in(found)) << " of them found, "
            << std::count_if(found.begin(), found.end(), [&](const Program& p) { return !contains(distinct, p); })
            << " others found\n";
}

INSTANTIATE_TEST_SUITE_P(All, Games, testing::ValuesIn(games),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

}  // namespace
}  // namespace agal
