// Compares programs with shaders: with their products, or with files.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/prove/prove.hpp"
#include "os/child.hpp"
#include "proofs/front_end.hpp"
#include "proofs/hlsl.hpp"
#include "prove/reference_module.hpp"

namespace agal::proofs {

/// A shader that is compared with a program, or the reason why it cannot be read.
struct Shader {
  prove::ReferenceModule other;
  std::string undecided;    // the reason; "" if the shader was read
  bool is_for_any = false;  // true for text that OpenGL and Vulkan accept, if the range of clip-space z is not chosen
  // For HLSL, the registers of varyings, which must be the same in the other shader of a pair.
  std::optional<Signature> signature{};
  std::optional<FrontEnd> front_end{};  // the compiler that read HLSL
  TextInterface declared{};             // declarations of GLSL that must match the other shader of a pair
};

/// A file that is compared with a program.
struct ComparedFile {
  std::string name;
  std::vector<std::byte> bytes;
};

/// The options for reading files.
struct ReadOptions {
  CompileOptions compile;        // the interface that the files have
  std::optional<Target> target;  // the target that the files are for; nullopt if it is not named
  ProofOptions proof;
  AssembleOptions assemble;         // for files with programs
  std::string dxc{};                // the path of DXC, which reads HLSL; "": glslang reads it
  agalc::os::ChildLimits limits{};  // the limits of the processes of compilers and spirv-val
};

/// Reads the products of programs that were compiled with these options. Error: text that glslang rejects.
Result<std::vector<Shader>> read_products(std::span<const Compilation> products, const CompileOptions& options,
                                          const ProofOptions& proof);

/// Reads one file for each program: SPIR-V, GLSL, GLSL ES, HLSL or another program. Errors: files that are rejected,
/// and names of --map that no file has.
Result<std::vector<Shader>> read_files(std::span<const ComparedFile> files, std::span<const Program> programs,
                                       const ReadOptions& options);

/// Compares a program, or the two programs of a pair, with their shaders. Returns a proof for each program. If a shader
/// was not read, all are undecided.
Result<std::vector<Proof>> compare(std::span<const Program> programs, std::span<const Shader> shaders);

}  // namespace agal::proofs
