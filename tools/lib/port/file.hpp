// Files that the writers of modules make.
#pragma once

#include <string>
#include <vector>

#include "agal/diagnostic.hpp"

namespace agal::port {

/// A file of the output folder.
struct File {
  std::string name, text;
};

struct Module {
  std::vector<File> files;
  Diagnostics diagnostics;  // states that the engine cannot express (AGAL1168)
};

}  // namespace agal::port
