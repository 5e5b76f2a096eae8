// The common part of the reducers of programs and of IR: the search for a smaller subject that is still interesting.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_set>
#include <utility>

namespace agal::reduce {

/// The base of the reducers.
template <class Subject, class Cost>
class Search {
 protected:
  using Predicate = std::function<bool(const Subject&)>;
  using Progress = std::function<void(const Subject&, std::size_t candidates)>;

  /// `max_candidates` 0 means unlimited. The functions must outlive this object; `on_progress` may be empty.
  Search(Subject subject, Cost cost, const Predicate& interesting, const Progress& on_progress,
         std::size_t max_candidates)
      : best_(std::move(subject)),
        interesting_(interesting),
        on_progress_(on_progress),
        max_candidates_(max_candidates),
        cost_(std::move(cost)) {}

  bool spent() const { return max_candidates_ != 0 && candidates_ >= max_candidates_; }

  /// Replaces the best subject by the candidate if the candidate is simpler, new, acceptable and interesting. Returns
  /// true if it was replaced. `text` identifies the candidate.
  template <class Acceptable>
  bool replace_best(const Subject& candidate, Cost cost, std::string text, const Acceptable& acceptable) {
    if (spent() || !(cost < cost_) || !tried_.insert(std::move(text)).second || !acceptable(candidate)) return false;
    ++candidates_;
    if (!interesting_(candidate)) return false;
    best_ = candidate;
    cost_ = std::move(cost);
    if (on_progress_) on_progress_(best_, candidates_);
    return true;
  }

  Subject best_;

 private:
  const Predicate& interesting_;
  const Progress& on_progress_;
  std::size_t max_candidates_;
  Cost cost_;
  std::unordered_set<std::string> tried_;
  std::size_t candidates_ = 0;
};

}  // namespace agal::reduce
