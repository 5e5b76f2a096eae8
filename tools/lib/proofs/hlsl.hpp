// Corrects the differences between the meaning of HLSL in Direct3D, and in the SPIR-V of glslang and DXC.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "proofs/glslang.hpp"
#include "proofs/text_scanner.hpp"

namespace agal::proofs {

// ---- hlsl_text.cpp

struct HlslText {
  std::string text;                     // the text for the front end, with unchanged lines and columns
  std::set<std::string> placed_blocks;  // constant buffers that have members with packoffset
  bool has_short_types = false;         // true if it names a type such as min16float
  std::string undecided;                // the reason if the front end reads the text wrongly, otherwise ""
};

/// Prepares a text for a front end. DXC does not need most of the examination.
HlslText examine_hlsl(const std::string& text, const TextDialect& dialect, FrontEnd front_end);

// ---- front_end.cpp

/// Restores what Direct3D means by words of either front end: the places of the interface, and operations.
ReadText restored_hlsl(CompiledModule module, Stage stage, const HlslText& text);

// ---- hlsl_doubts.cpp

/// Returns the reason if compilers of Direct3D read the code differently, otherwise "". The tokens are the text without
/// its directives.
std::string hlsl_doubt(const std::vector<Token>& tokens);

// ---- hlsl_registers.cpp

/// Binds textures, samplers and constant buffers without a register to the first free registers, in the order of their
/// declarations. Only resources that the shader uses count. Bindings of the front end must have been removed.
/// Returns the reason if the registers are unknown, otherwise "".
std::string assign_registers(CompiledModule& module);

/// The registers of all varyings of a shader, in the order of declaration. Each string consists of a semantic, the
/// varying's register and its first component: "TEXCOORD0 0.0".
using Signature = std::vector<std::string>;
Signature signature_of(const std::vector<HlslVarying>& varyings);

/// Returns the reason if a varying is not in its register of docs/abi.md, otherwise "".
std::string misplaced_varying(const Signature& signature);

/// Returns the reason if the varyings of two shaders do not match, otherwise "".
std::string unlinked_varying(const Signature& vertex, const Signature& fragment);

// The functions below change the words of a valid module.

// ---- hlsl_layout.cpp

/// Replaces glslang's offsets of members of constant buffers, and of structs in them, by Direct3D's offsets. In
/// Direct3D, a member may follow an array, a matrix or a struct in the same register. Members of the placed blocks keep
/// their offsets.
void restore_layout(std::vector<std::uint32_t>& words, const std::set<std::string>& placed_blocks);

// ---- hlsl_words.cpp

/// Decorates loads and texels with RelaxedPrecision. In a text with short types, each value may have 16 bits: glslang
/// ignores the precision of constant buffers, textures and conversions, and DXC the precision of conversions.
void relax_values(std::vector<std::uint32_t>& words);

/// Replaces operations that are translated like GLSL, although they differ in HLSL. DXC needs only `lerp` and `clamp`:
/// - `fmod` and `%` have the sign of the first operand (OpFMod, OpSMod).
/// - `lerp(a, b, t)` is a + t * (b - a) (FMix).
/// - `clamp(x, low, high)` is min(max(x, low), high), even if low is above high (FClamp).
/// - A static variable without a value is zero.
void restore_operations(std::vector<std::uint32_t>& words);

// ---- discards.cpp

/// Replaces OpKill, which glslang generates for `discard` and `clip`, by OpDemoteToHelperInvocation. In Direct3D, a
/// discarded pixel continues, so that its neighbors have derivatives. It continues at the end of the branch that
/// discards it. A discard in a loop, or outside of branches, is kept.
void demote_discards(std::vector<std::uint32_t>& words);

}  // namespace agal::proofs
