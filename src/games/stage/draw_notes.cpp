#include "stage/draw_notes.hpp"

#include <fmt/format.h>

namespace agal::frames {
namespace {

// Returns "draw 3", or "draws 1, 3 to 7", with at most `max_ranges` ranges.
std::string list(std::string_view word, const std::vector<std::uint32_t>& numbers) {
  constexpr std::size_t max_ranges = 50;
  std::string text = fmt::format("{}{} ", word, numbers.size() > 1 ? "s" : "");
  std::size_t ranges = 0;
  for (std::size_t i = 0; i < numbers.size();) {
    if (++ranges > max_ranges) return text + fmt::format(" and {} more", numbers.size() - i);
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    text += fmt::format("{}{}", i > 0 ? ", " : "", numbers[i]);
    if (end - i > 1) text += fmt::format(" to {}", numbers[end - 1]);
    i = end;
  }
  return text;
}

}  // namespace

void DrawNotes::add(const std::string& what, const Call& call) {
  Calls& calls = calls_[what];
  std::vector<std::uint32_t>& numbers = call.draw > 0 ? calls.draws : calls.lines;
  const std::uint32_t number = call.draw > 0 ? call.draw : call.line;
  if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
}

std::set<std::string> DrawNotes::texts() const {
  std::set<std::string> texts;
  for (const auto& [what, calls] : calls_) {
    std::string which = calls.draws.empty() ? "" : list("draw", calls.draws);
    if (!calls.lines.empty()) which += (which.empty() ? "" : " and ") + list("line", calls.lines);
    texts.insert(fmt::format("{}: {}", which, what));
  }
  return texts;
}

}  // namespace agal::frames
