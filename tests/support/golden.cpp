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
  if (blessing()) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << actual;
    return;
  }
  std::ifstream in(file, std::ios::binary);
  const std::string expected((std::istreambuf_iterator<char>(in)), {});
  if (!in.is_open()) {
    ADD_FAILURE() << path << " is missing; ./tools/bless writes it";
  } else if (expected != actual) {
    ADD_FAILURE() << path << " is not what agalc prints now: " << first_difference(expected, actual)
                  << "\nif the change is meant, ./tools/bless accepts it";
  }
}

void expect_section(const std::string& path, const std::string& name, std::string_view actual) {
  std::ifstream file(std::filesystem::path(AGAL_SOURCE_DIR) / path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string begin_mark = "<!-- " + name + ": begin -->\n", end_mark = "<!-- " + name + ": end -->\n";
  const std::size_t begin = text.find(begin_mark), end = text.find(end_mark);
  ASSERT_NE(begin, std::string::npos) << path << " has no line " << begin_mark;
  ASSERT_NE(end, std::string::npos) << path << " has no line " << end_mark;
  expect_golden(path, text.substr(0, begin + begin_mark.size()) + std::string(actual) + text.substr(end));
}

}  // namespace agal::test
