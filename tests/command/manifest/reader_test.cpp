// Tests reading manifests line by line.
#include "manifest/reader.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/temporary_folder.hpp"

namespace agal::manifest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ManifestReader : public testing::Test {
 protected:
  std::string write(const std::string& text) const {
    std::ofstream(path(), std::ios::binary) << text;
    return path();
  }
  std::string path() const { return (folder_.path() / "m").string(); }

 private:
  test::TemporaryFolder folder_;
};

std::string line(const std::string& stem) { return R"({"stem":")" + stem + R"(","status":"empty"})"; }

TEST_F(ManifestReader, SkipsBlankLines) {
  Reader reader(write(line("a") + "\n\n \t\r\n" + line("b") + "\r\n" + line("c")));
  std::vector<std::string> stems, lines;
  while (const std::optional<Entry> entry = reader.next()) {
    stems.push_back(entry->stem);
    lines.emplace_back(reader.line());
  }
  EXPECT_THAT(stems, ElementsAre("a", "b", "c"));
  EXPECT_EQ(lines[0], line("a"));
  EXPECT_THAT(render_text(reader.diagnostics), IsEmpty());
}

TEST_F(ManifestReader, ReadsLinesLongerThanBuffer) {
  const std::string stem(200'000, 's');
  Reader reader(write(line(stem) + "\n" + line("b") + "\n"));
  EXPECT_EQ(reader.next()->stem, stem);
  EXPECT_EQ(reader.next()->stem, "b");
  EXPECT_FALSE(reader.next());
}

TEST_F(ManifestReader, SkipsAndReportsMalformedLines) {
  Reader reader(write("{\n" + line("b") + "\n"));
  EXPECT_EQ(reader.next()->stem, "b");
  ASSERT_EQ(reader.diagnostics.size(), 1u);
  EXPECT_EQ(reader.diagnostics[0].location.line, 1u);
}

TEST_F(ManifestReader, StopsAfterTwentyMalformedLines) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "{\n";
  Reader reader(write(text + line("a") + "\n"));
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.diagnostics.size(), 20u);
}

TEST_F(ManifestReader, ReportsUnreadableFiles) {
  Reader missing(path());
  EXPECT_FALSE(missing.next());
  EXPECT_TRUE(missing.diagnostics.contains(1001));
  Reader folder(std::filesystem::path(path()).parent_path().string());
  EXPECT_FALSE(folder.next());
  EXPECT_TRUE(folder.diagnostics.contains(1004));
}

TEST_F(ManifestReader, StopsVisitingAtMalformedLine) {
  std::vector<std::string> stems;
  const Diagnostics found =
      for_each_entry(write(line("a") + "\n{\"stem\":\n" + line("b") + "\n"), [&](const Entry& entry, std::string_view) {
        stems.push_back(entry.stem);
        return Diagnostics{};
      });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, 1053);
  EXPECT_EQ(found[0].location.line, 2u);
  EXPECT_THAT(stems, ElementsAre("a"));
}

TEST_F(ManifestReader, StopsAtAnErrorOfTheVisitor) {
  std::size_t visits = 0;
  const Diagnostics found =
      for_each_entry(write(line("a") + "\n" + line("b") + "\n"), [&](const Entry&, std::string_view) {
        ++visits;
        Diagnostics errors;
        errors.add({});
        return errors;
      });
  EXPECT_TRUE(found.has_errors());
  EXPECT_EQ(visits, 1u);
}

}  // namespace
}  // namespace agal::manifest
