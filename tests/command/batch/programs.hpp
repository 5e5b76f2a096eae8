// Programs for tests.
#pragma once

#include <string_view>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"

namespace agal::batch {

inline constexpr std::string_view fragment_text = "//! agal 1 fragment\nmul ft0, v0, fc0\nmov oc, ft0\n";
inline constexpr std::string_view wrong_text = "//! agal 1 fragment\nmov fc0, v0\nmov oc, v0\n";  // AGAL3652
// A program with the instance id, which ESSL 100 does not have (AGAL4011).
inline constexpr std::string_view instance_text = "//! agal 3 vertex\nadd vt0, va0, iid\nmov op, vt0\n";

inline FoundProgram found_program(std::string_view text, const std::string& name = "x.agal") {
  FoundProgram found;
  found.program = *assemble(text, name);
  found.form = FindForm::Assembly;
  found.text = text;
  found.origins.push_back({name, 0, 0, ""});
  return found;
}

}  // namespace agal::batch
