// Minimal lines of manifests.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

namespace agal::batch {

/// A line for a program with its disassembly and these products.
inline std::string line(const std::string& stem, const std::vector<std::string>& suffixes = {}) {
  std::string outputs;
  for (const std::string& suffix : suffixes)
    outputs += fmt::format("{}\"{}\":\"{}.{}\"", outputs.empty() ? "" : ",", suffix, stem, suffix);
  return fmt::format(R"({{"stem":"{}","disassembly":"{}.agal","outputs":{{{}}}}})", stem, stem, outputs) + "\n";
}

}  // namespace agal::batch
