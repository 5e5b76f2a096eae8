// Translates a vertex and a fragment program that belong together.
#pragma once

#include <vector>

#include "translation/translation.hpp"

namespace agal::translation {

/// The fragment program decides about the varyings, the vertex program about the offset of the push constants.
class PairTranslation {
 public:
  /// The programs and `options` must outlive this. The times may be null.
  PairTranslation(const Program& vertex, const Program& fragment, const TranslateOptions& options,
                  std::vector<StepTime>* vertex_times = nullptr, std::vector<StepTime>* fragment_times = nullptr);

  /// `Translation::run` of both, then the checks of the pair. False: rejected, with errors in the diagnostics, those of
  /// the vertex program first.
  bool run(Diagnostics& diagnostics);

  // To emit or print, after a successful `run`.
  Translation& vertex() { return vertex_; }
  Translation& fragment() { return fragment_; }

 private:
  Translation vertex_, fragment_;
};

}  // namespace agal::translation
