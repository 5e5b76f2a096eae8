// Reads the values of the options of proofs from text, like options/values.hpp.
#pragma once

#include <string>
#include <string_view>

#include "agal/prove/prove.hpp"
#include "options/values.hpp"

namespace agal {

/// A variable and its register: "mvp=vc0".
template <>
struct options::Values<RegisterMapping> : options::Free<RegisterMapping> {
  static std::string form() { return "NAME=REGISTER"; }
  static std::string read(std::string_view text, RegisterMapping& out);
};

/// A lane of a constant register and its value: "fc0.z=1".
template <>
struct options::Values<Assumption> : options::Free<Assumption> {
  static std::string form() { return "REGISTER.LANE=NUMBER"; }
  static std::string read(std::string_view text, Assumption& out);
};

}  // namespace agal
