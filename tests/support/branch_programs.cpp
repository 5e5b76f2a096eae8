#include "support/branch_programs.hpp"

#include <algorithm>

namespace agal::test {
namespace {

std::uint32_t lines_of(std::string_view text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

std::string branch_program(const BranchShape& shape, std::uint32_t tokens) {
  constexpr std::string_view begin = "mov ft0, v0\n", end = "mov oc, ft0\n";
  const std::uint32_t around = lines_of(begin) + lines_of(end);
  const std::uint32_t each = lines_of(shape.piece) + lines_of(shape.end);
  const std::uint32_t pieces = std::max(1u, (tokens - std::min(tokens, around)) / each);
  std::string text = "//! agal 4 fragment\n";
  text += begin;
  for (std::uint32_t i = 0; i < pieces; ++i) text += shape.piece;
  for (std::uint32_t i = 0; i < pieces; ++i) text += shape.end;
  text += end;
  return text;
}

std::uint32_t branches_in(std::span<const std::uint32_t> words) {
  constexpr std::size_t header_words = 5;
  std::uint32_t branches = 0;
  for (std::size_t at = header_words; at < words.size(); at += words[at] >> 16)
    if ((words[at] & 0xffff) == 247) ++branches;  // OpSelectionMerge
  return branches;
}

}  // namespace agal::test
