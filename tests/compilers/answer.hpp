// What our drivers of compilers print (fxc/main.cpp, slang_driver.cpp).
#pragma once

#include <string>
#include <vector>

#include "compilers/signature.hpp"

namespace agal::compilers {

/// The answer of a compiler for one module.
struct Answer {
  bool accepted = true;
  std::vector<std::string> messages;  // lines
  Signature signature;                // of an accepted module, if the driver prints it
};

/// The answers in the output of a driver, which has run for `count` modules.
std::vector<Answer> read_answers(std::vector<std::string> lines, std::size_t count);

}  // namespace agal::compilers
