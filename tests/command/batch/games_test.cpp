// Tests which logs belong to a game, and what counts as the use of a program.
#include "batch/games.hpp"

#include <gtest/gtest.h>

namespace agal::batch {
namespace {

const std::string hash_a(32, 'a'), hash_b(32, 'b');

class GamesTest : public testing::Test {
 protected:
  /// Adds a file with these SWF files: container and hash.
  void add_file(const std::string& path, std::vector<FoundMovie> movies) {
    LoadedFile loaded;
    loaded.content = movies.empty() ? manifest::ContentKind::Other : manifest::ContentKind::Swf;
    loaded.extraction.movies = std::move(movies);
    games_.add(path, loaded, {});
  }
  void add_game(const std::string& path, const std::string& hash) { add_file(path, {{path, hash}}); }
  /// Adds a log that drew with the pair "v", "f". If `lost` is true, some of its records are missing.
  void add_log(const std::string& path, const CapturedGame& game = {}, bool lost = false) {
    Capture capture;
    capture.log = path;
    capture.game = game;
    capture.draws.emplace_back();
    LoadedFile loaded;
    loaded.content = manifest::ContentKind::Log;
    loaded.extraction.runs = {{path, "1", game}};
    loaded.extraction.pairs = {{0, 1, "uploaded", {capture}}};
    if (lost) loaded.extraction.lost = {{path, "1", 3}};
    games_.add(path, loaded, {"v", "f"});
  }
  /// Returns the use of "v", and whether the file is captured: "drawn, captured".
  std::string state(const std::string& path) {
    const manifest::Json line{{"origins", {{{"container", path}}}},
                              {"incomplete",
                               {{"uploads", {path}},
                                {"loadsOthers", manifest::Json::array()},
                                {"classes", manifest::Json::array()},
                                {"texts", manifest::Json::array()}}}};
    return std::string(name(games_.use_in(path, "v"))) + (games_.is_captured(line) ? ", captured" : "");
  }

  Games games_;
};

TEST_F(GamesTest, HashHasPriorityOverNames) {
  add_game("a.swf", hash_a);
  add_game("b.swf", hash_b);
  add_log("b.capture", {hash_a, "a.swf"});
  games_.settle();
  EXPECT_EQ(state("a.swf"), "drawn, captured");
  EXPECT_EQ(state("b.swf"), "notPlayed");
}

TEST_F(GamesTest, LogOfAnotherGameDoesNotBelongToAFileOfTheSameName) {
  add_game("game.swf", hash_a);
  add_log("game.capture", {hash_b, "game.swf"});
  games_.settle();
  EXPECT_EQ(state("game.swf"), "notPlayed");
  EXPECT_EQ(games_.use_of("v"), Use::Drawn);
}

TEST_F(GamesTest, LogWithoutAHashBelongsToTheFileOfTheSameName) {
  add_game("in/a.swf", hash_a);
  add_game("in/b.swf", hash_b);
  add_game("in/c.swf", hash_b);
  add_log("logs/b.log");
  games_.settle();
  EXPECT_EQ(state("in/a.swf"), "notPlayed");
  EXPECT_EQ(state("in/b.swf"), "drawn, captured");
  EXPECT_EQ(state("in/c.swf"), "notPlayed");
}

TEST_F(GamesTest, PrefersTheSameFolder) {
  add_game("x/game.swf", hash_a);
  add_game("y/game.swf", hash_b);
  add_log("y/game.log");
  games_.settle();
  EXPECT_EQ(state("x/game.swf"), "notPlayed");
  EXPECT_EQ(state("y/game.swf"), "drawn, captured");
}

TEST_F(GamesTest, LogsWithoutAHashBelongToTheOnlyGame) {
  add_game("game.swf", hash_a);
  add_file("engine.swc", {{"engine.swc!library.swf", hash_b}});
  add_file("notes.bin", {});
  add_log("monday.txt");
  add_log("tuesday.txt");
  games_.settle();
  EXPECT_EQ(state("game.swf"), "drawn, captured");
  // Players cannot run a library, so its programs may belong to any game.
  EXPECT_EQ(games_.use_in("engine.swc!library.swf", "v"), Use::Drawn);
  EXPECT_EQ(games_.use_in("engine.swc!library.swf", "x"), Use::NotUploaded);
  EXPECT_EQ(state("notes.bin"), "drawn");
}

TEST_F(GamesTest, LogBelongsToAllCopiesOfAGame) {
  add_game("a.swf", hash_a);
  add_game("copy.swf", hash_a);
  add_log("log.txt", {hash_a, "a.swf"});
  games_.settle();
  EXPECT_EQ(state("a.swf"), "drawn, captured");
  EXPECT_EQ(state("copy.swf"), "drawn, captured");
}

TEST_F(GamesTest, RunsOfOneLogMayHaveDifferentGames) {
  add_game("a.swf", hash_a);
  add_game("b.swf", hash_b);
  LoadedFile loaded;
  loaded.content = manifest::ContentKind::Log;
  loaded.extraction.runs = {{"flashlog.txt", "1", {hash_a, "a.swf"}}, {"flashlog.txt", "2", {hash_b, "b.swf"}}};
  Capture capture;
  capture.log = "flashlog.txt";
  capture.game = {hash_a, "a.swf"};
  loaded.extraction.pairs = {{0, 1, "uploaded", {capture}}};
  games_.add("flashlog.txt", loaded, {"v", "f"});
  games_.settle();
  EXPECT_EQ(state("a.swf"), "uploaded, captured");
  // The game was played, and did not upload anything.
  EXPECT_EQ(state("b.swf"), "notUploaded");
  EXPECT_EQ(games_.use_in("flashlog.txt", "v"), Use::Uploaded);
  EXPECT_EQ(games_.game_of_log("flashlog.txt"), "");
}

TEST_F(GamesTest, FindsUploadsOfPairsInTheLogsOfAGame) {
  add_game("a.swf", hash_a);
  add_game("b.swf", hash_b);
  add_file("notes.bin", {});
  add_log("1.txt", {hash_a, "a.swf"});
  add_log("2.txt", {std::string(32, 'c'), "c.swf"});
  games_.settle();
  for (const char* const container : {"a.swf", "a.swf!Inner", "1.txt", "2.txt", "notes.bin"}) {
    EXPECT_TRUE(games_.uploads_pair_in(container, "v", "f")) << container;
    EXPECT_TRUE(games_.uploads_pair_in(container, "f", "v")) << container;
    EXPECT_FALSE(games_.uploads_pair_in(container, "v", "v")) << container;
  }
  EXPECT_FALSE(games_.uploads_pair_in("b.swf", "v", "f"));
}

TEST_F(GamesTest, DamagedLogDoesNotCompleteItsGame) {
  add_game("a.swf", hash_a);
  add_log("1.txt", {hash_a, "a.swf"});
  add_log("2.txt", {hash_a, "a.swf"}, true);
  games_.settle();
  EXPECT_EQ(state("a.swf"), "drawn");
  EXPECT_EQ(games_.game_of_log("2.txt"), "a.swf");
  EXPECT_EQ(games_.game_of_log("a.swf"), "");
}

TEST_F(GamesTest, SwfFilesInsideAGameArePartOfIt) {
  add_file("game.exe", {{"game.exe!swf-at-0x10", hash_a}});
  add_file("two.zip", {{"two.zip!one.swf", hash_b}, {"two.zip!two.swf", hash_a}});
  add_log("x.txt", {hash_a, "game.exe"});
  games_.settle();
  EXPECT_EQ(games_.use_in("game.exe!swf-at-0x10!Level_Data", "v"), Use::Drawn);
  EXPECT_EQ(games_.use_in("two.zip!one.swf", "v"), Use::NotPlayed);
  EXPECT_EQ(games_.use_in("two.zip!two.swf!Inner", "v"), Use::Drawn);
  EXPECT_EQ(games_.use_of_file("two.zip"), Use::Drawn);
  EXPECT_EQ(games_.use_of_file("x.txt"), std::nullopt);
  EXPECT_EQ(games_.game_of_log("x.txt"), "");  // two games have its hash
}

TEST_F(GamesTest, FindsTheStemInTheGameOfTheLog) {
  add_game("a.swf", hash_a);
  add_game("b.swf", hash_b);
  games_.add_stem("a.swf", "v", "a.swf/Water.vert");
  games_.add_stem("b.swf", "v", "b.swf/Sky.vert");
  add_log("a.capture", {hash_b, "b.swf"});
  ASSERT_NE(games_.find_stem("a.capture", "v"), nullptr);
  EXPECT_EQ(*games_.find_stem("a.capture", "v"), "b.swf/Sky.vert");
  EXPECT_EQ(games_.find_stem("a.capture", "f"), nullptr);
  EXPECT_EQ(games_.find_stem("b.capture", "v"), nullptr);
}

TEST_F(GamesTest, LogsOfAFileWithoutAGameAreFoundByName) {
  add_file("dump.bin", {});
  add_file("other.bin", {});
  add_log("dump.txt", {hash_a, "game.swf"});
  games_.settle();
  EXPECT_EQ(state("dump.bin"), "drawn, captured");
  EXPECT_EQ(state("other.bin"), "drawn");
}

}  // namespace
}  // namespace agal::batch
