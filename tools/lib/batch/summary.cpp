#include "summary.hpp"

#include <fmt/format.h>

#include <iterator>

#include "agal/text.hpp"

namespace agal::batch {

Summary empty_summary(const Emit& emit) {
  Summary summary;
  summary.products.push_back({"disassembly"});
  for (const ProductName& product : product_names(emit)) summary.products.push_back({std::string(product.name)});
  return summary;
}

namespace {

std::string damage_text(std::uint64_t damaged) {
  return damaged == 0 ? std::string() : fmt::format(", {} damaged", grouped(damaged));
}

}  // namespace

std::string summary_text(const Summary& summary, std::chrono::duration<double> elapsed) {
  std::string out = fmt::format("{:<16} {:>12} {:>12} {:>16}\n", "product", "written", "unchanged", "not expressible");
  const auto to = std::back_inserter(out);
  for (const ProductCounts& row : summary.products)
    fmt::format_to(to, "{:<16} {:>12} {:>12} {:>16}\n", row.name, grouped(row.written), grouped(row.unchanged),
                   row.not_expressible == 0 ? std::string("-") : grouped(row.not_expressible));
  if (summary.cache)
    fmt::format_to(to, "cache: {} hits, {} misses{}\n", grouped(summary.cache->hits), grouped(summary.cache->misses),
                   damage_text(summary.cache->damaged));
  if (const std::optional<RemoteCounts>& remote = summary.remote_cache)
    fmt::format_to(to, "remote cache: {} hits, {} misses{}, {} stored\n", grouped(remote->hits),
                   grouped(remote->misses), damage_text(remote->damaged), grouped(remote->stored));
  if (summary.pruned > 0) fmt::format_to(to, "{} removed\n", counted(summary.pruned, "old file"));
  const std::string different = summary.different.value_or(summary.programs()) < summary.programs()
                                    ? fmt::format(" ({} distinct)", grouped(*summary.different))
                                    : std::string();
  fmt::format_to(to, "{}, {}{}: {} accepted, {} rejected", counted(summary.files, "file"),
                 counted(summary.programs(), "program"), different, grouped(summary.accepted),
                 grouped(summary.rejected));
  const auto more = [&](std::uint64_t number, std::string_view one, std::string_view what) {
    if (number > 0) fmt::format_to(to, "; {} {}", counted(number, one), what);
  };
  more(summary.unreadable, "file", "unreadable");
  more(summary.incomplete, "file", "incomplete");
  more(summary.empty, "file", "without a program");
  more(summary.skipped, "other file", "skipped");
  more(summary.elsewhere, "program", "in other shards");
  const double seconds = elapsed.count();
  const auto rate = static_cast<std::uint64_t>(seconds > 0 ? static_cast<double>(summary.programs()) / seconds : 0);
  fmt::format_to(to, " ({:.1f} s, {} programs/s, {} MiB)\n", seconds, grouped(rate), summary.peak_bytes >> 20);
  return out;
}

}  // namespace agal::batch
