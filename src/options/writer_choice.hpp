// The writer of each of several targets.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "agal/target.hpp"

namespace agal::options {

/// The writer for `target` where `wanted` was chosen for all of `targets`: it is unset if only other targets have a
/// choice, so that a run for all languages may name one.
inline std::optional<Writer> writer_for(Target target, std::span<const Target> targets, std::optional<Writer> wanted) {
  const auto has_choice = [](Target each) { return info(info(each).family).both_writers(); };
  const bool meant_for_others = !has_choice(target) && std::any_of(targets.begin(), targets.end(), has_choice);
  return meant_for_others ? std::nullopt : wanted;
}

}  // namespace agal::options
