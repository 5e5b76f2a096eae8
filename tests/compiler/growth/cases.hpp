// Work that must have a cost linear in the size of its input.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace agal::growth {

using Work = std::function<void()>;

struct Case {
  std::string name;
  /// Makes the input at a scale, and returns the work for it. The size of the input is proportional to the scale.
  std::function<Work(std::size_t scale)> at;
};

std::vector<Case> assembly_cases();
std::vector<Case> movie_cases();
std::vector<Case> source_cases();
std::vector<Case> text_cases();

/// Returns `times` copies of `text`.
std::string repeated(const std::string& text, std::size_t times);

}  // namespace agal::growth
