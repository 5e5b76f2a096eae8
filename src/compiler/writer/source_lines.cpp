// Names the source lines of each line of a text in a comment. It is a separate file, because the module for running
// games replaces it (bindings/js/wasm/bytecode_only.cpp).
#include <utility>

#include "program/locate.hpp"
#include "writer/text.hpp"

namespace agal::writer {

void Text::note(std::uint32_t token) {
  if (source_ == nullptr || token == ir::no_token) return;
  const std::uint32_t line = program::source_line(*source_, token);
  std::size_t at = sources_.size();
  sources_.push_back(line);
  for (; at > 0 && sources_[at - 1] > line; --at) std::swap(sources_[at - 1], sources_[at]);
}

void Text::write_sources() {
  std::uint32_t last = 0;
  for (const std::uint32_t line : sources_) {
    if (line == last) continue;
    *this << (last != 0 ? ", " : source_->positions.empty() ? "  // token " : "  // line ") << line;
    last = line;
  }
  sources_.clear();
}

}  // namespace agal::writer
