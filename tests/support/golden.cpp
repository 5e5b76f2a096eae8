#include "support/golden.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace agal::test {
namespace {

bool blessing() {
  const char* value = std::getenv("BLESS");
  return value != nullptr && std::string_view(value) == "1";
}

std::string first_difference(std::string_view expected, std::string_view actual) {
  std::istringstream a{std::string(expected)}, b{std::string(actual)};
  std::string line_a, line_b;
  for (int number = 1;; ++number) {
    const bool more_a = static_cast<bool>(std::getline(a, line_a));
    const bool more_b = static_cast<bool>(std::getline(b, line_b));
    if (!more_a && !more_b) return "they differ in line ends only";
    if (more_a == more_b && line_a == line_b) continue;
    return "line " + std::to_string(number) + "\n  expected: " + (more_a ? line_a : "(end)") +
           "\n  actual:   " + (more_b ? line_b : "(end)");
  }
}

}  // namespace

void expect_golden(const std::string& path, std::string_view actual) {
  const std::filesystem::path file = std::filesystem::path(AGAL_SOURCE_DIR) / path;
  const bool exists = std::filesystem::exists(file);
  const std::string expected = source_text(path);
  if (exists && expected == actual) return;
  if (blessing()) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << actual;
  } else if (!exists) {
    ADD_FAILURE() << path << " is missing; ./tools/lab/bless writes it";
  } else {
    ADD_FAILURE() << path << " is not what agalc prints now: " << first_difference(expected, actual)
                  << "\nif the change is meant, ./tools/lab/bless accepts it";
  }
}

void expect_section(const std::string& path, const std::string& name, std::string_view actual) {
  expect_golden(path, with_section(source_text(path), name, actual));
}

std::string source_text(const std::string& path) {
  std::ifstream file(std::filesystem::path(AGAL_SOURCE_DIR) / path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string with_part(const std::string& text, std::string_view begin, std::string_view end, std::string_view part) {
  const std::size_t at = text.find(begin);
  const std::size_t start = at == std::string::npos ? at : at + begin.size();
  const std::size_t stop = start == std::string::npos ? start : text.find(end, start);
  if (stop == std::string::npos) {
    ADD_FAILURE() << "there is no part between\n" << begin << "and\n" << end;
    return text;
  }
  return text.substr(0, start) + std::string(part) + text.substr(stop);
}

std::string with_section(const std::string& text, const std::string& name, std::string_view part) {
  return with_part(text, "<!-- " + name + ": begin -->\n", "<!-- " + name + ": end -->\n", part);
}

}  // namespace agal::test
