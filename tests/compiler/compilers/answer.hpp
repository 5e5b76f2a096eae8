// Reads the output of the compilers' drivers (fxc/main.cpp, slang_driver.cpp).
#pragma once

#include <string>
#include <vector>

#include "compilers/signature.hpp"

namespace agal::compilers {

/// The answer of a compiler about one module.
struct Answer {
  bool accepted = true;
  std::vector<std::string> messages;  // a message for each line
  Signature signature;                // only of accepted modules, if the driver prints it
};

/// Returns the answers in the output of a driver that processed `count` modules.
std::vector<Answer> read_answers(std::vector<std::string> lines, std::size_t count);

}  // namespace agal::compilers
