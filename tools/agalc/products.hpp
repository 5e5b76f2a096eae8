// Writes products, for compile and link.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "cli/console.hpp"
#include "options.hpp"

namespace agalc {

/// The extension of a reflection, appended to the name of the product that it describes.
inline constexpr std::string_view reflection_suffix = ".reflect.json";

/// Returns the suffix of a product: ".essl100.glsl", ".essl100.b0" in a container, ".essl100.glsl.ir" as IR.
std::string product_suffix(agal::Target target, agal::TextForm emit);

/// Writes the text of a product, or its SPIR-V words (little-endian) if it does not have text.
agal::Diagnostics write_product(const std::string& path, const agal::Compilation& compilation);

/// Returns a listener that prints each step to stderr under a heading, for --print-after-all.
agal::StepListener step_printer(const std::string& input, agal::Target target);

/// Reports each message once, although every target repeats the messages of the common steps.
class MessageDeduplicator {
 public:
  explicit MessageDeduplicator(const Console& console) : console_(console) {}
  ExitStatus report(const agal::Diagnostics& diagnostics);

 private:
  const Console& console_;
  std::set<std::string> seen_;
};

/// Measures the total time of each step, for --time-report.
class TimeReport {
 public:
  void add(const agal::Compilation& compilation);
  std::string text() const;

 private:
  struct Total {
    std::uint64_t nanoseconds = 0;
    std::uint64_t runs = 0;
  };
  std::vector<std::string> order_;
  std::map<std::string, Total> totals_;
};

}  // namespace agalc
