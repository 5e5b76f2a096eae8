// Measures the time of a step.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "agal/translate.hpp"

namespace agal::translation {

/// Runs `step`, and appends its time and name if there is a list of times.
template <class Step>
void timed(std::vector<StepTime>* times, std::string_view name, Step&& step) {
  if (times == nullptr) return step();
  const auto start = std::chrono::steady_clock::now();
  step();
  const auto taken = std::chrono::steady_clock::now() - start;
  const auto count = std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
  times->push_back({std::string(name), static_cast<std::uint64_t>(count)});
}

}  // namespace agal::translation
