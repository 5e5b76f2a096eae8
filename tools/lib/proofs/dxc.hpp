// Reads HLSL with DXC, Microsoft's compiler. DXC is a program that the user installs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "os/child.hpp"
#include "proofs/front_end.hpp"
#include "proofs/hlsl.hpp"

namespace agal::proofs {

/// Returns the path of the program `dxc` in PATH. Returns "" if there is none, or if this system does not have child
/// processes.
std::string dxc_path();

/// Like `read_foreign_text` for HLSL, but DXC at the path `dxc` compiles the text. The words are validated.
///
/// DXC reads the text as HLSL 2018, the last version that means what FXC compiles. A text that includes a file is
/// undecided.
ReadText read_by_dxc(const std::string& dxc, const std::string& text, Stage stage, const TextDialect& dialect,
                     const std::string& entry_point = "main", const agalc::os::ChildLimits& limits = {});

// ---- dxc_interface.cpp

/// Added by DXC to the numbers of registers in the text, so that they differ from the bindings that DXC assigns itself.
inline constexpr std::uint32_t dxc_shift = std::uint32_t{1} << 30;

/// Returns valid words of DXC with the interface that `compile_by_glslang` makes: semantics are upper case, varyings and
/// resources are listed in the order of their declarations, and only registers of the text are bindings.
CompiledModule dxc_interface(const std::vector<std::uint32_t>& words, Stage stage);

}  // namespace agal::proofs
