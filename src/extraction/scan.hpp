// Finds bytecode among other bytes, by its header and by valid tokens.
#pragma once

#include <functional>
#include <string>

#include "agal/program.hpp"
#include "base/bytes.hpp"

namespace agal::extraction {

/// Whether a program with these tokens could have been used for rendering: no rule that is not downgradable is broken,
/// and it writes an output. `problem`, if given, receives the reason if not.
bool is_plausible(const Program& program, std::string* problem = nullptr);

struct BytecodeFind {
  std::size_t offset = 0;  // in the bytes that were searched
  Program program;
};

struct ScanOptions {
  bool whole = false;  // the bytes are one unit: treat them as one program if possible
  bool cut = false;    // truncated: a program that reaches the end may be incomplete
};

struct ScanListener {
  std::function<void(BytecodeFind)> found;
  std::function<void(std::size_t offset, const std::string& problem)> refused;  // a header without a valid program
};

/// Finds programs, in order. No two overlap. Linear in the number of bytes.
void scan_bytecode(Bytes bytes, const ScanOptions& options, const ScanListener& listener);

}  // namespace agal::extraction
