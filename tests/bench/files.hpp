// The files that the benchmarks read and write.
#pragma once

#include <string>

namespace agal::bench {

/// The content of a file. Throws std::runtime_error if it cannot be read.
std::string read_file(const std::string& path);

/// Replaces the file atomically. Throws std::runtime_error if it cannot be written.
void write_file(const std::string& path, const std::string& text);

}  // namespace agal::bench
