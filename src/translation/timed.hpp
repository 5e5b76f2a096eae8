// How long a stage takes.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "agal/translate.hpp"

namespace agal::translation {

/// Runs `step` and appends its time under the stage's name, where there is a list of times.
template <class Step>
void timed(std::vector<StageTime>* times, std::string_view stage, Step&& step) {
  if (times == nullptr) return step();
  const auto start = std::chrono::steady_clock::now();
  step();
  const auto taken = std::chrono::steady_clock::now() - start;
  const auto count = std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
  times->push_back({std::string(stage), static_cast<std::uint64_t>(count)});
}

}  // namespace agal::translation
