// The results of a run of agal-bench, read from the JSON of Google Benchmark.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agal::bench {

/// One step over one selection.
struct Figure {
  std::string selection, group, step;
  std::vector<double> samples;  // nanoseconds per program, one for each repetition, ascending
  double programs = 0;
  double tokens = 0;  // per program, like the members below
  double words = 0;
  double allocations = 0;
  double max_allocations = 0;  // of any program without a warning

  std::string name() const { return selection + "/" + group + "/" + step; }
  /// The time of the fastest repetition, because disturbances can only add to it.
  double time() const { return samples.empty() ? 0 : samples.front(); }
  /// The relative difference between the median and the fastest repetition.
  double disturbance() const;
};

struct Figures {
  std::map<std::string, std::string> context;
  std::vector<Figure> rows;

  /// nullptr: not measured.
  const Figure* find(std::string_view selection, std::string_view group, std::string_view step) const;
  /// In order of first appearance.
  std::vector<std::string> selections() const;
};

/// Whether a selection consists of generated programs of one length ("10", "200"), rather than of a corpus.
bool is_size(std::string_view selection);

/// Reads the output of one process, or a list of the outputs of several, whose repetitions are combined. Throws
/// std::runtime_error if the text is invalid.
Figures read_figures(std::string_view json);

}  // namespace agal::bench
