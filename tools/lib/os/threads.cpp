#include "os/threads.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace agalc::os {

unsigned core_count() { return std::max(std::thread::hardware_concurrency(), 1u); }

void run_on_threads(unsigned count, const std::function<void()>& work) {
  std::vector<std::thread> others;
  for (unsigned i = 1; i < count; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

void sleep(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

}  // namespace agalc::os
