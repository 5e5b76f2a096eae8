#include "comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace agal::bench {
namespace {

// The number of ways to choose `n` of `n + m` ranks so that U is 0, 1, …
std::vector<double> ways_of_u(std::size_t n, std::size_t m) {
  // ways[i][u]: for i values of the first sample, and the values of the second that have been placed so far.
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(n * m + 1, 0));
  for (auto& row : ways) row[0] = 1;
  for (std::size_t j = 1; j <= m; ++j)
    for (std::size_t i = 1; i <= n; ++i)
      for (std::size_t u = n * m + 1; u-- > 0;) {
        // The largest value belongs either to the first sample, and is above all j of the second, or to the second.
        const double of_first = u >= j ? ways[i - 1][u - j] : 0;
        ways[i][u] = ways[i][u] + of_first;
      }
  return ways[n];
}

bool is_khronos(const Figure& row) { return row.group == "khronos"; }

struct Shared {
  const Figure* before;
  const Figure* after;
};

double machine_factor(const std::vector<Shared>& shared) {
  double sum = 0;
  std::size_t count = 0;
  for (const auto& [before, after] : shared) {
    if (!is_khronos(*before) || before->time() <= 0 || after->time() <= 0) continue;
    sum += std::log(after->time() / before->time());
    ++count;
  }
  return count > 0 ? std::exp(sum / static_cast<double>(count)) : 1;
}

Change change_of(const Shared& pair, double machine) {
  Change out;
  out.name = pair.before->name();
  out.before = pair.before->time();
  out.after = pair.after->time() / machine;
  std::vector<double> scaled = pair.after->samples;
  for (double& sample : scaled) sample /= machine;
  out.probability = mann_whitney(pair.before->samples, scaled);
  out.allocations_before = pair.before->allocations;
  out.allocations_after = pair.after->allocations;
  return out;
}

// Whether samples of these sizes can differ significantly at all.
bool enough(const Shared& pair, double level) {
  const std::vector<double> ways = ways_of_u(pair.before->samples.size(), pair.after->samples.size());
  double all = 0;
  for (const double count : ways) all += count;
  return 2 / all < level;
}

void add_rows(std::string& out, std::string_view title, const std::vector<Change>& changes) {
  if (changes.empty()) return;
  fmt::format_to(std::back_inserter(out), "\n{}:\n{:<44} {:>12} {:>12} {:>9} {:>9}\n", title, "step", "before, ns",
                 "after, ns", "change", "chance");
  for (const Change& change : changes)
    fmt::format_to(std::back_inserter(out), "{:<44} {:>12.0f} {:>12.0f} {:>+8.1f}% {:>9.1g}\n", change.name,
                   change.before, change.after, 100 * (change.factor() - 1), change.probability);
}

}  // namespace

double mann_whitney(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 1;
  double u = 0;
  for (const double x : a)
    for (const double y : b) u += x > y ? 1 : x == y ? 0.5 : 0;
  const double pairs = static_cast<double>(a.size() * b.size());
  const auto least = static_cast<std::size_t>(std::ceil(std::min(u, pairs - u)));
  const std::vector<double> ways = ways_of_u(a.size(), b.size());
  double all = 0, tail = 0;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    all += ways[i];
    if (i <= least) tail += ways[i];
  }
  return std::min(1.0, 2 * tail / all);
}

bool Comparison::regressed() const {
  const auto more = [](const Change& change) { return change.allocations_after > change.allocations_before; };
  return !slower.empty() || !missing.empty() || std::any_of(allocations.begin(), allocations.end(), more);
}

Comparison compare(const Figures& before, const Figures& after) {
  Comparison out;
  std::vector<Shared> shared;
  for (const Figure& row : before.rows) {
    const Figure* other = after.find(row.selection, row.group, row.step);
    if (other != nullptr)
      shared.push_back({&row, other});
    else
      out.missing.push_back(row.name());
  }
  out.rows = shared.size();
  out.machine = machine_factor(shared);
  const double level = significance / static_cast<double>(std::max<std::size_t>(out.rows, 1));
  for (const Shared& pair : shared) {
    const Change change = change_of(pair, out.machine);
    if (!is_khronos(*pair.before) && std::abs(change.allocations_after - change.allocations_before) > 1e-9)
      out.allocations.push_back(change);
    if (!enough(pair, level)) ++out.too_few;
    if (change.probability >= level || std::abs(change.factor() - 1) <= min_change) continue;
    (change.factor() > 1 ? out.slower : out.faster).push_back(change);
  }
  const auto less = [](const Change& a, const Change& b) { return a.factor() < b.factor(); };
  std::stable_sort(out.faster.begin(), out.faster.end(), less);
  std::stable_sort(out.slower.begin(), out.slower.end(), [&](const Change& a, const Change& b) { return less(b, a); });
  return out;
}

std::string text_of(const Comparison& comparison) {
  std::string out = fmt::format(
      "{} steps compared; the libraries of Khronos took {:.3f} times what they took before, and the times of after are "
      "divided by that.\n{} slower and {} faster beyond the noise.\n",
      comparison.rows, comparison.machine, comparison.slower.size(), comparison.faster.size());
  if (comparison.too_few > 0)
    fmt::format_to(std::back_inserter(out), "{} steps have too few repetitions to tell.\n", comparison.too_few);
  add_rows(out, "Slower", comparison.slower);
  add_rows(out, "Faster", comparison.faster);
  if (!comparison.allocations.empty()) out += "\nHeap allocations per program:\n";
  for (const Change& change : comparison.allocations)
    fmt::format_to(std::back_inserter(out), "{:<44} {:>12.1f} {:>12.1f}\n", change.name, change.allocations_before,
                   change.allocations_after);
  if (!comparison.missing.empty()) out += "\nNo longer measured:\n";
  for (const std::string& name : comparison.missing) out += name + "\n";
  return out;
}

}  // namespace agal::bench
