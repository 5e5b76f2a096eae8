// agal_options: the options of the library, and a few of the interface itself.
#pragma once

#include <string>

#include "agal/agal.h"
#include "agal/options.hpp"

struct agal_options {
  agal::Options all;
  std::string name, vertex_name, fragment_name, other_name;
  bool steps = false;
  bool bytecode = false;  // programs are bytecode, and text is an error
  std::string message;    // why the last value was not accepted, "" if it was
};
