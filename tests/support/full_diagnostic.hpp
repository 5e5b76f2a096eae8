// A diagnostic with a value in every member, for tests of code that stores and prints diagnostics.
#pragma once

#include "agal/diagnostic.hpp"

namespace agal::test {

inline Diagnostic full_diagnostic() {
  Diagnostic d;
  d.code = 3652;
  d.message = "fc0 is a \"constant\"";
  d.location.file = "water.agal";
  d.location.line = 12;
  d.location.column = 3;
  d.location.byte_offset = 31;
  d.location.token = 2;
  d.location.operand = Operand::Destination;
  d.location.stage = Stage::Fragment;
  d.snippet = "mov fc0, v0";
  d.caret = 4;
  d.caret_length = 3;
  d.help = "write to a temporary";
  return d;
}

}  // namespace agal::test
