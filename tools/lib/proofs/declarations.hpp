// The declarations of a text of GLSL that count when a vertex shader and a fragment shader are linked, including the
// declarations that the shader does not use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "prove/uniform_locations.hpp"

namespace agal::proofs {

/// A uniform, a block of uniforms, a member of a block, or a varying. The strings are parts of messages.
struct Declaration {
  std::string name;  // a key for both shaders: "the uniform tint", "member 1 of the block Light"
  std::string type;  // everything that must match: "vec4[2]", "std140 with 1 member and an instance name"
  // Everything that must match if both shaders use the declaration: "highp vec4". "" if only `type` must match.
  std::string strict_type;
  std::string location, binding;  // "location 1" or "offset 16", "binding 0"; "" if the text does not give one
  bool is_used = true;            // false if the shader does not use it, or if the use does not matter
  prove::UniformLocations locations{};
};

/// The declarations of a text for OpenGL. Other texts have version 0.
struct TextInterface {
  int version = 0;  // 300 for GLSL ES 3.00
  bool es = false;
  std::vector<Declaration> declarations;
};

/// The reason why two shaders cannot be linked.
struct LinkFault {
  std::string reason;      // "" if they can be linked
  bool is_certain = true;  // false if only some linkers reject the pair
};

/// Compares the declarations with the same name, and the versions. The reason is about the fragment shader.
///
/// A type must match even if no shader uses the declaration. A location or binding must match if both shaders give one.
/// Uniforms with different names must not share a location.
/// The answer is not certain where specifications and linkers contradict each other: for the precision of uniforms that
/// one shader does not use, the precision of members of blocks, and the types of varyings. (`link_fault` finds
/// different types of varyings that both shaders use.)
LinkFault unlinked_declaration(const TextInterface& vertex, const TextInterface& fragment);

/// Converts declarations to bytes and back.
std::string packed(const TextInterface& text);
TextInterface unpacked_interface(std::string_view bytes);

}  // namespace agal::proofs
