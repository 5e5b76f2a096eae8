// The cache of conversions on disk.
#include "batch/cache.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "batch/codec.hpp"
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
  // The paths of the entries.
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

TEST_F(CacheTest, WhatIsStoredIsFound) {
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

TEST_F(CacheTest, SaysThatItIsACache) {
  open();
  EXPECT_THAT(folder_.read("cache/CACHEDIR.TAG"), testing::StartsWith("Signature: 8a477f597d28d172789f06886806bc55"));
}

TEST_F(CacheTest, EveryBitThatIsTamperedWithIsNoticed) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string entry = entries().at(0), good = folder_.read(entry);
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    folder_.write(entry, bad);
    const Cache::Found found = cache->find("identity");
    EXPECT_FALSE(found.conversion) << at;
    ASSERT_EQ(found.diagnostics.size(), 1u);
    EXPECT_EQ(found.diagnostics[0].code, 1051);
    EXPECT_EQ(found.diagnostics[0].severity, Severity::Warning);
  }
  EXPECT_EQ(cache->counts().damaged, good.size());
  // The next store replaces it.
  EXPECT_TRUE(cache->store("identity", conversion("one")).empty());
  EXPECT_EQ(folder_.read(entry), good);
  EXPECT_TRUE(cache->find("identity").conversion);
}

TEST_F(CacheTest, AnEntryThatIsCutOffIsNoticed) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string entry = entries().at(0), good = folder_.read(entry);
  for (std::size_t size = 0; size < good.size(); ++size) {
    folder_.write(entry, good.substr(0, size));
    EXPECT_FALSE(cache->find("identity").conversion) << size;
  }
  folder_.write(entry, good + "x");
  EXPECT_FALSE(cache->find("identity").conversion);
}

TEST_F(CacheTest, AnEntryOfAnotherProgramIsNotTaken) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("a", conversion("one")).empty());
  const std::string first = entries().at(0);
  ASSERT_TRUE(cache->store("b", conversion("two")).empty());
  for (const std::string& entry : entries())
    if (entry != first) folder_.write(entry, folder_.read(first));
  EXPECT_TRUE(cache->find("a").conversion);
  const Cache::Found found = cache->find("b");
  EXPECT_FALSE(found.conversion);
  EXPECT_TRUE(found.diagnostics.contains(1051));
}

TEST_F(CacheTest, AnEntryOfAnotherFormatIsReplaced) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string entry = entries().at(0), good = folder_.read(entry);
  const std::string magic = "agalc cache ";
  ASSERT_EQ(good.substr(0, magic.size()), magic);
  std::string other = good;
  other[magic.size()] = '0';
  folder_.write(entry, other);
  EXPECT_FALSE(cache->find("identity").conversion);
  EXPECT_TRUE(cache->store("identity", conversion("one")).empty());
  EXPECT_EQ(folder_.read(entry), good);
}

// The entries are newer than the clock says.
TEST_F(CacheTest, AClockThatWasSetBackMakesNoDifference) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string entry = entries().at(0);
  constexpr int year = 365 * 24 * 60;
  make_old(entry, -year);
  EXPECT_EQ(cache->find("identity").conversion->disassembly, "one");
  // An entry of the future would be taken for the last one used.
  EXPECT_LE(fs::last_write_time(folder_.path(entry)), fs::file_time_type::clock::now() + std::chrono::minutes(1));
  cache->trim();
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(CacheTest, WhatIsNoFileIsNoEntry) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string path = folder_.path(entries().at(0));
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache->find("identity").conversion);  // and does not block on a FIFO
}

TEST_F(CacheTest, TheLongestUnusedGoWhenThereIsTooMuch) {
  const std::string large(100'000, 'x');
  {
    const std::unique_ptr<Cache> cache = open();
    for (const char* identity : {"a", "b", "c", "d", "e"})
      ASSERT_TRUE(cache->store(identity, conversion(large)).empty());
    cache->trim();
    EXPECT_EQ(entries().size(), 5u);
  }
  for (const std::string& entry : entries()) make_old(entry, 60);
  const std::unique_ptr<Cache> cache = open(1'300'000);  // room for four entries of more than 300,000 bytes
  EXPECT_TRUE(cache->find("b").conversion);              // marks it as recently used
  ASSERT_TRUE(cache->store("f", conversion(large)).empty());
  cache->trim();
  EXPECT_LE(entries().size(), 4u);
  EXPECT_GE(entries().size(), 2u);
  EXPECT_TRUE(cache->find("b").conversion);
  EXPECT_TRUE(cache->find("f").conversion);
}

TEST_F(CacheTest, StaysBoundedWhileItIsFilled) {
  const std::unique_ptr<Cache> cache = open(1'000'000);
  for (int i = 0; i < 200; ++i)
    ASSERT_TRUE(cache->store(std::to_string(i), conversion(std::string(10'000, 'x'))).empty());
  EXPECT_LT(entries().size(), 50u);  // of 32 kB each
  EXPECT_GT(entries().size(), 10u);
  EXPECT_TRUE(cache->find("199").conversion);
}

TEST_F(CacheTest, UseIsNoted) {
  const std::unique_ptr<Cache> cache = open();
  ASSERT_TRUE(cache->store("identity", conversion("one")).empty());
  const std::string entry = entries().at(0);
  make_old(entry, 60);
  const auto before = fs::last_write_time(folder_.path(entry));
  EXPECT_TRUE(cache->find("identity").conversion);
  EXPECT_GT(fs::last_write_time(folder_.path(entry)), before + std::chrono::minutes(30));
}

TEST_F(CacheTest, WhatCannotBeWrittenIsSaidOnce) {
  const std::unique_ptr<Cache> cache = open();
  folder_.write("cache/entries", "a file where the folder should be");
  const Diagnostics first = cache->store("a", conversion("one")), second = cache->store("b", conversion("one"));
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].code, 1052);
  EXPECT_FALSE(first.has_errors());
  EXPECT_TRUE(second.empty());
}

TEST_F(CacheTest, ManyThreadsAndProcessesMayUseIt) {
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

}  // namespace
}  // namespace agal::batch
