// Derives the options for one of several targets from the options that are given for all of them.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "agal/compile.hpp"

namespace agal::options {

/// Returns the writer for `target`, one of several `targets` for which the user chose `wanted`. If only other targets
/// have a choice of writers, the choice is meant for them, and the result is unset. A run for all languages may thus
/// name a writer.
inline std::optional<Writer> writer_for(Target target, std::span<const Target> targets, std::optional<Writer> wanted) {
  const auto has_choice = [](Target each) { return info(info(each).family).both_writers(); };
  const bool meant_for_others = !has_choice(target) && std::any_of(targets.begin(), targets.end(), has_choice);
  return meant_for_others ? std::nullopt : wanted;
}

/// Returns the options for `target`, which is one of `targets`; `options` are the options for all of them.
inline CompileOptions for_target(const CompileOptions& options, Target target, std::span<const Target> targets) {
  CompileOptions own = options;
  own.target = target;
  own.writer = writer_for(target, targets, options.writer);
  return own;
}

}  // namespace agal::options
