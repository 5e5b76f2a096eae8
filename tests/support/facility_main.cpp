// Replaces a test that is not a GoogleTest program, if it cannot run: missing-facility NAME REASON.
#include <iostream>

#include "support/facility.hpp"

int main(int argc, char** argv) {
  using namespace agal::test;
  constexpr int failed = 1, skipped = 77;
  const Requirements named = parse_requirements(argc == 3 ? argv[1] : "");
  if (named.facilities.size() != 1) {
    std::cerr << "missing-facility NAME REASON\n" << named.fault << "\n";
    return failed;
  }
  const Decision decision = decide(named.facilities.front(), argv[2]);
  std::cout << decision.reason << std::endl;
  return decision.verdict == Verdict::Skip ? skipped : failed;
}
