// The fragment programs at the token limits of AGAL 1, 2 and 3.
#pragma once

#include <string>
#include <vector>

#include "agal/interpret.hpp"

namespace agal::test {

struct LimitProgram {
  std::string path;     // a path as in corpus/
  std::string text;     // assembly
  std::string partner;  // the paired vertex program of corpus/
  std::vector<Float4> constants;
};

/// Returns a program for each version, exactly as long as the version allows. Each repeats one step as often as
/// possible, with long chains of dependent values, and uses the remaining tokens to darken the color.
std::vector<LimitProgram> limit_programs();

}  // namespace agal::test
