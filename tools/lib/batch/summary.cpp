#include "summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/format.hpp"
#include "base/text.hpp"
#include "cli/console.hpp"
#include "os/terminal.hpp"

namespace agal::batch {
using base::counted;
using base::grouped;

namespace {

constexpr std::chrono::milliseconds bar_period(100);
constexpr std::chrono::seconds plain_period(10);
constexpr unsigned bar_cells = 24, usual_columns = 80;

unsigned terminal_columns() {
  const unsigned columns = agalc::os::terminal_columns();
  return columns > 0 ? columns : usual_columns;
}

std::string remaining_text(const ProgressState& state, double seconds) {
  if (state.files == 0 || seconds < 1) return "ETA -:--";
  const double left = seconds * static_cast<double>(state.all_files - std::min(state.files, state.all_files)) /
                      static_cast<double>(state.files);
  return "ETA " + clock_text(static_cast<std::uint64_t>(std::llround(left)));
}

std::string damage_text(std::uint64_t damaged) {
  return damaged == 0 ? std::string() : fmt::format(", {} damaged", grouped(damaged));
}

// Returns a line such as "proofs: 812 equal, 40 equal up to rounding". Products are counted at each place of their
// program.
std::string proofs_text(const Summary& summary) {
  if (summary.proofs.empty()) return {};
  std::vector<std::string> parts;
  for (const auto& [answer, count] : summary.proofs) parts.push_back(fmt::format("{} {}", grouped(count), answer));
  return fmt::format("proofs: {}\n", base::joined(parts, ", "));
}

// Explains why there are more products than programs.
std::string places_text(const Summary& summary) {
  if (summary.products.empty()) return {};
  const ProductCounts& disassembly = summary.products.front();
  const std::uint64_t places = disassembly.written + disassembly.unchanged;
  if (places <= summary.programs()) return {};
  return fmt::format("{} at {}: products are in the folder of each file that has the program\n",
                     counted(summary.programs(), "program"), counted(places, "place"));
}

}  // namespace

std::string clock_text(std::uint64_t seconds) {
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string progress_line(const ProgressState& state, std::chrono::duration<double> elapsed, ProgressMode mode,
                          unsigned columns) {
  const double seconds = elapsed.count();
  const auto rate = static_cast<std::uint64_t>(seconds > 0 ? static_cast<double>(state.programs) / seconds : 0);
  std::string text = fmt::format("{} of {}  {} programs/s  {}", grouped(std::min(state.files, state.all_files)),
                                 counted(state.all_files, "file"), grouped(rate), remaining_text(state, seconds));
  if (state.rejected > 0) text += fmt::format("  {} rejected", grouped(state.rejected));
  if (mode != ProgressMode::Bar) return text;
  const std::uint64_t filled =
      state.all_files == 0 ? 0 : bar_cells * std::min(state.files, state.all_files) / state.all_files;
  text = fmt::format("[{:<{}}] {}", std::string(static_cast<std::size_t>(filled), '#'), bar_cells, text);
  // The text must fit on one line, because a wrapped line cannot be overwritten.
  return text.substr(0, std::max(columns, 2u) - 1);
}

void Progress::update(const ProgressState& state) {
  if (mode_ == ProgressMode::None) return;
  const Clock::time_point now = Clock::now();
  if (mode_ == ProgressMode::Plain && next_ == start_) next_ = start_ + plain_period;
  if (now < next_) return;
  next_ = now + (mode_ == ProgressMode::Bar ? Clock::duration(bar_period) : Clock::duration(plain_period));
  const std::string line = progress_line(state, now - start_, mode_, terminal_columns());
  if (mode_ == ProgressMode::Plain) return agalc::print_error(line + "\n");
  agalc::print_error(fmt::format("\r{}\x1b[K", line));
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) agalc::print_error("\r\x1b[K");
  drawn_ = false;
  if (mode_ == ProgressMode::Bar) next_ = Clock::time_point();
}

Summary empty_summary(const Emit& emit) {
  Summary summary;
  summary.products.push_back({"disassembly"});
  for (const ProductName& product : product_names(emit)) summary.products.push_back({std::string(product.name)});
  return summary;
}

namespace {

// Returns the table of products; "" if there are none.
std::string products_text(const Summary& summary) {
  const auto is_empty = [](const ProductCounts& row) {
    return row.written == 0 && row.unchanged == 0 && row.not_expressible == 0;
  };
  if (std::all_of(summary.products.begin(), summary.products.end(), is_empty)) return {};
  std::string out = fmt::format("{:<16} {:>12} {:>12} {:>16}\n", "product", "written", "unchanged", "not expressible");
  for (const ProductCounts& row : summary.products)
    base::append(out, "{:<16} {:>12} {:>12} {:>16}\n", row.name, grouped(row.written), grouped(row.unchanged),
                 row.not_expressible == 0 ? std::string("-") : grouped(row.not_expressible));
  return out;
}

}  // namespace

std::string summary_text(const Summary& summary, std::chrono::duration<double> elapsed) {
  std::string out = fmt::format("{}{}{}", products_text(summary), places_text(summary), proofs_text(summary));
  if (summary.cache)
    base::append(out, "cache: {} hits, {} misses{}\n", grouped(summary.cache->hits), grouped(summary.cache->misses),
                 damage_text(summary.cache->damaged));
  if (summary.pruned > 0) base::append(out, "{} removed\n", counted(summary.pruned, "old file"));
  base::append(out, "{}, {}: {} accepted, {} rejected", counted(summary.files, "file"),
               counted(summary.programs(), "program"), grouped(summary.accepted), grouped(summary.rejected));
  if (const auto& uploads = summary.uploads)
    base::append(out, "; {} uploaded, {} of them drawn", grouped(uploads->uploaded), grouped(uploads->drawn));
  const auto more = [&](std::uint64_t number, std::string_view one, std::string_view what) {
    if (number > 0) base::append(out, "; {} {}", counted(number, one), what);
  };
  more(summary.unreadable, "file", "unreadable");
  more(summary.incomplete, "file", "incomplete");
  more(summary.empty, "file", "without a program");
  more(summary.skipped, "other file", "skipped");
  more(summary.elsewhere, "program", "in other shards");
  const double seconds = elapsed.count();
  const auto rate = static_cast<std::uint64_t>(seconds > 0 ? static_cast<double>(summary.finds) / seconds : 0);
  base::append(out, " ({:.1f} s, {} programs/s, {} MiB)\n", seconds, grouped(rate), summary.peak_bytes >> 20);
  return out;
}

}  // namespace agal::batch
