#include "verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "ratios.hpp"

namespace agal::bench {
namespace {

using Outcome = Verdict::Outcome;

constexpr double max_validator_ratio = 0.10;
constexpr double max_allocations = 25;
constexpr double max_unevenness = 1.5;
constexpr double max_khronos_ratio = 1.10;
constexpr double max_own_text_ratio = 1.5;
constexpr double max_own_text_khronos_ratio = 0.10;
constexpr double max_own_text_allocations = 10;
constexpr double max_words_median = 1.05;
constexpr double max_words = 1.25;

// The worst value over the selections, and a list of all values.
class Worst {
 public:
  void add(const std::string& where, double value, std::string_view form, std::string_view note = {}) {
    value_ = std::max(value_.value_or(value), value);
    all_ += fmt::format("{}{} {}{}", all_.empty() ? "" : " · ", where, fmt::format(fmt::runtime(form), value), note);
  }
  Verdict verdict(std::string promise, double limit) const {
    if (!value_) return {std::move(promise), Outcome::NotMeasured, ""};
    return {std::move(promise), *value_ <= limit ? Outcome::Met : Outcome::Missed, all_};
  }

 private:
  std::optional<double> value_;
  std::string all_;
};

// The guarantee is relative to spirv-val with default options. agalc's own call of it is faster, so the ratio to it is
// worse; it is shown in addition.
Verdict words_against_validator(const Figures& figures) {
  Worst worst;
  for (const std::string& selection : figures.selections()) {
    const Figure* row = figures.find(selection, "path", "words");
    const auto ratio = row != nullptr ? over_validator(figures, *row) : std::nullopt;
    if (!ratio) continue;
    const Figure* own = figures.find(selection, "step", "spirv-val");
    worst.add(selection, *ratio, "{:.3f}", own != nullptr ? fmt::format(" ({:.3f})", row->time() / own->time()) : "");
  }
  return worst.verdict(
      fmt::format("bytes to words / spirv-val: at most {:.2f} (in brackets: over agalc's own call of spirv-val, which "
                  "finds no names for messages)",
                  max_validator_ratio),
      max_validator_ratio);
}

Verdict allocations(const Figures& figures) {
  Worst worst;
  for (const std::string& selection : figures.selections())
    if (const Figure* row = figures.find(selection, "path", "words"))
      worst.add(selection, row->max_allocations, "{:.0f}");
  return worst.verdict(
      fmt::format("bytes to words, heap allocations of any program that draws no warning: at most {:.0f}",
                  max_allocations),
      max_allocations);
}

Verdict evenness(const Figures& figures) {
  double min = 0, max = 0;
  std::string all;
  for (const std::string& selection : figures.selections()) {
    const Figure* row = is_size(selection) ? figures.find(selection, "path", "words") : nullptr;
    if (row == nullptr || row->tokens <= 0) continue;
    const double by_token = row->time() / row->tokens;
    min = min == 0 ? by_token : std::min(min, by_token);
    max = std::max(max, by_token);
    all += fmt::format("{}{} {:.0f} ns", all.empty() ? "" : " · ", selection, by_token);
  }
  std::string promise =
      fmt::format("bytes to words, time per token from 10 to 2,048 tokens: within {:.1f} times", max_unevenness);
  if (min == 0) return {std::move(promise), Outcome::NotMeasured, ""};
  const double ratio = max / min;
  return {std::move(promise), ratio <= max_unevenness ? Outcome::Met : Outcome::Missed,
          fmt::format("{:.2f} ({})", ratio, all)};
}

Verdict text_against_khronos(const Figures& figures) {
  Worst worst;
  for (const std::string& selection : figures.selections())
    if (const Figure* row = figures.find(selection, "path", "essl300"))
      if (const auto ratio = over_khronos(figures, *row)) worst.add(selection, *ratio, "{:.3f}");
  return worst.verdict(
      fmt::format("bytes to validated ESSL 300 / (spirv-val + SPIRV-Cross): at most {:.2f}", max_khronos_ratio),
      max_khronos_ratio);
}

// Three guarantees about the text of agalc's own writer.
void add_own_text(const Figures& figures, std::vector<Verdict>& out) {
  Worst words, khronos, heap;
  for (const std::string& selection : figures.selections())
    for (const std::string_view name : {"essl300", "wgsl", "msl23", "hlsl50"}) {
      const Figure* const row = figures.find(selection, "path", fmt::format("own:{}", name));
      const Figure* const reference = figures.find(selection, "path", "words");
      if (row == nullptr || reference == nullptr) continue;
      const std::string where = fmt::format("{} {}", selection, name);
      words.add(where, row->time() / reference->time(), "{:.2f}");
      heap.add(where, row->max_allocations, "{:.0f}");
      if (const auto ratio = over_khronos(figures, *row)) khronos.add(where, *ratio, "{:.3f}");
    }
  out.push_back(
      words.verdict(fmt::format("bytes to text by agalc's writer / bytes to words: at most {:.1f}", max_own_text_ratio),
                    max_own_text_ratio));
  out.push_back(khronos.verdict(
      fmt::format("bytes to text by agalc's writer / (spirv-val + SPIRV-Cross to ESSL 300): at most {:.2f}",
                  max_own_text_khronos_ratio),
      max_own_text_khronos_ratio));
  out.push_back(heap.verdict(
      fmt::format("bytes to text by agalc's writer, heap allocations: at most {:.0f}", max_own_text_allocations),
      max_own_text_allocations));
}

std::optional<double> number(const Figures& figures, const std::string& key) {
  const auto it = figures.context.find(key);
  if (it == figures.context.end()) return std::nullopt;
  return std::stod(it->second);
}

void add_words(const Figures& figures, std::vector<Verdict>& out) {
  const auto median = number(figures, "words_ratio_median"), max = number(figures, "words_ratio_max");
  Worst middle, all;
  if (median) middle.add("both corpora", *median, "{:.3f}");
  if (max) all.add(figures.context.at("words_ratio_where"), *max, "{:.3f}");
  out.push_back(middle.verdict(
      fmt::format("words / words after spirv-opt -O, median: at most {:.2f}", max_words_median), max_words_median));
  out.push_back(
      all.verdict(fmt::format("words / words after spirv-opt -O, any program: at most {:.2f}", max_words), max_words));
}

}  // namespace

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::Met: return "met";
    case Outcome::Missed: return "missed";
    case Outcome::NotMeasured: return "not measured";
  }
  return "";
}

std::vector<Verdict> verdicts(const Figures& figures) {
  std::vector<Verdict> out{words_against_validator(figures), allocations(figures), evenness(figures),
                           text_against_khronos(figures)};
  add_own_text(figures, out);
  add_words(figures, out);
  return out;
}

}  // namespace agal::bench
