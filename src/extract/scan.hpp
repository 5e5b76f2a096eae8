// Bytecode among other bytes, found by its header and by tokens that make sense.
#pragma once

#include <functional>
#include <string>

#include "agal/program.hpp"
#include "extract/reader.hpp"

namespace agal::extraction {

/// Whether a program of these tokens could have been made to be drawn with: the firm rules hold, and it writes an
/// output. `problem`, if given, receives why not.
bool is_plausible(const Program& program, std::string* problem = nullptr);

struct BytecodeFind {
  std::size_t offset = 0;  // in the bytes that were searched
  Program program;
};

struct ScanOptions {
  bool whole = false;  // the bytes were put there as one thing: if they can be one program, they are
  bool cut = false;    // more should follow: what reaches the end is not known to be complete
};

struct ScanListener {
  std::function<void(BytecodeFind)> found;
  std::function<void(std::size_t offset, const std::string& problem)> refused;  // a header, and then no program
};

/// Finds programs, in order. No two overlap. Linear in the number of bytes.
void scan_bytecode(Bytes bytes, const ScanOptions& options, const ScanListener& listener);

}  // namespace agal::extraction
