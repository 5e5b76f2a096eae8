// Tests the order and the limits of the pipeline.
#include "batch/pipeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace agal::batch {
namespace {

struct Numbered : Job {
  explicit Numbered(int n, std::atomic<int>& living) : number(n), alive(living) { ++alive; }
  ~Numbered() override { --alive; }
  int number;
  std::atomic<int>& alive;
};

class PipelineTest : public testing::TestWithParam<unsigned> {};

TEST_P(PipelineTest, CallsSerialStepsInOrder) {
  constexpr int count = 500;
  std::atomic<int> alive{0}, most{0}, loaded{0}, converted{0};
  int next = 0;
  std::vector<int> named, finished;
  Steps steps;
  steps.next = [&]() -> std::unique_ptr<Job> {
    most = std::max(most.load(), alive.load());
    return next < count ? std::make_unique<Numbered>(next++, alive) : nullptr;
  };
  steps.load = [&](Job& job) {
    ++loaded;
    if (static_cast<Numbered&>(job).number % 7 == 0) std::this_thread::yield();
  };
  steps.name = [&](Job& job) { named.push_back(static_cast<Numbered&>(job).number); };
  steps.convert = [&](Job&) {
    std::atomic<int> sum{0};
    for_each_index(10, [&](std::size_t i) { sum += static_cast<int>(i); });
    if (sum == 45) ++converted;
  };
  steps.finish = [&](Job& job) { finished.push_back(static_cast<Numbered&>(job).number); };
  run_pipeline(steps, GetParam());
  EXPECT_EQ(loaded, count);
  EXPECT_EQ(converted, count);
  ASSERT_EQ(finished.size(), std::size_t{count});
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(named[static_cast<std::size_t>(i)], i);
    EXPECT_EQ(finished[static_cast<std::size_t>(i)], i);
  }
  EXPECT_EQ(alive, 0);
  EXPECT_LE(most, static_cast<int>(jobs_in_flight(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Threads, PipelineTest, testing::Values(0, 1, 2, 4));

TEST(Pipeline, LimitsTheNumberOfThreads) {
  std::atomic<int> inside{0}, most{0};
  int left = 40;
  Steps steps;
  steps.next = [&]() -> std::unique_ptr<Job> { return left-- > 0 ? std::make_unique<Job>() : nullptr; };
  steps.load = steps.name = steps.finish = [](Job&) {};
  steps.convert = [&](Job&) {
    const int now = ++inside;
    int seen = most;
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    --inside;
  };
  run_pipeline(steps, 3);
  EXPECT_GT(most, 1);
  EXPECT_LE(most, 3);
}

TEST(Pipeline, PassesExceptionsOn) {
  int left = 40;
  Steps steps;
  steps.next = [&]() -> std::unique_ptr<Job> { return left-- > 0 ? std::make_unique<Job>() : nullptr; };
  steps.load = steps.name = steps.finish = [](Job&) {};
  steps.convert = [](Job&) {
    for_each_index(10, [](std::size_t i) {
      if (i == 5) throw std::bad_alloc();
    });
  };
  EXPECT_THROW(run_pipeline(steps, 3), std::bad_alloc);
}

}  // namespace
}  // namespace agal::batch
