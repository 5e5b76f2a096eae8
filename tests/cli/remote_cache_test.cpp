// agalc batch with --remote-cache.
#include <cstdlib>
#include <filesystem>
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

using RemoteCache = Batch;

TEST_F(RemoteCache, OnNginxIsSharedByRunsAndShards) {
  const std::string nginx = find_nginx();
  const bool found = std::system(("'" + nginx + "' -v 2>&1").c_str()) == 0;
  AGAL_NEED(test::Facility::Nginx, found ? "" : nginx + " cannot be run");
  test::without_proxy();
  const std::string port = std::to_string(test::unused_port()), url = "http://127.0.0.1:" + port + "/agalc";
  const test::TemporaryFolder folder;
  const std::string root = folder.path().string(), config = root + "/nginx.conf";
  std::stringstream text;
  text << std::ifstream(AGAL_SOURCE_DIR "/tests/scale/nginx.conf").rdbuf();
  std::string complete = text.str();
  replace_all(complete, "PORT", port);
  replace_all(complete, "FOLDER", root);
  std::ofstream(config) << complete;
  fs::create_directory(folder.path() / "cache");
  const test::Server server({nginx, "-c", config, "-p", root, "-e", root + "/error.log"});
  ASSERT_TRUE(test::wait_for_port(static_cast<std::uint16_t>(std::stoi(port))));

  make_programs("in", 12);
  ASSERT_EQ(batch({"in", "-o", "plain"}).status, done);
  for (const char* shard : {"1/2", "2/2"}) {
    const Outcome run = batch({"in", "-o", "shards", "--remote-cache", url, "--shard", shard});
    EXPECT_EQ(run.status, done) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("remote cache: 0 hits, "), Not(HasSubstr("warning"))));
  }
  ASSERT_EQ(batch({"-o", "shards", "--merge-manifests"}).status, done);
  const auto entries = fs::directory_iterator(folder.path() / "cache/agalc");
  EXPECT_EQ(std::distance(fs::begin(entries), fs::end(entries)), 12);
  // Another machine has no other cache.
  EXPECT_THAT(batch({"in", "-o", "second", "--cache-dir", "cache", "--remote-cache", url + "/"}).err,
              HasSubstr("remote cache: 12 hits, 0 misses, 0 stored\n"));
  EXPECT_THAT(batch({"in", "-o", "third", "--cache-dir", "cache", "--remote-cache", url}).err,
              AllOf(HasSubstr("cache: 12 hits, 0 misses\n"), HasSubstr("remote cache: 0 hits, 0 misses")));
  for (const char* output : {"shards", "second", "third"}) EXPECT_TRUE(tree(output) == tree("plain")) << output;
}

TEST_F(RemoteCache, OptionRejectsInvalidUrls) {
  write("in/a.agal", fragment);
  for (const char* wrong : {"localhost:8080", "ftp://localhost", "http://", "http://a/?b"}) {
    const Outcome run = batch({"in", "-o", "out", "--remote-cache", wrong});
    EXPECT_EQ(run.status, usage) << wrong;
    EXPECT_THAT(run.err, HasSubstr("is not the URL of a cache"));
    EXPECT_FALSE(exists("out"));
  }
}

// Named by the option or by the environment; also in a build without libcurl.
TEST_F(RemoteCache, WithoutAServerIsOneWarning) {
  make_programs("in", 6);
  ASSERT_EQ(batch({"in", "-o", "plain"}).status, done);
  test::without_proxy();
  const std::string url = "http://127.0.0.1:" + std::to_string(test::unused_port());
  const auto with_variable = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{
        "AGAL_REMOTE_CACHE=" + url, AGALC, "batch", "in", "-o", "variable", "--emit", "spv,essl300", "-q"};
    words.insert(words.end(), more.begin(), more.end());
    return run("/usr/bin/env", words);
  };
  EXPECT_THAT(with_variable({"--no-cache"}).err, testing::IsEmpty());
  for (const Outcome& run :
       {batch({"in", "-o", "option", "--remote-cache", url, "-q", "-Werror"}), with_variable({"-Werror"})}) {
    EXPECT_EQ(run.status, done);
    EXPECT_THAT(run.err, HasSubstr(url + ": warning[AGAL1059]: the remote cache failed: "));
    EXPECT_EQ(run.err.find("warning"), run.err.rfind("warning")) << run.err;
  }
  for (const char* output : {"option", "variable"}) EXPECT_TRUE(tree(output) == tree("plain")) << output;
}

}  // namespace
}  // namespace agal::cli
