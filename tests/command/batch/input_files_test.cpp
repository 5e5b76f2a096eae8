// Tests patterns, the input files, and their order.
#include "batch/input_files.hpp"

#include <gmock/gmock.h>

#include <random>
#include <string>
#include <string_view>

#include "folder.hpp"
#include "os/name_match.hpp"

namespace agal::batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Returns the relative paths in order. Partners are joined by '+'.
std::vector<std::string> relatives(Inputs& inputs) {
  std::vector<std::string> out;
  while (const std::optional<InputItem> item = inputs.next())
    out.push_back(item->file.relative + (item->partner ? "+" + item->partner->relative : ""));
  return out;
}

std::vector<std::string> relatives(InputOptions options) {
  Inputs inputs(std::move(options));
  return relatives(inputs);
}

class InputsTest : public testing::Test {
 protected:
  void make(const std::vector<std::string>& files) const {
    for (const std::string& file : files) folder_.write(file, "x");
  }
  Folder folder_;
};

TEST_F(InputsTest, VisitsFoldersInOrder) {
  make({"b/2", "b/1", "a.x", "a/z", "c", "b/.hidden", ".git/y"});
  EXPECT_THAT(relatives({{folder_.path()}, "", {}}), ElementsAre("a.x", "a/z", "b/1", "b/2", "c"));
}

TEST_F(InputsTest, IgnoresTheOrderOfArguments) {
  make({"a/1", "b/2"});
  const std::string a = folder_.path("a"), b = folder_.path("b");
  EXPECT_THAT(relatives({{a, b}, "", {}}), ElementsAre("1", "2"));
  EXPECT_THAT(relatives({{b, a, b}, "", {}}), ElementsAre("1", "2"));
}

TEST_F(InputsTest, ExpandsPatterns) {
  make({"a/1.agal", "a/b/2.agal", "a/b/3.txt", "4.agal"});
  EXPECT_THAT(relatives({{folder_.path("**/*.agal")}, folder_.path(), {}}),
              ElementsAre("4.agal", "a/1.agal", "a/b/2.agal"));
  EXPECT_THAT(relatives({{folder_.path("*/[0-9].agal")}, folder_.path(), {}}), ElementsAre("a/1.agal"));
}

TEST_F(InputsTest, PrefersAFileWithTheNameOfAPattern) {
  make({"a[1].agal"});
  EXPECT_THAT(relatives({{folder_.path("a[1].agal")}, folder_.path(), {}}), ElementsAre("a[1].agal"));
}

// Changes the working directory during its lifetime.
class WorkingFolder {
 public:
  explicit WorkingFolder(const std::filesystem::path& folder) { std::filesystem::current_path(folder); }
  ~WorkingFolder() { std::filesystem::current_path(before_); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
};

TEST_F(InputsTest, KeepsTheRelativePathOfANamedFile) {
  make({"ui/x.agal", "here/y"});
  const WorkingFolder here(folder_.path("here"));
  EXPECT_THAT(relatives({{"y"}, "", {}}), ElementsAre("y"));
  EXPECT_THAT(relatives({{"./y"}, "", {}}), ElementsAre("y"));
  EXPECT_THAT(relatives({{"../ui/x.agal"}, "", {}}), ElementsAre("ui/x.agal"));
  EXPECT_THAT(relatives({{"../here/../ui/./x.agal"}, "", {}}), ElementsAre("ui/x.agal"));
  EXPECT_THAT(relatives({{"../*/x.agal"}, "", {}}), ElementsAre("ui/x.agal"));
  EXPECT_THAT(relatives({{"../ui/x.agal"}, folder_.path("ui"), {}}), ElementsAre("x.agal"));
}

// The path of a product must not depend on the folder of the input, such as the folder for temporary files.
TEST_F(InputsTest, AbsolutePathsDoNotDependOnTheWorkingDirectory) {
  make({"wässer und eis/ui/x.agal", "elsewhere/z"});
  const std::string root = folder_.path("wässer und eis"), file = root + "/ui/x.agal";
  for (const std::string& place : {std::string("/"), std::filesystem::temp_directory_path().string(), folder_.path(),
                                   folder_.path("elsewhere"), root, root + "/ui"}) {
    const WorkingFolder here(place);
    EXPECT_THAT(relatives({{file}, "", {}}), ElementsAre("x.agal")) << place;
    EXPECT_THAT(relatives({{root}, "", {}}), ElementsAre("ui/x.agal")) << place;
    EXPECT_THAT(relatives({{root + "/ui/../ui"}, "", {}}), ElementsAre("x.agal")) << place;
    EXPECT_THAT(relatives({{root + "/**/*.agal"}, "", {}}), ElementsAre("ui/x.agal")) << place;
    EXPECT_THAT(relatives({{file}, root, {}}), ElementsAre("ui/x.agal")) << place;
    EXPECT_THAT(relatives({{file}, folder_.path(), {}}), ElementsAre("wässer und eis/ui/x.agal")) << place;
    EXPECT_THAT(relatives({{file}, root + "/u", {}}), ElementsAre("x.agal")) << place;  // not a folder above it
  }
}

// Files are opened by paths relative to the working directory, so that it does not appear in manifests. Messages show
// the paths as they were given.
TEST_F(InputsTest, PathsAreRelativeToTheWorkingDirectory) {
  make({"in/x.agal", "here/y"});
  const WorkingFolder here(folder_.path("here"));
  for (const std::string& argument : {folder_.path("in/x.agal"), folder_.path("in"), folder_.path("in/*")}) {
    Inputs inputs({{argument}, "", {}});
    const std::optional<InputItem> item = inputs.next();
    ASSERT_TRUE(item) << argument;
    EXPECT_EQ(item->file.path, "../in/x.agal") << argument;
    EXPECT_EQ(item->file.shown, folder_.path("in/x.agal")) << argument;
  }
}

TEST_F(InputsTest, ReturnsBothHalvesOfAPair) {
  make({"a/w.frag.agal", "a/w.png", "a/w.vert.agal", "a/x.vert.agal", "a/y.vsh", "b/x.frag.agal"});
  EXPECT_THAT(relatives({{folder_.path()}, "", {}}),
              ElementsAre("a/w.frag.agal+a/w.vert.agal", "a/w.png", "a/x.vert.agal", "a/y.vsh", "b/x.frag.agal"));
  const std::string f = folder_.path("a/w.frag.agal"), v = folder_.path("a/w.vert.agal");
  EXPECT_THAT(relatives({{v, f}, folder_.path(), {}}), ElementsAre("a/w.frag.agal+a/w.vert.agal"));
  EXPECT_THAT(relatives({{v}, folder_.path(), {}}), ElementsAre("a/w.vert.agal"));
  EXPECT_THAT(relatives({{folder_.path("a/*.frag.agal")}, folder_.path(), {}}), ElementsAre("a/w.frag.agal"));
}

TEST_F(InputsTest, SkipsExcludedFolders) {
  make({"a", "out/b", "sub/out/c"});
  EXPECT_THAT(relatives({{folder_.path()}, "", {folder_.path("out")}}), ElementsAre("a", "sub/out/c"));
}

TEST_F(InputsTest, RejectsInputsInTheOutput) {
  make({"out/b"});
  for (const std::string& argument :
       {folder_.path("out"), folder_.path("out/b"), folder_.path("out/./b"), folder_.path("out/*")}) {
    Inputs inputs({{argument}, "", {folder_.path("out")}});
    EXPECT_THAT(relatives(inputs), IsEmpty());
    const Diagnostics found = inputs.take_diagnostics();
    ASSERT_EQ(found.size(), 1u) << argument;
    EXPECT_THAT(found[0].message, HasSubstr("is in an output folder"));
  }
}

TEST_F(InputsTest, DoesNotFollowLinksToFolders) {
  make({"a/x"});
  std::filesystem::create_directory_symlink(folder_.path(), folder_.path("a/loop"));
  std::filesystem::create_symlink(folder_.path("a/x"), folder_.path("a/y"));
  EXPECT_THAT(relatives({{folder_.path()}, "", {}}), ElementsAre("a/x", "a/y"));
}

TEST_F(InputsTest, ReturnsAMissingFileAndRejectsAMissingFolder) {
  // The error is reported when the file is opened.
  EXPECT_THAT(relatives({{folder_.path("none")}, folder_.path(), {}}), ElementsAre("none"));
  Inputs inputs({{folder_.path("none/*.agal")}, "", {}});
  EXPECT_THAT(relatives(inputs), IsEmpty());
  EXPECT_TRUE(inputs.take_diagnostics().has_errors());
}

TEST_F(InputsTest, CountsFilesIncludingPartners) {
  make({"a/w.frag.agal", "a/w.vert.agal", "b", "c/d"});
  EXPECT_EQ(count_inputs({{folder_.path()}, "", {}}), 4u);
}

using Match = Glob::Match;

TEST(Glob, FolderEndsBeforeTheFirstWildcard) {
  EXPECT_EQ(Glob("*.agal").folder(), "");
  EXPECT_EQ(Glob("a/b/*.agal").folder(), "a/b");
  EXPECT_EQ(Glob("/data/**/x").folder(), "/data");
  EXPECT_EQ(Glob("/*.agal").folder(), "/");
  EXPECT_EQ(Glob("../a?/b").folder(), "..");
}

TEST(Glob, WildcardsMatchWithinOneName) {
  const Glob glob("a/*.ag[a-b]l");
  EXPECT_EQ(glob.match("x.agal"), Match::Whole);
  EXPECT_EQ(glob.match("x.agbl"), Match::Whole);
  EXPECT_EQ(glob.match("x.agcl"), Match::None);
  EXPECT_EQ(glob.match("x/y.agal"), Match::None);
}

TEST(Glob, DoubleStarMatchesAnyNumberOfFolders) {
  const Glob glob("**/water.*");
  EXPECT_EQ(glob.match("water.agal"), Match::Both);  // a folder of this name may contain a match
  EXPECT_EQ(glob.match("a/b/c/water.frag"), Match::Both);
  EXPECT_EQ(glob.match("a/b"), Match::Inside);
  EXPECT_EQ(glob.match("a/fire.agal"), Match::Inside);
  EXPECT_EQ(Glob("**").match("a/b/c"), Match::Both);
  EXPECT_EQ(Glob("**/**/x").match("x"), Match::Both);
  EXPECT_EQ(Glob("a*/**/x/y").match("ab/x/x/y"), Match::Both);
}

TEST(Glob, ReportsIfFolderMayContainMatches) {
  const Glob glob("a*/b/*.agal");
  EXPECT_EQ(glob.match("ab"), Match::Inside);
  EXPECT_EQ(glob.match("ab/b"), Match::Inside);
  EXPECT_EQ(glob.match("ab/c"), Match::None);
  EXPECT_EQ(glob.match("c"), Match::None);
  EXPECT_EQ(glob.match("ab/b/x.agal"), Match::Whole);
}

TEST(Glob, WildcardsDoNotMatchHiddenNames) {
  EXPECT_EQ(Glob("*").match(".x"), Match::None);
  EXPECT_EQ(Glob("**/x").match(".git/x"), Match::None);
  EXPECT_EQ(Glob(".*").match(".x"), Match::Whole);
}

TEST(Glob, MatchesManyDoubleStarsInPolynomialTime) {
  std::string pattern, path;
  for (int i = 0; i < 40; ++i) {
    pattern += "**/a/";
    path += "a/";
  }
  EXPECT_EQ(Glob(pattern + "b").match(path + "c"), Match::Inside);
}

// agalc's own matching, which is used on systems without such a function, must have the same results as the system's.
TEST(Glob, OwnNameMatchingAgreesWithTheSystem) {
  constexpr std::string_view in_patterns = "ab.*?[]!-^", in_names = "ab.-]^";
  std::mt19937 random(1);
  const auto word = [&](std::string_view letters) {
    std::string text(random() % 7, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    return text;
  };
  std::size_t matches = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::string pattern = word(in_patterns), name = word(in_names);
    const bool expected = agalc::os::matches_name(pattern, name);
    EXPECT_EQ(agalc::os::matches_without_system(pattern, name), expected) << pattern << "  " << name;
    matches += expected ? 1u : 0u;
  }
  EXPECT_GT(matches, 1000u);
}

}  // namespace
}  // namespace agal::batch
