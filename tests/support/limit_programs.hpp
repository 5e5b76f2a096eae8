// The fragment programs at the token limits of AGAL 1, 2 and 3.
#pragma once

#include <string>
#include <vector>

#include "agal/interpret.hpp"

namespace agal::test {

struct LimitProgram {
  std::string path;     // as if it were a file of corpus/
  std::string text;     // assembly
  std::string partner;  // the vertex program of corpus/ that it is paired with
  std::vector<Float4> constants;
};

/// One program for each version, exactly as long as the version allows. Each repeats one step as often as it fits, with
/// long chains of dependent values, and spends the remaining tokens on darkening the color.
std::vector<LimitProgram> limit_programs();

}  // namespace agal::test
