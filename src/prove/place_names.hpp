// Names of registers in the text of a shader: the names that the caller chose, otherwise the names of docs/abi.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "prove/spirv_places.hpp"

namespace agal::prove {

/// Returns the name after the last dot. Front ends of HLSL add a prefix to the names of the entry point's parameters.
std::string_view plain_name(std::string_view name);

/// Returns the register of a type with this name. The usual name is found even if the caller chose another one, so that
/// `usual_name` can describe the difference.
std::optional<std::uint32_t> register_called(const Matching& matching, RegisterType type, std::string_view name);
/// Returns the sampler register of a texture, or of a separate sampler, with this name.
std::optional<std::uint32_t> sampler_called(const Matching& matching, std::string_view name, bool is_sampler);

/// Returns the register that has a semantic, by an option or by docs/abi.md.
std::optional<std::uint32_t> register_with_semantic(const Matching& matching, RegisterType type,
                                                    std::string_view semantic);
/// Returns false if an option gives the register another semantic.
bool is_semantic_of(const Matching& matching, RegisterType type, std::uint32_t number, std::string_view semantic);

// The functions below find text that ignores chosen names. They return a part of a message if a variable has the usual
// name of a register, although the caller chose another one: "uses the name va0 instead of
// the chosen name position". Otherwise they return
// "".

std::string usual_name(const Matching& matching, RegisterType type, std::uint32_t number, std::string_view name);
std::string usual_sampler_name(const Matching& matching, std::uint32_t number, std::string_view name, bool is_sampler);
/// `holds_registers` is false for the instance of a block, whose members hold the registers.
std::string usual_name_of_constants(const Matching& matching, std::string_view name, bool holds_registers);

}  // namespace agal::prove
