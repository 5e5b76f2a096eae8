#include "products.hpp"

#include <fmt/format.h>

#include "base/format.hpp"
#include "cli/files.hpp"

namespace agalc {

std::string product_suffix(agal::Target target, agal::TextForm emit) {
  std::string suffix(agal::info(target).suffix);
  if (emit == agal::TextForm::B0) suffix.replace(suffix.rfind('.'), std::string::npos, ".b0");
  if (emit == agal::TextForm::Ir) suffix += ".ir";
  return suffix;
}

agal::Diagnostics write_product(const std::string& path, const agal::Compilation& compilation) {
  if (!compilation.text.empty()) {
    const auto* const text = reinterpret_cast<const std::byte*>(compilation.text.data());
    const bool container = text[0] == std::byte{0xb0};
    return container ? write_binary_output(path, {text, compilation.text.size()})
                     : write_output(path, compilation.text);
  }
  std::vector<std::byte> bytes;
  bytes.reserve(compilation.spirv.size() * 4);
  for (const std::uint32_t word : compilation.spirv)
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::byte>(word >> shift & 0xff));
  return write_binary_output(path, bytes);
}

agal::StepListener step_printer(const std::string& input, agal::Target target) {
  return [input, target](std::string_view step, std::string_view text) {
    print_error(fmt::format("==== {}: {} (for {}) ====\n{}\n\n{}{}", display_name(input), step, agal::info(target).name,
                            agal::step_summary(step), text, !text.empty() && text.back() == '\n' ? "\n" : "\n\n"));
  };
}

ExitStatus MessageDeduplicator::report(const agal::Diagnostics& diagnostics) {
  agal::Diagnostics fresh;
  for (const agal::Diagnostic& diagnostic : diagnostics)
    if (seen_.insert(agal::render_text(only(diagnostic))).second) fresh.add(diagnostic);
  console_.report(fresh);
  return exit_status(diagnostics);
}

void TimeReport::add(const agal::Compilation& compilation) {
  for (const agal::StepTime& time : compilation.times) {
    const auto [row, inserted] = totals_.try_emplace(time.step);
    if (inserted) order_.push_back(time.step);
    row->second.nanoseconds += time.nanoseconds;
    ++row->second.runs;
  }
}

std::string TimeReport::text() const {
  std::uint64_t all = 0;
  for (const auto& row : totals_) all += row.second.nanoseconds;
  const auto milliseconds = [](std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; };
  std::string out = fmt::format("{:<24} {:>7} {:>12} {:>7}\n", "step", "runs", "ms", "share");
  for (const std::string& step : order_) {
    const Total& total = totals_.at(step);
    const double share = all == 0 ? 0.0 : 100.0 * static_cast<double>(total.nanoseconds) / static_cast<double>(all);
    agal::base::append(out, "{:<24} {:>7} {:>12.3f} {:>6.1f}%\n", step, total.runs, milliseconds(total.nanoseconds),
                       share);
  }
  agal::base::append(out, "{:<24} {:>7} {:>12.3f}\n", "total", "", milliseconds(all));
  return out;
}

}  // namespace agalc
