// The functions of the script, which are properties of its state.
#pragma once

#include <string_view>
#include <vector>

#include "avm2/assembler.hpp"

namespace agal::tapping {

/// The local of `this`, which is the state in these functions.
inline constexpr std::uint32_t self = 0;

struct Part {
  std::string_view name;
  std::uint32_t function = 0;
};

/// Lines of the log: `prepare`, `start`, `tell`, and what these need.
void add_log(AbcBuilder& abc, std::vector<Part>& parts);

/// One function for each note of methods.def, called with the object, the arguments, the result and the method's name.
void add_notes(AbcBuilder& abc, std::vector<Part>& parts);

}  // namespace agal::tapping
