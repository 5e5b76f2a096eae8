#include "fuzz/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "agal/bytecode.hpp"
#include "agal/validate.hpp"

namespace agal::fuzz {
namespace {

void check_capture(const Capture& capture) {
  promise(capture.pair > 0 && capture.upload > 0 && capture.uploads > 0, "a captured pair was uploaded");
  promise(capture.draws.size() <= max_captured_draws, "a pair has few draws");
  to_json({capture});
}

}  // namespace

void promise(bool kept, std::string_view what, const Diagnostics& diagnostics) {
  if (kept) return;
  fmt::print(stderr, "broken promise: {}\n{}", what, render_text(diagnostics));
  std::abort();
}

void check_extraction(const Result<Extraction>& found) {
  render_text(found.diagnostics());
  if (!found) return promise(found.diagnostics().has_errors(), "what has no value has an error");
  for (const FoundProgram& program : found->programs) {
    promise(!program.origins.empty(), "every program has an origin");
    promise(!program.program.instructions.empty(), "every program has a token");
    promise(read_bytecode(write_bytecode(program.program)).has_value(), "what is found can be written and read");
    validate(program.program);
  }
  for (const FoundPair& pair : found->pairs) {
    promise(pair.vertex < found->programs.size() && pair.fragment < found->programs.size(), "a pair is of programs");
    promise(found->programs[pair.vertex].program.stage == Stage::Vertex &&
                found->programs[pair.fragment].program.stage == Stage::Fragment,
            "a pair is of a vertex and a fragment program");
    promise(!pair.evidence.empty(), "a pair has evidence");
    for (const Capture& capture : pair.captures) check_capture(capture);
  }
  to_json_lines(*found);
}

std::uint8_t Choices::byte() {
  if (rest_.empty()) return 0;
  const auto first = std::to_integer<std::uint8_t>(rest_[0]);
  rest_ = rest_.subspan(1);
  return first;
}

std::span<const std::byte> Choices::take(std::size_t count) {
  const std::span<const std::byte> taken = rest_.first(std::min(count, rest_.size()));
  rest_ = rest_.subspan(taken.size());
  return taken;
}

}  // namespace agal::fuzz
