// Text of GLSL, GLSL ES and HLSL as SPIR-V: the way back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/isa.hpp"
#include "agal/target.hpp"

namespace agal::proofs {

/// The rules by which a text is read. Loose uniforms exist in OpenGL alone, sets in Vulkan alone.
enum class TextRules : std::uint8_t { OpenGl, Vulkan, Hlsl };

/// The language of a text. Without a target, `#version` alone says which GLSL it is.
struct TextDialect {
  TextRules rules = TextRules::OpenGl;
  const TargetInfo* target = nullptr;  // the language, and its highest version

  TextDialect(TextRules of_text) : rules(of_text) {}  // NOLINT(google-explicit-constructor)
  /// A target of GLSL, GLSL ES or HLSL.
  explicit TextDialect(const TargetInfo& of_text);
};

enum class ReadStatus : std::uint8_t {
  Read,
  Rejected,   // the front end reports an error
  Undecided,  // it cannot be read as the compiler of its target reads it
};

struct ReadText {
  std::vector<std::uint32_t> words;
  std::string fault;  // the first message of the front end, or why the text is not read; "" if it is read
  ReadStatus status = ReadStatus::Read;
  /// The registers of varyings in HLSL (see proofs/hlsl.hpp).
  std::vector<std::string> signature{};
};

/// Whether this build of agalc has the front end.
bool front_end_available();

/// Whether a text of GLSL has a layout that Vulkan alone has: a descriptor set, or push constants.
bool is_for_vulkan(const std::string& text);

/// Compiles a text as the compiler of its target does: by its own version and profile, with the macros of both. A macro
/// that compilers define or not, such as the name of an extension, may be tested only if it makes no difference.
///
/// The words contain the names of variables, and numbers only where the text has them: a Location, Binding or
/// DescriptorSet is the text's own. There are these exceptions:
/// - HLSL has semantics, which are decorations UserSemantic. TEXCOORDn and SV_Targetn also have Location n.
/// - gl_FragColor, and the only output of a fragment shader for OpenGL, have Location 0.
/// - An element n of gl_FragData is a variable with Location n.
/// Thread-safe.
ReadText read_text(const std::string& text, Stage stage, const TextDialect& dialect,
                   const std::string& entry_point = "main");

/// A text of which the other stage is not known: HLSL is not decided if a varying is in another register than
/// docs/abi.md has.
ReadText read_alone(ReadText read);

}  // namespace agal::proofs
