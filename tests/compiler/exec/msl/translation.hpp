// Translates MSL to C++: the syntax that a header cannot provide, and the code that calls the shader.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"

namespace agal::exec::msl {

/// Translates the text of a shader. Swizzles become calls (shim/vector.hpp). Floating-point literals without a suffix,
/// which are floats in Metal, get one. Line numbers do not change.
std::string to_cpp(std::string_view msl);

/// A parameter of the entry point, or a member of its input or output. `float4 v3 [[user(locn3)]]` has the attribute
/// `user` and the number 3.
struct Declaration {
  std::string type;
  std::string name;
  std::string attribute;
  std::uint32_t number = 0;
};

struct EntryPoint {
  std::string fault;  // the reason why the function cannot be called, or ""
  std::string name;
  std::string result;  // the return type
  std::vector<Declaration> parameters;
  std::vector<Declaration> inputs;   // members of the parameter with [[stage_in]]
  std::vector<Declaration> outputs;  // members of the result
};

/// Finds the declarations of the text by their attributes, like Metal does.
EntryPoint find_entry_point(std::string_view msl, Stage stage);

/// A program in a translation unit.
struct UnitProgram {
  std::string_view name;
  std::string_view text;
  const EntryPoint* entry;
};

/// Returns C++ that defines `agal_host`, and `agal_shaders` with an agal_msl::Shader for each program.
std::string make_unit(std::span<const UnitProgram> programs);

}  // namespace agal::exec::msl
