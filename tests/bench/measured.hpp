// Artificial outputs of agal-bench for tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agal::bench {

class Measurement {
 public:
  Measurement() { root_["context"]["date"] = "2026-01-02T03:04:05+00:00"; }

  Measurement& context(const std::string& key, const std::string& value) {
    root_["context"][key] = value;
    return *this;
  }

  /// `nanoseconds` per program, one for each repetition; 10 programs in 3 rounds per iteration.
  Measurement& step(const std::string& name, const std::vector<double>& nanoseconds, double allocations = 5,
                    double tokens = 10) {
    for (std::size_t i = 0; i < nanoseconds.size(); ++i)
      root_["benchmarks"].push_back({{"run_name", name + "/manual_time"},
                                     {"run_type", "iteration"},
                                     {"family_index", family_},
                                     {"repetition_index", i},
                                     {"real_time", nanoseconds[i] * 30},
                                     {"programs", 10.0},
                                     {"rounds", 3.0},
                                     {"tokens", tokens},
                                     {"words", 100.0},
                                     {"allocations", allocations},
                                     {"max_allocations", allocations + 1}});
    ++family_;
    return *this;
  }

  std::string text() const { return root_.dump(); }

 private:
  nlohmann::json root_;
  std::size_t family_ = 0;
};

/// `count` repetitions around `nanoseconds`, within 1 %.
inline std::vector<double> around(double nanoseconds, std::size_t count = 11) {
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(nanoseconds * (0.995 + 0.01 * static_cast<double>(i) / static_cast<double>(count - 1)));
  return out;
}

}  // namespace agal::bench
