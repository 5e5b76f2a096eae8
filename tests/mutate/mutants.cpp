// The mutant of this process, from the environment, and those that it executes.
#include "mutants.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace agal::mutants {
namespace {

const char* const reached_path = std::getenv("AGAL_MUTANT_REACHED");

std::uint32_t number_from_environment() {
  const char* const text = std::getenv("AGAL_MUTANT");
  return text == nullptr ? none : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

}  // namespace

const std::uint32_t current = number_from_environment();
std::uint8_t* const reached = reached_path == nullptr ? nullptr : new std::uint8_t[max]();

namespace {

// Writes the numbers when the process ends, to a file of its own.
struct Report {
  ~Report() {
    if (reached == nullptr) return;
    std::FILE* const file = std::fopen((std::string(reached_path) + "." + std::to_string(::getpid())).c_str(), "wb");
    if (file == nullptr) return;
    for (std::uint32_t number = 1; number < max; ++number)
      if (reached[number] != 0) std::fprintf(file, "%u\n", number);
    std::fclose(file);
  }
} report;

}  // namespace
}  // namespace agal::mutants
