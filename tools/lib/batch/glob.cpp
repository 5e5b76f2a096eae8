#include "glob.hpp"

#include <algorithm>

#include "os/name_match.hpp"

namespace agal::batch {
namespace {

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> components;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    if (slash > 0) components.emplace_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return components;
}

}  // namespace

bool Glob::is_pattern(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

Glob::Glob(std::string_view pattern) {
  if (!pattern.empty() && pattern[0] == '/') folder_ = "/";
  bool fixed = true;
  for (std::string& component : split(pattern)) {
    fixed = fixed && !is_pattern(component);
    if (fixed)
      folder_ += (folder_.empty() || folder_ == "/" ? "" : "/") + component;
    else if (component != "**" || components_.empty() || components_.back() != "**")
      components_.push_back(std::move(component));
  }
}

Glob::Match Glob::match(std::string_view path) const {
  // reached[i]: the first i components of the pattern match the components of the path so far.
  std::vector<bool> reached(components_.size() + 1, false);
  const auto skip_empty = [&] {
    for (std::size_t i = 0; i < components_.size(); ++i)
      if (reached[i] && components_[i] == "**") reached[i + 1] = true;
  };
  reached[0] = true;
  skip_empty();
  for (const std::string& name : split(path)) {
    std::vector<bool> next(components_.size() + 1, false);
    for (std::size_t i = 0; i < components_.size(); ++i) {
      if (!reached[i]) continue;
      if (components_[i] == "**")
        next[i] = next[i] || name[0] != '.';
      else if (agalc::os::matches_name(components_[i], name))
        next[i + 1] = true;
    }
    reached = std::move(next);
    skip_empty();
  }
  const bool whole = reached.back();
  const bool inside = std::find(reached.begin(), reached.end() - 1, true) != reached.end() - 1;
  return whole ? (inside ? Match::Both : Match::Whole) : (inside ? Match::Inside : Match::None);
}

}  // namespace agal::batch
