// The products of one program or of a pair: how they are made, and the names and bytes of their files.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"

namespace agal::products {

/// The products of one program, or of a vertex and a fragment program that are linked.
struct Products {
  std::vector<Compilation> shaders;  // one for each program
  std::string both;                  // the file of both programs, with `OutputOptions::single_module`
  std::string reflection;            // the interface of the program or of the pair, as JSON
};

/// Compiles one program, or links the two programs of a pair. `options` receive the names of the source as renames.
Result<Products> compile(std::span<const Program> programs, CompileOptions& options);

/// Returns true for an error that is about the target, which cannot express the program.
bool is_target_error(const Diagnostic& diagnostic);

/// The extension of a reflection, appended to the name of the product that it describes.
inline constexpr std::string_view reflection_suffix = ".reflect.json";

/// Returns the suffix of a product: ".essl100.glsl", ".essl100.b0" in a container, ".essl100.glsl.ir" as IR.
std::string suffix_of(Target target, TextForm emit);

/// Returns the bytes of a product's file: its text, or its SPIR-V words (little-endian) if it does not have text.
std::string bytes_of(const Compilation& product);

}  // namespace agal::products
