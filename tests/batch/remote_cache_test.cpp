// Runs with a remote cache whose server (cache_server.py) behaves well or badly: the products are always the same, and
// there is at most one warning.
#include "batch/remote_cache.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <sstream>

#include "batch/batch.hpp"
#include "folder.hpp"
#include "support/facility.hpp"
#include "support/server.hpp"

namespace agal::batch {
namespace {

using std::chrono::milliseconds;
using testing::Each;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

constexpr std::uint64_t program_count = 6;

struct Ran {
  Outcome outcome;
  Diagnostics told;
  std::map<std::string, std::string> files;  // in the output folder
};

class RemoteCacheServer : public testing::Test {
 protected:
  void SetUp() override {
    AGAL_NEED(test::Facility::Python, std::system("python3 -c '' 2>&1") == 0 ? "" : "python3 is not in $PATH");
    for (std::uint64_t i = 0; i < program_count; ++i) write_program(i);
    folder_.write("requests", "");
    behave("well");
    test::without_proxy();
    server_.emplace(std::vector<std::string>{"python3", AGAL_SOURCE_DIR "/tests/batch/cache_server.py",
                                             folder_.path("mode"), folder_.path("requests")});
    remote_.url = "http://127.0.0.1:" + server_->line();
    remote_.retry_after = milliseconds(1);
  }

  void write_program(std::uint64_t i) const {
    const std::string number = std::to_string(i);
    folder_.write("in/" + number + ".agal", "//! agal 1 fragment\nmul ft0, v0, fc" + std::to_string(i % 28) +
                                                "\nmov ft1, ft0\n" + (i < 28 ? "" : "mov ft1, ft1\n") +
                                                "mov oc, ft1\n");
  }

  void behave(const std::string& mode) const { folder_.write("mode", mode); }

  std::vector<std::string> requests() const {
    std::istringstream in(folder_.read("requests"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  // Converts the folder "in" into another folder.
  Ran run(const std::string& output, const std::optional<RemoteOptions>& remote, const std::string& cache = {}) const {
    BatchOptions options;
    options.inputs = {folder_.path("in")};
    options.output = folder_.path(output);
    options.convert.emit = {{Target::Spv, Target::Essl300}, true};
    options.remote_cache = remote;
    if (!cache.empty()) options.cache = CacheOptions{.folder = folder_.path(cache)};
    options.threads = 2;
    Ran ran;
    const Listener listener{[&](const Diagnostics& found) { ran.told.append(found); }, [] { return false; }};
    ran.outcome = run_batch(options, listener);
    EXPECT_EQ(ran.outcome.status, agalc::ExitStatus::Done);
    EXPECT_TRUE(ran.outcome.complete);
    for (auto& [path, content] : folder_.files())
      if (path.starts_with(output + "/")) ran.files[path.substr(output.size())] = content;
    return ran;
  }
  Ran plain() const { return run("plain", std::nullopt); }

  static const RemoteCounts& counts(const Ran& ran) { return *ran.outcome.summary.remote_cache; }

  Folder folder_;
  std::optional<test::Server> server_;
  RemoteOptions remote_;
};

TEST_F(RemoteCacheServer, StoresEachEntryAtItsKeyAndReturnsItToTheNextRun) {
  const Ran first = run("first", remote_);
  EXPECT_EQ(counts(first).hits, 0u);
  EXPECT_EQ(counts(first).misses, program_count);
  EXPECT_EQ(counts(first).stored, program_count);
  EXPECT_EQ(requests().size(), 2 * program_count);
  EXPECT_THAT(requests(), Each(MatchesRegex("(GET /[0-9a-f]{32} 404|PUT /[0-9a-f]{32} 201)")));
  const Ran second = run("second", remote_);
  EXPECT_EQ(counts(second).hits, program_count);
  EXPECT_EQ(counts(second).misses, 0u);
  EXPECT_EQ(counts(second).stored, 0u);
  const Ran without = plain();
  for (const Ran* ran : {&first, &second}) {
    EXPECT_TRUE(ran->told.empty());
    EXPECT_TRUE(ran->files == without.files);
  }
}

TEST_F(RemoteCacheServer, IsSearchedAfterTheLocalCacheAndFillsIt) {
  run("first", remote_);
  const std::size_t before = requests().size();
  const Ran second = run("second", remote_, "cache");
  EXPECT_EQ(counts(second).hits, program_count);
  EXPECT_EQ(second.outcome.summary.cache->misses, program_count);
  EXPECT_EQ(requests().size(), before + program_count);
  const Ran third = run("third", remote_, "cache");
  EXPECT_EQ(third.outcome.summary.cache->hits, program_count);
  EXPECT_EQ(requests().size(), before + program_count);
  EXPECT_TRUE(third.files == second.files);
}

struct Fault {
  const char* mode;
  const char* message;  // of the warning; "": there is none
  int timeout = 10000;  // milliseconds
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.mode; }

std::string name_of(const testing::TestParamInfo<Fault>& row) {
  std::string name = row.param.mode;
  std::erase(name, '-');
  return name;
}

class RemoteCacheReadFault : public RemoteCacheServer, public testing::WithParamInterface<Fault> {};

// The server has all entries, and stops behaving.
TEST_P(RemoteCacheReadFault, WarnsOnceAndKeepsTheProducts) {
  run("first", remote_);
  behave(GetParam().mode);
  remote_.timeouts.request = milliseconds(GetParam().timeout);
  const Ran ran = run("out", remote_);
  EXPECT_TRUE(ran.files == plain().files);
  if (*GetParam().message == '\0') {
    EXPECT_TRUE(ran.told.empty()) << ran.told[0].message;
  } else {
    ASSERT_EQ(ran.told.size(), 1u);
    EXPECT_EQ(ran.told[0].code, 1059);
    EXPECT_EQ(ran.told[0].severity, Severity::Warning);
    EXPECT_THAT(ran.told[0].message, HasSubstr(GetParam().message));
    EXPECT_EQ(counts(ran).hits, 0u);
  }
  // Whatever has been stored meanwhile, the next run is right.
  behave("well");
  remote_.timeouts.request = milliseconds(10000);
  const Ran next = run("next", remote_);
  EXPECT_TRUE(next.files == ran.files);
  EXPECT_TRUE(next.told.empty());
  EXPECT_EQ(counts(next).hits, program_count);
}

INSTANTIATE_TEST_SUITE_P(Mode, RemoteCacheReadFault,
                         testing::Values(Fault{"500", "HTTP 500; the cache is not used any more"},
                                         Fault{"503", "HTTP 503"}, Fault{"403", "HTTP 403"}, Fault{"301", "HTTP 301"},
                                         Fault{"silent", "Timeout was reached", 500}, Fault{"page", "is damaged"},
                                         Fault{"endless", "the answer is too large"}, Fault{"disconnect", "GET /"},
                                         Fault{"flip", "is damaged; it was not used, and is replaced"},
                                         Fault{"truncate", "is damaged"}, Fault{"swap", "is damaged"},
                                         Fault{"flaky", ""}),
                         name_of);

class RemoteCacheWriteFault : public RemoteCacheServer, public testing::WithParamInterface<Fault> {};

// The server is empty, and does not take entries.
TEST_P(RemoteCacheWriteFault, WarnsOnceAndKeepsTheProducts) {
  behave(GetParam().mode);
  remote_.timeouts.request = milliseconds(GetParam().timeout);
  const Ran ran = run("out", remote_);
  EXPECT_TRUE(ran.files == plain().files);
  ASSERT_EQ(ran.told.size(), 1u);
  EXPECT_EQ(ran.told[0].code, 1059);
  EXPECT_THAT(ran.told[0].message, HasSubstr(GetParam().message));
  EXPECT_EQ(counts(ran).stored, 0u);
}

INSTANTIATE_TEST_SUITE_P(Mode, RemoteCacheWriteFault,
                         testing::Values(Fault{"full", "HTTP 507; nothing is written to it any more"},
                                         Fault{"slow-puts", "Timeout was reached; nothing is written", 500}),
                         name_of);

TEST_F(RemoteCacheServer, IsNotUsedAfterManyDamagedEntries) {
  for (std::uint64_t i = program_count; i < 40; ++i) write_program(i);
  run("first", remote_);
  behave("flip");
  const Ran ran = run("out", remote_);
  EXPECT_GE(counts(ran).damaged, 16u);
  EXPECT_LT(counts(ran).damaged, 30u);
  EXPECT_EQ(ran.told.size(), 1u);
}

TEST_F(RemoteCacheServer, WarnsOnceIfItIsDown) {
  server_->end();
  const Ran ran = run("out", remote_);
  EXPECT_TRUE(ran.files == plain().files);
  ASSERT_EQ(ran.told.size(), 1u);
  EXPECT_EQ(ran.told[0].code, 1059);
  EXPECT_EQ(ran.told[0].location.file, remote_.url);
}

TEST_F(RemoteCacheServer, MessagesDoNotShowThePassword) {
  behave("403");
  const std::string url = remote_.url;
  remote_.url = "http://me:secret@" + url.substr(7) + "/a/path/";
  const Ran ran = run("out", remote_);
  ASSERT_EQ(ran.told.size(), 1u);
  EXPECT_EQ(ran.told[0].location.file, url + "/a/path");
  EXPECT_THAT(render_text(ran.told), Not(HasSubstr("secret")));
  EXPECT_THAT(requests(), Each(HasSubstr(" /a/path/")));
}

TEST(RemoteCacheUrl, AcceptsHttpAndHttpsWithoutQueryOrFragment) {
  for (const char* good : {"http://localhost", "https://cache.example.com:8080/a/b", "http://me:word@[::1]:80/"})
    EXPECT_TRUE(is_cache_url(good)) << good;
  for (const char* bad : {"", "http://", "localhost:80", "ftp://a", "file:///tmp", "http:///a", "http://a/?b",
                          "http://a b", "http://a/#b", "grpc://a"})
    EXPECT_FALSE(is_cache_url(bad)) << bad;
}

}  // namespace
}  // namespace agal::batch
