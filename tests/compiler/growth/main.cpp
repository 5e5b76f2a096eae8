// agal-growth: runs every case at scale 1 and at scale 4, and prints their names in this order. growth_test.py makes
// callgrind count the instructions of each.
#include <cstdio>

#include "cases.hpp"
#include "support/counted_section.hpp"

namespace agal::growth {

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

namespace {

void run(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    const Work small = one.at(1), large = one.at(4);
    small();  // excludes work that is only done once, such as making tables
    agal_counted(small);
    agal_counted(large);
    std::puts(one.name.c_str());
  }
}

}  // namespace
}  // namespace agal::growth

int main() {
  using namespace agal::growth;
  for (const auto& cases : {assembly_cases, movie_cases, source_cases, text_cases}) run(cases());
}
