// Minimal lines of manifests.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace agal::batch {

/// How each line of a program begins.
inline constexpr std::string_view line_start =
    R"("hash":"0","stage":"vertex","version":1,"tokens":1,"status":"accepted",)";

/// A line for a program with its disassembly and these products.
inline std::string line(const std::string& stem, const std::vector<std::string>& suffixes = {}) {
  std::string outputs;
  for (const std::string& suffix : suffixes)
    outputs += fmt::format("{}\"{}\":\"{}.{}\"", outputs.empty() ? "" : ",", suffix, stem, suffix);
  return fmt::format(R"({{{}"stem":"{}","disassembly":"{}.agal","outputs":{{{}}}}})", line_start, stem, stem, outputs) +
         "\n";
}

}  // namespace agal::batch
