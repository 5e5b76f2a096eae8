#include "assembly/expansion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace agal::assembly {

Expansion::Expansion(std::string_view source) : source_(source) {
  LineReader lines(source);
  while (const std::optional<Line> line = lines.next())
    line_begins_.push_back(static_cast<std::uint32_t>(line->whole.data() - source.data()));
}

void Expansion::append(std::string_view part, Origin origin) {
  pieces_.push_back({static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(part.size()), origin});
  text += part;
}

void Expansion::append_line(const std::vector<MacroToken>& words) {
  const auto is_name = [](const MacroToken& word) { return word.type == 'i' || word.type == '0'; };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Origin before{words[i].origin.begin, 0, words[i].origin.use};
    if (i > 0 && is_name(words[i]) && is_name(words[i - 1])) append(" ", before);
    append(words[i].text, words[i].origin);
    if (words[i].type == ',') append(" ", before);
  }
  append("\n", {words.back().origin.begin + words.back().origin.length, 0, words.back().origin.use});
}

void Expansion::clear() {
  text.clear();
  pieces_.clear();
}

Origin Expansion::origin_of(std::string_view part) const {
  const auto begin = static_cast<std::uint32_t>(part.data() - text.data());
  const auto end = begin + static_cast<std::uint32_t>(part.size());
  const auto is_before = [](const Piece& piece, std::uint32_t at) { return piece.begin + piece.length <= at; };
  auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), begin, is_before);
  if (piece == pieces_.end()) return {static_cast<std::uint32_t>(source_.size()), 0, 0};
  Origin origin = piece->origin;
  // A part of a word that the source has too has a place of its own.
  const bool is_same =
      source_.substr(origin.begin, origin.length) == std::string_view(text).substr(piece->begin, piece->length);
  if (is_same && begin >= piece->begin && end <= piece->begin + piece->length)
    return {origin.begin + begin - piece->begin, end - begin, origin.use};
  const std::string_view line = line_at(origin.begin).whole;
  const auto line_begin = static_cast<std::uint32_t>(line.data() - source_.data());
  std::uint32_t last = origin.begin + origin.length;
  for (++piece; piece != pieces_.end() && piece->begin < end; ++piece) {
    const std::uint32_t of_piece = piece->origin.begin + piece->origin.length;
    if (piece->origin.use != origin.use || piece->origin.begin < line_begin || of_piece > line_begin + line.size())
      break;
    origin.begin = std::min(origin.begin, piece->origin.begin);
    last = std::max(last, of_piece);
  }
  origin.length = last - origin.begin;
  return origin;
}

Line Expansion::line_at(std::uint32_t position) const {
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), position);
  Line line;
  if (after == line_begins_.begin()) return line;
  line.number = static_cast<std::uint32_t>(after - line_begins_.begin());
  const std::uint32_t begin = *(after - 1);
  const std::size_t end = std::min(source_.find_first_of(base::line_ends, begin), source_.size());
  line.whole = line.code = source_.substr(begin, end - begin);
  return line;
}

std::string Expansion::describe_use(std::uint32_t use) const {
  if (use == 0) return {};
  const MacroUse& inner = uses[use];
  std::string out = fmt::format(", in macro '{}', which line {} uses", inner.name, inner.line);
  if (inner.outer != 0) fmt::format_to(std::back_inserter(out), " for line {}", outermost_line(use));
  return out;
}

std::uint32_t Expansion::outermost_line(std::uint32_t use) const {
  while (uses[use].outer != 0) use = uses[use].outer;
  return uses[use].line;
}

}  // namespace agal::assembly
