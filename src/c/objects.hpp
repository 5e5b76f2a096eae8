// The objects of agal.h that callers fill: options, and the inputs of the interpreter.
#pragma once

#include <string>

#include "agal/agal.h"
#include "agal/interpret.hpp"
#include "agal/options.hpp"

/// The options of the library, and a few options of the C interface.
struct agal_options {
  agal::Options all;
  std::string name, vertex_name, fragment_name, other_name;
  bool steps = false;
  bool bytecode = false;  // true if programs must be bytecode, and text is an error
  std::string message;    // the reason why the last value was rejected; "" if it was accepted
};

/// The inputs of the interpreter.
struct agal_inputs {
  agal::Bindings bindings;
  agal::VertexInput vertex;
  agal::QuadInput quad;
};
