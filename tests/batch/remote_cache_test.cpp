// Runs with a remote cache whose server (cache_server.py) behaves well or badly: the products are always the same, and
// there is at most one warning.
#include "batch/remote_cache.hpp"

#include "batch/remote_url.hpp"

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
using testing::IsEmpty;
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
    for (std::uint64_t i = 0; i < program_count; ++i)
      folder_.write("in/" + std::to_string(i) + ".agal",
                    "//! agal 1 fragment\nmul ft0, v0, fc" + std::to_string(i) + "\nmov oc, ft0\n");
    folder_.write("requests", "");
    behave("well");
    test::without_proxy();
    server_.emplace(std::vector<std::string>{"python3", AGAL_SOURCE_DIR "/tests/batch/cache_server.py",
                                             folder_.path("mode"), folder_.path("requests")});
    remote_.url = "http://127.0.0.1:" + server_->line();
    remote_.retry_after = milliseconds(1);
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

TEST_F(RemoteCacheServer, IsFilledByOneRunAndReadByTheNext) {
  const Ran first = run("first", remote_);
  EXPECT_EQ(counts(first).hits, 0u);
  EXPECT_EQ(counts(first).misses, program_count);
  EXPECT_EQ(counts(first).uploaded, program_count);
  EXPECT_THAT(requests(), Each(MatchesRegex("(GET|PUT) /(ac|cas)/[0-9a-f]{64} (404|201)")));
  const Ran second = run("second", remote_);
  EXPECT_EQ(counts(second).hits, program_count);
  EXPECT_EQ(counts(second).misses, 0u);
  EXPECT_EQ(counts(second).uploaded, 0u);
  const Ran without = plain();
  for (const Ran* ran : {&first, &second}) {
    EXPECT_TRUE(ran->told.empty());
    EXPECT_TRUE(ran->files == without.files);
  }
}

TEST_F(RemoteCacheServer, IsAskedAfterTheLocalCache) {
  run("first", remote_);
  const std::size_t before = requests().size();
  const Ran second = run("second", remote_, "cache");  // fills the local cache
  EXPECT_EQ(counts(second).hits, program_count);
  EXPECT_EQ(second.outcome.summary.cache->misses, program_count);
  EXPECT_EQ(requests().size(), before + 2 * program_count);
  const Ran third = run("third", remote_, "cache");
  EXPECT_EQ(third.outcome.summary.cache->hits, program_count);
  EXPECT_EQ(requests().size(), before + 2 * program_count);
  EXPECT_TRUE(third.files == second.files);
}

struct Fault {
  const char* mode;
  const char* message;  // of the warning; "": there is none
  int timeout = 10000;  // milliseconds
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.mode; }

class RemoteCacheServerReads : public RemoteCacheServer, public testing::WithParamInterface<Fault> {};

// The server has all entries, and stops behaving.
TEST_P(RemoteCacheServerReads, MayFail) {
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

INSTANTIATE_TEST_SUITE_P(Faults, RemoteCacheServerReads,
                         testing::Values(Fault{"500", "HTTP 500; it is not used any more"}, Fault{"503", "HTTP 503"},
                                         Fault{"403", "HTTP 403"}, Fault{"301", "HTTP 301"},
                                         Fault{"silent", "Timeout was reached", 500}, Fault{"page", "is damaged"},
                                         Fault{"endless", "the answer is too large"}, Fault{"cut", "GET /cas/"},
                                         Fault{"flip", "is damaged; it was not used, and is replaced"},
                                         Fault{"swap", "is damaged"}, Fault{"lost", ""}, Fault{"flaky", ""}),
                         [](const auto& row) { return "Mode" + std::to_string(row.index); });

class RemoteCacheServerWrites : public RemoteCacheServer, public testing::WithParamInterface<Fault> {};

// The server is empty, and does not take entries.
TEST_P(RemoteCacheServerWrites, MayFail) {
  behave(GetParam().mode);
  remote_.timeouts.request = milliseconds(GetParam().timeout);
  const Ran ran = run("out", remote_);
  EXPECT_TRUE(ran.files == plain().files);
  ASSERT_EQ(ran.told.size(), 1u);
  EXPECT_EQ(ran.told[0].code, 1059);
  EXPECT_THAT(ran.told[0].message, HasSubstr(GetParam().message));
  EXPECT_EQ(counts(ran).uploaded, 0u);
}

INSTANTIATE_TEST_SUITE_P(Faults, RemoteCacheServerWrites,
                         testing::Values(Fault{"full", "HTTP 507; it is not written any more"},
                                         Fault{"slow-puts", "Timeout was reached; it is not written any more", 500}),
                         [](const auto& row) { return "Mode" + std::to_string(row.index); });

TEST_F(RemoteCacheServer, ThatIsSlowIsNotWaitedForAtTheEnd) {
  behave("slow-puts");
  remote_.finish_within = milliseconds(50);
  const Ran ran = run("out", remote_);
  EXPECT_TRUE(ran.files == plain().files);
  ASSERT_EQ(ran.told.size(), 1u);
  EXPECT_THAT(ran.told[0].message, HasSubstr("uploads were too slow"));
  EXPECT_EQ(counts(ran).left_out, program_count);
}

TEST_F(RemoteCacheServer, MayBeDown) {
  server_->end();
  const Ran ran = run("out", remote_);
  EXPECT_TRUE(ran.files == plain().files);
  ASSERT_EQ(ran.told.size(), 1u);
  EXPECT_EQ(ran.told[0].code, 1059);
  EXPECT_EQ(ran.told[0].location.file, remote_.url);
}

TEST_F(RemoteCacheServer, ItsPasswordIsNotShown) {
  behave("403");
  const std::string url = remote_.url;
  remote_.url = "http://me:secret@" + url.substr(7) + "/a/path/";
  const Ran ran = run("out", remote_);
  ASSERT_EQ(ran.told.size(), 1u);
  EXPECT_EQ(ran.told[0].location.file, url + "/a/path");
  EXPECT_THAT(render_text(ran.told), Not(HasSubstr("secret")));
  EXPECT_THAT(requests(), Each(HasSubstr(" /a/path/")));
}

TEST(RemoteCacheUrl, IsChecked) {
  for (const char* good : {"http://localhost", "https://cache.example.com:8080/a/b", "http://me:word@[::1]:80/"})
    EXPECT_TRUE(is_cache_url(good)) << good;
  for (const char* bad : {"", "http://", "localhost:80", "ftp://a", "file:///tmp", "http:///a", "http://a/?b",
                          "http://a b", "http://a/#b", "grpc://a"})
    EXPECT_FALSE(is_cache_url(bad)) << bad;
}

}  // namespace
}  // namespace agal::batch
