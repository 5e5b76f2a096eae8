#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/format.hpp"

namespace agal::base {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  std::string out = grouped(number);
  out += ' ';
  if (number == 1 || many.empty()) out += one;
  if (number != 1) out += many.empty() ? std::string_view("s") : many;
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table of distances are enough. Without swaps, two would be.
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, row);
  }
  return previous[b.size()];
}

std::string without_punctuation(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c >= 'A' && c <= 'Z')
      out += static_cast<char>(c - 'A' + 'a');
    else if (c != '.' && c != '-' && c != '_' && c != ' ' && c != '\t')
      out += c;
  return out;
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > 64) return {};  // too long for a typo; bounds the cost of hostile input
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view suggestion) {
  return suggestion.empty() ? std::string() : "did you mean '" + std::string(suggestion) + "'?";
}

std::string unknown_name(std::string_view noun, std::string_view name, std::string_view suggestion,
                         std::span<const std::string_view> names) {
  const std::string hint = suggestion.empty() ? "expected one of " + joined(names, ", ") : did_you_mean(suggestion);
  return fmt::format("unknown {} '{}'; {}", noun, name, hint);
}

namespace {

struct ForeignName {
  std::string_view noun, word, name;
};
constexpr auto foreign_names = std::to_array<ForeignName>({
#define AGAL_FOREIGN_NAME(noun, word, name) {noun, word, name},
#include "agal/tables/foreign_words.def"
});

}  // namespace

std::string_view foreign_name(std::string_view noun, std::string_view word, std::span<const std::string_view> names) {
  for (const ForeignName& row : foreign_names)
    if (row.word == word && noun.ends_with(row.noun) && std::find(names.begin(), names.end(), row.name) != names.end())
      return row.name;
  return {};
}

std::string unknown_name(std::string_view noun, std::string_view name, std::span<const std::string_view> names) {
  if (const std::string_view known = foreign_name(noun, name, names); !known.empty())
    return unknown_name(noun, name, known, names);
  return unknown_name(noun, name, nearest(name, names), names);
}

}  // namespace agal::base
