// agal_inputs: what the interpreter is given.
#pragma once

#include "agal/agal.h"
#include "agal/interpret.hpp"

struct agal_inputs {
  agal::Bindings bindings;
  agal::VertexInput vertex;
  agal::QuadInput quad;
};
