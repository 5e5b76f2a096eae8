#include "ratios.hpp"

#include <array>
#include <string>

namespace agal::bench {
namespace {

// The target whose words a step processes: each whole path has its own measurement of spirv-val.
std::string target_of(const Figures& figures, const Figure& row) {
  const std::string name = row.step.substr(row.step.find(':') + 1);
  const bool own = figures.find(row.selection, "khronos", "spirv-val:" + name) != nullptr;
  return own ? name : "spv";
}

std::optional<double> over(const Figure& row, std::initializer_list<const Figure*> others) {
  double sum = 0;
  for (const Figure* other : others) {
    if (other == nullptr) return std::nullopt;
    sum += other->time();
  }
  if (sum <= 0) return std::nullopt;
  return row.time() / sum;
}

}  // namespace

std::optional<double> over_validator(const Figures& figures, const Figure& row) {
  return over(row, {figures.find(row.selection, "khronos", "spirv-val:" + target_of(figures, row))});
}

std::optional<double> over_khronos(const Figures& figures, const Figure& row) {
  std::string target = target_of(figures, row);
  if (target == "spv") target = "essl300";
  return over(row, {figures.find(row.selection, "khronos", "spirv-val:" + target),
                    figures.find(row.selection, "khronos", "spirv-cross:" + target)});
}

}  // namespace agal::bench
