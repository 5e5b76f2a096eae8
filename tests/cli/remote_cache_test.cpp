// agalc batch with --remote-cache, on nginx.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cli/batch.hpp"
#include "support/facility.hpp"
#include "support/server.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// Debian has it in a folder for root.
std::string find_nginx() {
  if (const char* const named = std::getenv("AGAL_NGINX")) return named;
  return fs::exists("/usr/sbin/nginx") ? "/usr/sbin/nginx" : "nginx";
}

class RemoteCacheNginx : public Batch {
 protected:
  void SetUp() override {
    const std::string nginx = find_nginx();
    const bool found = std::system(("'" + nginx + "' -v 2>&1").c_str()) == 0;
    AGAL_NEED(test::Facility::Nginx, found ? "" : nginx + " cannot be run");
    test::without_proxy();
    const std::uint16_t port = test::unused_port();
    std::ifstream file(AGAL_SOURCE_DIR "/tests/scale/nginx.conf");
    std::stringstream config;
    config << file.rdbuf();
    std::string text = config.str();
    replace_all(text, "PORT", std::to_string(port));
    replace_all(text, "FOLDER", server_folder_.path().string());
    std::ofstream(server_folder_.path() / "nginx.conf") << text;
    fs::create_directory(server_folder_.path() / "cache");
    server_.emplace(std::vector<std::string>{nginx, "-c", (server_folder_.path() / "nginx.conf").string(), "-p",
                                             server_folder_.path().string(), "-e",
                                             (server_folder_.path() / "error.log").string()});
    ASSERT_TRUE(test::wait_for_port(port));
    url_ = "http://127.0.0.1:" + std::to_string(port) + "/agalc";
    make_programs("in", 12);
  }

  // The files of the server below "ac" or "cas".
  std::vector<fs::path> stored(const std::string& kind) const {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(server_folder_.path() / "cache/agalc" / kind))
      found.push_back(entry.path());
    return found;
  }

  test::TemporaryFolder server_folder_;
  std::optional<test::Server> server_;
  std::string url_;
};

TEST_F(RemoteCacheNginx, IsSharedByRuns) {
  ASSERT_EQ(batch({"in", "-o", "plain"}).status, done);
  const Outcome first = batch({"in", "-o", "first", "--remote-cache", url_});
  EXPECT_EQ(first.status, done) << first.err;
  EXPECT_THAT(first.err, AllOf(HasSubstr("remote cache: 0 hits, 12 misses, 12 stored\n"), Not(HasSubstr("warning"))));
  EXPECT_EQ(stored("ac").size(), 12u);
  EXPECT_EQ(stored("cas").size(), 12u);
  // Another machine has no other cache.
  const Outcome second = batch({"in", "-o", "second", "--cache-dir", "cache", "--remote-cache", url_ + "/"});
  EXPECT_THAT(second.err, HasSubstr("remote cache: 12 hits, 0 misses, 0 stored\n"));
  const Outcome third = batch({"in", "-o", "third", "--cache-dir", "cache", "--remote-cache", url_});
  EXPECT_THAT(third.err, AllOf(HasSubstr("cache: 12 hits, 0 misses\n"), HasSubstr("remote cache: 0 hits, 0 misses")));
  for (const char* output : {"first", "second", "third"}) EXPECT_TRUE(tree(output) == tree("plain")) << output;
}

TEST_F(RemoteCacheNginx, IsSharedByShards) {
  ASSERT_EQ(batch({"in", "-o", "plain"}).status, done);
  for (const char* shard : {"1/3", "2/3", "3/3"})
    EXPECT_EQ(batch({"in", "-o", "parts", "--remote-cache", url_, "--shard", shard}).status, done);
  EXPECT_EQ(batch({"-o", "parts", "--merge-manifests"}).status, done);
  EXPECT_TRUE(tree("parts") == tree("plain"));
  EXPECT_EQ(stored("ac").size(), 12u);
  // One run reads what the shards have stored.
  EXPECT_THAT(batch({"in", "-o", "again", "--remote-cache", url_}).err, HasSubstr("remote cache: 12 hits, 0 misses"));
}

TEST_F(RemoteCacheNginx, IsRepaired) {
  ASSERT_EQ(batch({"in", "-o", "first", "--remote-cache", url_}).status, done);
  const fs::path bad = stored("cas").front();
  std::fstream(bad, std::ios::in | std::ios::out).write("agalc cache 2", 13);
  const Outcome run = batch({"in", "-o", "out", "--remote-cache", url_});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err, AllOf(HasSubstr("warning[AGAL1059]"), HasSubstr("11 hits, 1 misses, 1 damaged, 1 stored")));
  EXPECT_TRUE(tree("out") == tree("first"));
  EXPECT_THAT(batch({"in", "-o", "out", "--remote-cache", url_}).err,
              AllOf(HasSubstr("remote cache: 12 hits"), Not(HasSubstr("warning"))));
}

TEST_F(RemoteCacheNginx, ComesFromTheEnvironmentUnlessThereIsToBeNone) {
  const auto with_variable = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"AGAL_REMOTE_CACHE=" + url_, AGALC, "batch", "in", "-o", "out", "--emit", "spv"};
    words.insert(words.end(), more.begin(), more.end());
    return run("/usr/bin/env", words);
  };
  EXPECT_THAT(with_variable({"--no-cache"}).err, Not(HasSubstr("remote cache")));
  EXPECT_THAT(with_variable({}).err, HasSubstr("remote cache: 0 hits, 12 misses, 12 stored"));
}

using RemoteCacheOption = Batch;

TEST_F(RemoteCacheOption, TakesUrls) {
  write("in/a.agal", fragment);
  for (const char* wrong : {"localhost:8080", "ftp://localhost", "http://", "http://a/?b"}) {
    const Outcome run = batch({"in", "-o", "out", "--remote-cache", wrong});
    EXPECT_EQ(run.status, usage) << wrong;
    EXPECT_THAT(run.err, HasSubstr("is not the URL of a cache"));
    EXPECT_FALSE(exists("out"));
  }
}

TEST_F(RemoteCacheOption, DoesNotNeedAServer) {
  make_programs("in", 6);
  ASSERT_EQ(batch({"in", "-o", "plain"}).status, done);
  test::without_proxy();
  const std::string url = "http://127.0.0.1:" + std::to_string(test::unused_port());
  const Outcome run = batch({"in", "-o", "out", "--remote-cache", url, "-q", "-Werror"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err, HasSubstr(url + ": warning[AGAL1059]: the remote cache failed: "));
  EXPECT_EQ(run.err.find("warning"), run.err.rfind("warning")) << run.err;
  EXPECT_TRUE(tree("out") == tree("plain"));
}

// The command does not load libcurl and its thirty libraries before it is used.
TEST_F(RemoteCacheOption, CostsNothingAtTheStart) {
  const Outcome run = this->run("/usr/bin/env", {"LD_DEBUG=libs", AGALC, "--version"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err,
              AllOf(HasSubstr("initialize program: " AGALC "\n"), Not(HasSubstr("libcurl")), Not(HasSubstr("libssl"))));
}

}  // namespace
}  // namespace agal::cli
