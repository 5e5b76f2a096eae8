// Uploads in the background.
#include "batch/store_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace agal::batch {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds long_time{60000};

TEST(StoreQueue, DoesAllOfIt) {
  std::atomic<int> done{0};
  StoreQueue queue(
      1 << 20, [&](const StoreJob&) { ++done; }, [] {});
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(queue.add({std::to_string(i), "x"}));
  EXPECT_EQ(queue.finish(long_time), 0u);
  EXPECT_EQ(done, 1000);
  EXPECT_FALSE(queue.add({"late", "x"}));
  EXPECT_EQ(queue.finish(long_time), 0u);
}

TEST(StoreQueue, MayStayEmpty) {
  StoreQueue queue(
      1, [](const StoreJob&) {}, [] {});
  EXPECT_EQ(queue.finish(long_time), 0u);
}

// Nothing waits for a slow server: what does not fit is left out, and the rest at the end.
TEST(StoreQueue, IsBounded) {
  std::atomic<bool> cancelled{false};
  std::atomic<int> begun{0};
  const auto wait = [&](const StoreJob&) {
    ++begun;
    while (!cancelled) std::this_thread::sleep_for(milliseconds(1));
  };
  StoreQueue queue(100, wait, [&] { cancelled = true; });
  int accepted = 0;
  for (int i = 0; i < 1000; ++i) accepted += queue.add({"", std::string(10, 'x')}) ? 1 : 0;
  EXPECT_GE(accepted, 10);
  EXPECT_LE(accepted, 10 + 4);  // those of the threads
  EXPECT_EQ(queue.finish(milliseconds(10)), static_cast<std::uint64_t>(accepted));
  EXPECT_TRUE(cancelled);
  EXPECT_LE(begun, 4);
}

TEST(StoreQueue, AcceptsOneThatIsLargerThanTheLimit) {
  std::atomic<int> done{0};
  StoreQueue queue(
      10, [&](const StoreJob&) { ++done; }, [] {});
  EXPECT_TRUE(queue.add({"", std::string(1000, 'x')}));
  EXPECT_EQ(queue.finish(long_time), 0u);
  EXPECT_EQ(done, 1);
}

}  // namespace
}  // namespace agal::batch
