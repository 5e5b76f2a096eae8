// Tests the command on faulty machines and files: full disks, little memory, folders that vanish, links, hostile names.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "cli/batch.hpp"
#include "cli/file_size_limit.hpp"
#include "example_swf/swf_builder.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using testing::Not;

class Faults : public Batch {
 protected:
  Faults() {
    write("v.agal", vertex);
    write("f.agal", fragment);
  }

  std::vector<std::byte> assembled(const std::string& name) const {
    EXPECT_EQ(agalc({"as", name, "-o", "x.bin"}).status, done);
    const std::string text = read("x.bin");
    fs::remove(folder() / "x.bin");
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    return {bytes.begin(), bytes.end()};
  }

  void write_swf(const std::string& name, const example::SwfBuilder& swf) const {
    const std::vector<std::byte> bytes = swf.build();
    write(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  // Returns the names of all files in a folder of the test, except temporary ones.
  std::vector<std::string> names(const std::string& below) const {
    std::vector<std::string> out;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder() / below))
      if (!entry.is_directory()) out.push_back(entry.path().filename().string());
    return out;
  }
};

bool is_plain(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == '~';
  });
}

// -------------------------------------------------------------------------------------------------------- no room

TEST_F(Faults, FileSizeLimitKeepsOldFile) {
  example::SwfBuilder game;
  for (int i = 0; i < 20; ++i) game.binary_data("Shader" + std::to_string(i), assembled("f.agal"));
  write_swf("game.swf", game);
  const std::vector<std::vector<std::string>> commands{{"compile", "f.agal", "-t", "spv", "-o", "old"},
                                                       {"as", "f.agal", "-o", "old"},
                                                       {"reflect", "f.agal", "-o", "old"},
                                                       {"extract", "game.swf", "-o", "folder"}};
  for (const std::vector<std::string>& command : commands) {
    SCOPED_TRACE(command[0]);
    write("old", "old");
    Outcome run;
    {
      // The streams of the command are files too.
      const FileSizeLimit limit(24);
      run = agalc(command);
    }
    EXPECT_EQ(run.status, io);
    EXPECT_EQ(read("old"), "old");
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder()))
    EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr(".agalc"))) << "a temporary file";
}

// ---------------------------------------------------------------------------------------------------------- no memory

TEST_F(Faults, MemoryLimitExitsWithItsOwnStatus) {
  const auto limited = [&](const std::string& arguments) {
    return run("/bin/sh", {"-c", "ulimit -v 400000 && exec " AGALC " " + arguments});
  };
  // The sanitizers reserve more memory than any limit.
  AGAL_NEED(test::Facility::TestBuild,
            limited("--version").status == done ? "" : "this build needs more than 400 MB of address space");
  std::string text;
  for (int i = 0; i < 5'000'000; ++i) text += "mov ft0,v0\n";
  write("big.frag.agal", text);
  EXPECT_EQ(limited("as f.agal -o f.bin").status, done);
  for (const char* const arguments : {"as big.frag.agal -o big.bin", "batch big.frag.agal --emit spv -o out"}) {
    const Outcome outcome = limited(arguments);
    EXPECT_EQ(outcome.status, 71) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("agalc: out of memory\n")) << arguments;
  }
  EXPECT_FALSE(exists("big.bin"));
}

// ------------------------------------------------------------------------------------------------- vanishing folders

// The command either finishes before the folder is removed, or reports an error. It neither crashes nor hangs.
TEST_F(Faults, RemovedFolderIsAnIoError) {
  make_programs("in", 60);
  const auto arguments = [](const std::string& out) {
    return std::vector<std::string>{"in",     "-o", out, "--cache-dir", "cache", "--emit", "spv,essl300,msl21",
                                    "--jobs", "2",  "-q"};
  };
  for (const std::string vanishes : {"out", "in", "cache"}) {
    SCOPED_TRACE(vanishes);
    fs::copy(folder() / "in", folder() / "kept", fs::copy_options::recursive);
    Outcome run;
    std::thread command([&] { run = batch(arguments("out")); });
    for (int i = 0; i < 2000 && !exists("out/part0"); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::error_code ignored;  // files appear meanwhile
    fs::remove_all(folder() / vanishes, ignored);
    command.join();
    EXPECT_THAT(run.status, AnyOf(Eq(done), Eq(io), Eq(rejected))) << run.err;
    if (run.status != done) {
      EXPECT_THAT(run.err, HasSubstr("error[AGAL"));
    }
    // The next run completes the output.
    fs::remove_all(folder() / "in");
    fs::rename(folder() / "kept", folder() / "in");
    EXPECT_EQ(batch(arguments("out")).status, done);
    ASSERT_EQ(batch(arguments("good")).status, done);
    EXPECT_TRUE(tree("out") == tree("good"));
    for (const char* const name : {"out", "good", "cache"}) fs::remove_all(folder() / name);
  }
}

// -------------------------------------------------------------------------------------------------------------- links

TEST_F(Faults, DoesNotFollowLinksOutOfOutputFolder) {
  make_programs("in", 3);
  ASSERT_EQ(batch({"in", "-o", "good", "-q"}).status, done);
  write("precious/0001.frag.spv", "thesis");
  fs::create_directory(folder() / "out");
  fs::create_directory_symlink("../precious", folder() / "out/part0");
  // Simulates the output of an earlier run.
  write("out/manifest.jsonl", read("good/manifest.jsonl"));
  const Outcome run = batch({"in", "-o", "out", "-q"});
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("error[AGAL1002]"));
  EXPECT_EQ(batch({"in/part1", "-o", "out", "-q", "--prune"}).status, done);
  EXPECT_THAT(list("precious"), testing::ElementsAre("0001.frag.spv"));
  EXPECT_EQ(read("precious/0001.frag.spv"), "thesis");
}

TEST_F(Faults, DoesNotFollowLinksInPlaceOfTemporaryFiles) {
  make_programs("in", 3);
  write("precious/thesis/chapter", "one");
  for (const std::string name : {"out", "cache"}) {
    fs::create_directory(folder() / name);
    fs::create_directory_symlink("../precious", folder() / name / ".agalc");
  }
  const Outcome run = batch({"in", "-o", "out", "-q"});
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("error[AGAL1002]"));
  EXPECT_EQ(batch({"in", "-o", "good", "--cache-dir", "cache", "-q"}).status, done);
  EXPECT_EQ(read("precious/thesis/chapter"), "one");
}

// ---------------------------------------------------------------------------------------------------------- the clock

TEST_F(Faults, IgnoresFileTimesInTheFuture) {
  make_programs("in", 3);
  const std::vector<std::string> arguments{"in", "-o", "out", "--cache-dir", "cache", "-q"};
  ASSERT_EQ(batch(arguments).status, done);
  const std::map<std::string, std::string> good = tree("out");
  const auto future = fs::file_time_type::clock::now() + std::chrono::hours(24 * 365);
  for (const char* const name : {"in", "out", "cache"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder() / name))
      fs::last_write_time(entry.path(), future);
  write("in/part0/0001.frag.agal", "mov oc, v0\n");
  ASSERT_EQ(batch(arguments).status, done);
  ASSERT_EQ(batch({"in", "-o", "fresh", "-q"}).status, done);
  EXPECT_TRUE(tree("out") == tree("fresh"));
  EXPECT_FALSE(tree("out") == good);
}

// ------------------------------------------------------------------------------------------------------ hostile names

TEST_F(Faults, HostileNamesStayInsideOutputFolder) {
  example::SwfBuilder game;
  const std::vector<std::string> hostile{"../../../evil",
                                         "/etc/passwd",
                                         "CON",
                                         "nul.txt",
                                         "..",
                                         ".",
                                         "",
                                         "a\nb",
                                         "a\rb\x1b[2J",
                                         "\u202egpj.exe",
                                         "x; rm -rf ~",
                                         std::string("a\0b", 3),
                                         "%2e%2e",
                                         "\xff\xfe",
                                         "~",
                                         "-o",
                                         std::string(65536, 'x')};
  int number = 0;
  for (const std::string& name : hostile) {
    write("p.agal", "mov oc, fc" + std::to_string(number++) + "\n");
    game.binary_data(name, assembled("p.agal"));
  }
  write_swf("game.swf", game);
  const std::vector<std::string> before = list();

  const Outcome table = agalc({"extract", "game.swf"});
  EXPECT_EQ(table.status, done) << table.err;
  for (const char* const mark : {"\u202e", "\x1b", "\r"}) EXPECT_THAT(table.out + table.err, Not(HasSubstr(mark)));

  EXPECT_EQ(agalc({"extract", "game.swf", "-o", "a/out", "-q"}).status, done);
  EXPECT_EQ(names("a/out").size(), 2 * hostile.size() + 1);  // and the record
  EXPECT_EQ(batch({"game.swf", "-o", "b/out", "-q"}).status, done);
  for (const char* const below : {"a", "b"})
    for (const std::string& name : names(below)) {
      EXPECT_TRUE(is_plain(name)) << name;
      EXPECT_LE(name.size(), 200u);
    }
  std::vector<std::string> after = list();
  std::erase_if(after, [](const std::string& name) { return name == "a" || name == "b"; });
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace agal::cli
