// The objects that callers of agal.h fill: options, and the inputs of the interpreter.
#pragma once

#include <string>

#include "agal/agal.h"
#include "agal/interpret.hpp"
#include "agal/options.hpp"

/// The options of the library, and a few of the interface itself.
struct agal_options {
  agal::Options all;
  std::string name, vertex_name, fragment_name, other_name;
  bool steps = false;
  bool bytecode = false;  // programs are bytecode, and text is an error
  std::string message;    // why the last value was not accepted, "" if it was
};

/// What the interpreter is given.
struct agal_inputs {
  agal::Bindings bindings;
  agal::VertexInput vertex;
  agal::QuadInput quad;
};
