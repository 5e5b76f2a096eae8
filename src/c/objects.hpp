// The objects of agal.h that callers fill: options, and the inputs of the interpreter.
#pragma once

#include <string>
#include <vector>

#include "agal/agal.h"
#include "agal/interpret.hpp"
#include "agal/options.hpp"
#ifndef AGAL_WITHOUT_EXTRACTION
#include "agal/games/extract.hpp"
#endif
#include "agal/prove/prove.hpp"

/// The options of the products, and a few options of the C interface.
struct agal_options {
  agal::Options all;
#ifndef AGAL_WITHOUT_EXTRACTION
  agal::ExtractOptions extract;
#endif
#ifndef AGAL_WITHOUT_PROOFS
  agal::ProofOptions prove;  // used with `output` and `semantics` from `all.compile`
#endif
  std::string name, vertex_name, fragment_name, other_name;
  bool steps = false;
  bool bytecode = false;  // true if programs must be bytecode, and text is an error
  std::string message;    // the reason why the last value was rejected; "" if it was accepted
};

namespace agal::c {

/// Returns the options of all products.
std::vector<OptionInfo> all_options();

}  // namespace agal::c

/// The inputs of the interpreter.
struct agal_inputs {
  agal::Bindings bindings;
  agal::VertexInput vertex;
  agal::QuadInput quad;
};
