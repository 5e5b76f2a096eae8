// The guarantees of this project about its speed, and whether a run meets them.
#pragma once

#include <string>
#include <vector>

#include "figures.hpp"

namespace agal::bench {

struct Verdict {
  enum class Outcome { Met, Missed, NotMeasured };
  std::string promise;
  Outcome outcome = Outcome::NotMeasured;
  std::string figure;  // for every selection
};

std::string_view name(Verdict::Outcome outcome);

std::vector<Verdict> verdicts(const Figures& figures);

}  // namespace agal::bench
