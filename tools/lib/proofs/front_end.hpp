// Compiles text of GLSL, GLSL ES and HLSL back to SPIR-V.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/isa.hpp"
#include "agal/target.hpp"
#include "proofs/declarations.hpp"

namespace agal::proofs {

/// The rules for reading a text. Only OpenGL has uniforms outside of blocks, and only Vulkan has descriptor sets.
enum class TextRules : std::uint8_t { OpenGl, Vulkan, Hlsl };

/// The language of a text. Without a target, only `#version` determines the version of GLSL.
struct TextDialect {
  TextRules rules = TextRules::OpenGl;
  const TargetInfo* target = nullptr;  // determines the language, and its highest version
  bool adds_version = false;           // true if an engine adds the line #version of the target to a text without one

  TextDialect(TextRules of_text) : rules(of_text) {}  // NOLINT(google-explicit-constructor)
  /// Creates the dialect of a target of GLSL, GLSL ES or HLSL.
  explicit TextDialect(const TargetInfo& of_text);
};

/// The compilers that read text.
enum class FrontEnd : std::uint8_t { Glslang, Dxc };
std::string_view name(FrontEnd front_end);

enum class ReadStatus : std::uint8_t {
  Read,
  Rejected,   // the front end reports an error
  Undecided,  // the front end cannot read the text like the compiler of its target
};

struct ReadText {
  std::vector<std::uint32_t> words;
  // The first message of the front end, or the reason why the text is not read; "" if it is read.
  std::string fault;
  ReadStatus status = ReadStatus::Read;
  /// The registers of varyings in HLSL (see proofs/hlsl.hpp).
  std::vector<std::string> signature{};
  /// The declarations of GLSL for OpenGL.
  TextInterface declared{};
};

inline ReadText undecided(std::string reason) { return {{}, std::move(reason), ReadStatus::Undecided}; }

/// The maximum length of a text, which is longer than any product.
inline constexpr std::size_t max_text_bytes = std::size_t{1} << 20;
inline constexpr char text_too_long[] = "it has more than 1 MiB";

/// Returns true if this build of agalc has glslang.
bool front_end_available();

/// Returns true if a text of GLSL has a layout that only Vulkan has: a descriptor set, or push constants.
bool is_for_vulkan(const std::string& text);

/// Compiles a text like the compiler of its target: with the version and profile of the text, and their macros. The
/// text may test a macro that only some compilers define, such as the name of an extension, if the result is the same
/// with and without the macro.
///
/// The words contain the names of variables. A Location, Binding or DescriptorSet appears only if the text itself has
/// it, with these exceptions:
/// - HLSL has semantics, which become decorations UserSemantic. TEXCOORDn and SV_Targetn also have Location n.
/// - In HLSL, a resource without a register has the Binding of the register that Direct3D assigns.
/// - gl_FragColor, and the only output of a fragment shader for OpenGL, have Location 0.
/// - An element n of gl_FragData is a variable with Location n.
///
/// Thread-safe.
ReadText read_text(const std::string& text, Stage stage, const TextDialect& dialect,
                   const std::string& entry_point = "main");

/// Checks a text that is not part of a pair. HLSL is undecided if a varying is not in its register of docs/abi.md.
ReadText read_alone(ReadText read);

}  // namespace agal::proofs
