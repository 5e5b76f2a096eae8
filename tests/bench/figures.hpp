// What a run of agal-bench measured, read from Google Benchmark's JSON.
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
  std::vector<double> samples;  // nanoseconds per program, one a repetition, ascending
  double programs = 0;
  double tokens = 0;  // per program, as everything that follows
  double words = 0;
  double allocations = 0;
  double max_allocations = 0;  // of any program that draws no warning

  std::string name() const { return selection + "/" + group + "/" + step; }
  /// What the step takes: the fastest repetition, as whatever disturbs one can only add to it.
  double time() const { return samples.empty() ? 0 : samples.front(); }
  /// How much longer the repetition in the middle took, as a part of that.
  double disturbance() const;
};

struct Figures {
  std::map<std::string, std::string> context;
  std::vector<Figure> rows;

  /// Null: not measured.
  const Figure* find(std::string_view selection, std::string_view group, std::string_view step) const;
  /// In the order of their first rows.
  std::vector<std::string> selections() const;
};

/// Whether a selection is the generated programs of a length ("10", "200"), and not a corpus.
bool is_size(std::string_view selection);

/// What one process wrote, or a list of what several wrote, whose repetitions are put together. Throws
/// std::runtime_error that says what is wrong with the text.
Figures read_figures(std::string_view json);

}  // namespace agal::bench
