// A module: the text of its files, before they are written.
#pragma once

#include <string>
#include <vector>

#include "agal/diagnostic.hpp"

namespace agal::port {

/// A file in the output folder.
struct File {
  std::string name, text;
};

struct Module {
  std::vector<File> files;
  Diagnostics diagnostics;  // states that the engine cannot express (AGAL1168), and unknown words of a log (AGAL1176)
};

}  // namespace agal::port
