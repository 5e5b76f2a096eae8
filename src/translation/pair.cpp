#include "translation/pair.hpp"

#include <string>
#include <utility>

#include "translation/bindings.hpp"
#include "writer/print.hpp"

namespace agal {
namespace translation {

PairTranslation::PairTranslation(const Program& vertex, const Program& fragment, const TranslateOptions& options,
                                 std::vector<StepTime>* vertex_times, std::vector<StepTime>* fragment_times)
    : vertex_(vertex, options, vertex_times), fragment_(fragment, options, fragment_times) {}

bool PairTranslation::run(Diagnostics& diagnostics) {
  Diagnostics of_fragment;
  const bool fragment_good = fragment_.run(of_fragment);
  if (fragment_good) vertex_.store_varyings_for(fragment_);
  const bool vertex_good = vertex_.run(diagnostics);
  diagnostics.append(std::move(of_fragment));
  diagnostics.append(validate_pair(vertex_.program(), fragment_.program(), vertex_.options().validation));
  if (vertex_good && fragment_good) check_bindings(vertex_, fragment_, diagnostics);
  if (!vertex_good || !fragment_good || diagnostics.has_errors()) return false;

  // The push constants of a pipeline are one block: the range of the fragment program follows that of the vertex
  // program.
  if (vertex_.output().constants == ConstantsMode::Push)
    fragment_.set_push_offset(constant_stride * vertex_.interface().constants);
  return true;
}

}  // namespace translation

Result<TranslatedPair> translate(const Program& vertex, const Program& fragment, const TranslateOptions& options) {
  Diagnostics diagnostics;
  translation::PairTranslation pair(vertex, fragment, options);
  if (!pair.run(diagnostics)) return diagnostics;
  TranslatedPair words;
  words.vertex = pair.vertex().emit(diagnostics);
  words.fragment = pair.fragment().emit(diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  return {std::move(words), std::move(diagnostics)};
}

Result<WrittenPair> write(const Program& vertex, const Program& fragment, const TranslateOptions& options) {
  TranslateOptions own = options;
  own.writer = Writer::Own;
  translation::PairTranslation pair(vertex, fragment, own);
  Diagnostics diagnostics = translation::check_own_writer(pair.vertex());
  if (diagnostics.has_errors()) return diagnostics;
  if (!pair.run(diagnostics)) return diagnostics;
  WrittenPair texts;
  texts.vertex = pair.vertex().print(diagnostics);
  texts.fragment = pair.fragment().print(diagnostics);
  if (diagnostics.has_errors()) return diagnostics;
  if (pair.vertex().output().single_module) texts.both = writer::join(texts.vertex, texts.fragment);
  return {std::move(texts), std::move(diagnostics)};
}

}  // namespace agal
