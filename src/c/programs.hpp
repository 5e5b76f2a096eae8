// Common parts of the functions of agal.h that take programs.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "c/load.hpp"
#include "c/objects.hpp"
#include "c/result.hpp"

namespace agal::c {

inline constexpr std::string_view null_input = "the input is a null pointer, but its size is not 0\n";

/// A sequence of bytes that the caller passes as an argument.
struct Bytes {
  const void* data;
  std::size_t size;
  bool missing() const { return data == nullptr && size != 0; }
  std::span<const std::byte> span() const { return {static_cast<const std::byte*>(data), size}; }
};

/// Checks the arguments, and calls `work(result, options)`.
template <class Work>
agal_result* operate(std::initializer_list<Bytes> inputs, const agal_options* options, Work&& work) {
  for (const Bytes& input : inputs)
    if (input.missing()) return failed_result(AGAL_BAD_ARGUMENT, null_input);
  return make_result([&](agal_result& result) {
    if (options != nullptr) return work(result, *options);
    const agal_options defaults;
    work(result, defaults);
  });
}

/// Loads a program as the options require.
inline Result<Program> load_given(const Bytes& bytes, const std::string& name, const agal_options& options) {
  return options.bytecode ? read_bytecode(bytes.span(), name) : load(bytes.span(), name, options.all.assemble);
}

/// Loads a program and calls `work(program, diagnostics)` with the diagnostics of loading. At the end, all diagnostics
/// are added to the result.
template <class Work>
void with_program(agal_result& result, const Bytes& bytes, const std::string& name, const agal_options& options,
                  Work&& work) {
  Result<Program> program = load_given(bytes, name, options);
  Diagnostics diagnostics = std::move(program.diagnostics());
  if (program) work(*program, diagnostics);
  result.add(std::move(diagnostics));
}

/// Adds the parts that `compile` has made of a program, and its diagnostics to `diagnostics`.
void add_compilation(agal_result& result, Result<Compilation> product, const CompileOptions& options,
                     Diagnostics& diagnostics);

}  // namespace agal::c
