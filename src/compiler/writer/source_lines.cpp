// Names the source lines of each line of a text in a comment. It is a separate file, because the module for running
// games replaces it (bindings/js/wasm/bytecode_only.cpp).
#include <algorithm>

#include "program/locate.hpp"
#include "writer/text.hpp"

namespace agal::writer {

void Text::note(std::uint32_t token) {
  if (source_ == nullptr || token == ir::no_token) return;
  const std::uint32_t line = program::source_line(*source_, token);
  std::uint32_t *const end = sources_.data() + source_count_, *const at = std::lower_bound(sources_.data(), end, line);
  if ((at != end && *at == line) || source_count_ == sources_.size()) return;
  std::copy_backward(at, end, end + 1);
  *at = line;
  ++source_count_;
}

void Text::write_sources() {
  *this << (source_->positions.empty() ? "  // token " : "  // line ");
  for (std::uint32_t i = 0; i < source_count_; ++i) *this << (i > 0 ? ", " : "") << sources_[i];
  source_count_ = 0;
}

}  // namespace agal::writer
