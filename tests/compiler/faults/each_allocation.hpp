// Repeats an operation, and makes another allocation fail each time.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "support/allocation_fault.hpp"

namespace agal::faults {

struct Plan {
  test::Allocator allocator = test::Allocator::New;
  std::uint64_t max_tried =
      300;  // if there are more allocations, about this many fail, evenly spread; with AGAL_EVERY_ALLOCATION, all fail
  bool may_leak = false;  // true if third-party code loses memory when an allocation fails
  /// Returns true for an acceptable outcome that is neither complete nor out of memory.
  std::function<bool(const std::string&)> excused = nullptr;
};

/// A number that is greater than the number of any allocation.
inline constexpr std::uint64_t beyond = ~std::uint64_t{0} - 1;

inline std::uint64_t step_for(std::uint64_t allocations, const Plan& plan) {
  return std::getenv("AGAL_EVERY_ALLOCATION") != nullptr ? 1 : std::max<std::uint64_t>(1, allocations / plan.max_tried);
}

struct Run {
  std::uint64_t allocations = 0;
  bool happened = false;  // true if the allocation that should fail was reached
  std::string outcome;    // "" if it ran out of memory
};

/// Runs the operation once on a new thread, so that thread-local memory is allocated too, and released at the end.
template <class Operate, class Describe>
Run run_once(std::uint64_t number, test::Shortage shortage, test::Allocator allocator, const Operate& operate,
             const Describe& describe) {
  Run run;
  std::thread([&] {
    // If glibc cannot allocate the list of a thread's thread-local objects, it ends the process. The first call avoids
    // that.
    if (allocator == test::Allocator::Malloc) {
      auto first = operate();
      describe(first);
    }
    std::optional<decltype(operate())> result;
    {
      const test::AllocationFault fault(number, shortage, allocator);
      result.emplace(operate());
      run.allocations = fault.allocations();
      run.happened = fault.happened();
    }
    run.outcome = describe(*result);
  }).join();
  return run;
}

/// Expects that each run with a fault either ends like one without faults, or runs out of memory, and that it releases
/// all memory, except as the plan allows. Allocations fail during `operate`. `describe` converts the result of
/// `operate` to a text, or to "" if memory ran out, and releases it.
template <class Operate, class Describe>
void fail_each_allocation(const Plan& plan, const Operate& operate, const Describe& describe) {
  const auto run = [&](std::uint64_t number, test::Shortage shortage) {
    return run_once(number, shortage, plan.allocator, operate, describe);
  };
  // The first run may allocate memory that the process keeps.
  run(beyond, test::Shortage::Once);
  const Run good = run(beyond, test::Shortage::Once);
  ASSERT_NE(good.outcome, "") << "out of memory without a fault";
  ASSERT_GT(good.allocations, 0u);
  const std::uint64_t step = step_for(good.allocations, plan);
  std::uint64_t out_of_memory = 0;
  for (const test::Shortage shortage : {test::Shortage::Once, test::Shortage::Lasting}) {
    for (std::uint64_t number = 0;; number += step) {
      const std::int64_t before = test::live_blocks();
      const Run bad = run(number, shortage);
      if (!bad.happened) break;
      const std::int64_t own = bad.outcome.capacity() > std::string().capacity() ? 1 : 0;
      if (!plan.may_leak) {
        ASSERT_EQ(test::live_blocks(), before + own) << "after a fault in allocation " << number;
      }
      if (bad.outcome.empty()) ++out_of_memory;
      const bool fine =
          bad.outcome.empty() || bad.outcome == good.outcome || (plan.excused && plan.excused(bad.outcome));
      ASSERT_TRUE(fine) << "after a fault in allocation " << number << ":\n" << bad.outcome;
    }
  }
  EXPECT_GT(out_of_memory, 0u);
}

}  // namespace agal::faults
