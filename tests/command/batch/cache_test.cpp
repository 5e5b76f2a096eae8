// Tests the caches of conversions on disk and in memory.
#include "batch/cache.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "folder.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

Conversion conversion(const std::string& text) {
  Conversion out;
  out.disassembly = text;
  out.products = {{"spv", text + text}};
  return out;
}

class CacheTest : public testing::Test {
 protected:
  std::unique_ptr<Cache> open(std::uint64_t max_bytes = std::uint64_t{1} << 30) const {
    return *Cache::open({folder_.path("cache"), max_bytes});
  }
  // Returns the paths of the entries.
  std::vector<std::string> entries() const {
    std::vector<std::string> out;
    for (const auto& [path, content] : folder_.files())
      if (path.find("entries/") != std::string::npos) out.push_back(path);
    return out;
  }
  void make_old(const std::string& entry, int minutes) const {
    const fs::path path = folder_.path(entry);
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
  }
  Folder folder_;
};

TEST_F(CacheTest, FindsAStoredConversion) {
  {
    const std::unique_ptr<Cache> cache = open();
    EXPECT_FALSE(cache->find("identity").conversion);
    EXPECT_TRUE(cache->store("identity", conversion("one")).empty());
    EXPECT_EQ(cache->find("identity").conversion->disassembly, "one");
  }
  const std::unique_ptr<Cache> cache = open();
  EXPECT_EQ(cache->find("identity").conversion->products[0].bytes, "oneone");
  EXPECT_FALSE(cache->find("other identity").conversion);
  EXPECT_EQ(cache->counts().hits, 1u);
  EXPECT_EQ(cache->counts().misses, 1u);
  EXPECT_EQ(cache->counts().damaged, 0u);
}

TEST_F(CacheTest, WritesACacheDirectoryTag) {
  open();
  EXPECT_THAT(folder_.read("cache/CACHEDIR.TAG"), testing::StartsWith("Signature: 8a477f597d28d172789f06886806bc55"));
}

TEST_F(CacheTest, ReportsAndReplacesADamagedEntry) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string entry = entries().at(0), good = folder_.read(entry);
  folder_.write(entry, good.substr(0, good.size() / 2));
  const Cache::Found found = cache->find("identity");
  EXPECT_FALSE(found.conversion);
  ASSERT_EQ(found.diagnostics.size(), 1u);
  EXPECT_EQ(found.diagnostics[0].code, 1051);
  EXPECT_EQ(found.diagnostics[0].severity, Severity::Warning);
  EXPECT_EQ(cache->counts().damaged, 1u);
  EXPECT_TRUE(cache->store("identity", conversion("one")).empty());
  EXPECT_EQ(folder_.read(entry), good);
}

// The time of an entry is later than the clock's.
TEST_F(CacheTest, UsesEntriesFromTheFuture) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string entry = entries().at(0);
  constexpr int year = 365 * 24 * 60;
  make_old(entry, -year);
  EXPECT_EQ(cache->find("identity").conversion->disassembly, "one");
  // The use must correct the time, because an entry with a time in the future would be kept longest.
  EXPECT_LE(fs::last_write_time(folder_.path(entry)), fs::file_time_type::clock::now() + std::chrono::minutes(1));
  cache->trim();
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(CacheTest, IgnoresAPipeInPlaceOfAnEntry) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string path = folder_.path(entries().at(0));
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache->find("identity").conversion);  // a FIFO must not block
}

TEST_F(CacheTest, TrimsTheLeastRecentlyUsedEntries) {
  const std::string large(100'000, 'x');
  {
    const std::unique_ptr<Cache> cache = open();
    for (const char* identity : {"a", "b", "c", "d", "e"})
      ASSERT_TRUE(cache->store(identity, conversion(large)).empty());
    cache->trim();
    EXPECT_EQ(entries().size(), 5u);
  }
  for (const std::string& entry : entries()) make_old(entry, 60);
  const std::unique_ptr<Cache> cache = open(1'300'000);  // space for four entries of more than 300,000 bytes
  EXPECT_TRUE(cache->find("b").conversion);              // marks it as recently used
  ASSERT_TRUE(cache->store("f", conversion(large)).empty());
  cache->trim();
  EXPECT_LE(entries().size(), 4u);
  EXPECT_GE(entries().size(), 2u);
  EXPECT_TRUE(cache->find("b").conversion);
  EXPECT_TRUE(cache->find("f").conversion);
}

TEST_F(CacheTest, TrimsWhileItIsFilled) {
  const std::unique_ptr<Cache> cache = open(1'000'000);
  for (int i = 0; i < 200; ++i)
    ASSERT_TRUE(cache->store(std::to_string(i), conversion(std::string(10'000, 'x'))).empty());
  EXPECT_LT(entries().size(), 50u);  // entries have 32 kB each
  EXPECT_GT(entries().size(), 10u);
  EXPECT_TRUE(cache->find("199").conversion);
}

TEST_F(CacheTest, UpdatesTimeOfUsedEntry) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string entry = entries().at(0);
  make_old(entry, 60);
  const auto before = fs::last_write_time(folder_.path(entry));
  EXPECT_TRUE(cache->find("identity").conversion);
  EXPECT_GT(fs::last_write_time(folder_.path(entry)), before + std::chrono::minutes(30));
}

TEST_F(CacheTest, WarnsOnceIfItCannotBeWritten) {
  const std::unique_ptr<Cache> cache = open();
  folder_.write("cache/entries", "a file where the folder should be");
  const Diagnostics first = cache->store("a", conversion("one")), second = cache->store("b", conversion("one"));
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].code, 1052);
  EXPECT_FALSE(first.has_errors());
  EXPECT_TRUE(second.empty());
}

TEST_F(CacheTest, AllowsConcurrentThreadsAndProcesses) {
  // All processes store and find the same entries; a found entry is always complete.
  constexpr int entry_count = 40;
  const auto work = [&](int seed) {
    const std::unique_ptr<Cache> cache = open(600'000);
    int wrong = 0;
    for (int i = 0; i < 4 * entry_count; ++i) {
      const std::string identity = std::to_string((i * 7 + seed) % entry_count);
      const std::string text = identity + std::string(5000, 'x');
      const Cache::Found found = cache->find(identity);
      if (found.conversion ? found.conversion->disassembly != text : !found.diagnostics.empty()) ++wrong;
      if (!found.conversion && !cache->store(identity, conversion(text)).empty()) ++wrong;
    }
    return wrong;
  };
  const pid_t child = ::fork();
  if (child == 0) ::_exit(std::min(work(1), 100));
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 2; t < 4; ++t) threads.emplace_back([&, t] { wrong += work(t); });
  for (std::thread& thread : threads) thread.join();
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(wrong, 0);
  EXPECT_FALSE(folder_.exists("cache/.agalc"));
}

TEST(MemoryCache, FindsAStoredConversion) {
  MemoryCache cache;
  EXPECT_FALSE(cache.find("a"));
  cache.store("a", conversion("one"));
  cache.store("a", conversion("two"));  // outside of tests, another thread would store the same value
  const std::optional<Conversion> found = cache.find("a");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->disassembly, "one");
  EXPECT_FALSE(cache.find("b"));
}

TEST(MemoryCache, RemovesTheOldestBeyondItsLimit) {
  MemoryCache cache(10'000);
  for (int i = 0; i < 100; ++i) cache.store(std::to_string(i), conversion(std::string(500, 'x')));
  EXPECT_FALSE(cache.find("0"));
  EXPECT_TRUE(cache.find("99"));
  int known = 0;
  for (int i = 0; i < 100; ++i) known += cache.find(std::to_string(i)) ? 1 : 0;
  EXPECT_LT(known, 10);
  EXPECT_GT(known, 5);
  // A conversion that is larger than the limit is not kept.
  cache.store("large", conversion(std::string(20'000, 'x')));
  EXPECT_FALSE(cache.find("large"));
  cache.store("after", conversion("small"));
  EXPECT_TRUE(cache.find("after"));
}

}  // namespace
}  // namespace agal::batch
