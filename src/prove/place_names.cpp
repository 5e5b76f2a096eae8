#include "prove/place_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agal/isa.hpp"
#include "agal/limits.hpp"

namespace agal::prove {
namespace {

// Returns the number after a prefix: "v12" gives 12 after "v". A name without digits gives 0 if `bare` is true. A
// number with leading zeros is not part of a register's name: "v012" is another variable.
std::optional<std::uint32_t> number_after(std::string_view name, std::string_view prefix, bool bare = false) {
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  return digits.empty() && bare ? std::optional<std::uint32_t>(0) : target::register_number(digits);
}

// Removes what marks the name of a separate sampler.
std::string_view without_sampler_marks(std::string_view name) {
  if (name.starts_with('_')) name.remove_prefix(1);  // SPIRV-Cross adds the underscore
  if (name.ends_with(separate_sampler_suffix)) name.remove_suffix(separate_sampler_suffix.size());
  return name;
}

// Compares semantics. Direct3D ignores their case, and COLOR is COLOR0.
bool is_same_semantic(std::string_view a, std::string_view b) {
  const auto key = [](std::string_view semantic) {
    std::string out(semantic);
    for (char& c : out)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (!out.empty() && (out.back() < '0' || out.back() > '9')) out += '0';
    return out;
  };
  return key(a) == key(b);
}

std::string ignores(std::string_view name, std::string_view chosen) {
  return fmt::format("uses the name {} instead of the chosen name {}", name, chosen);
}

// Returns the name that the caller chose for a texture or its separate sampler, otherwise "".
std::string chosen_sampler(const Matching& matching, std::uint32_t number, bool is_sampler) {
  const target::Naming& naming = matching.output.naming;
  const std::string_view texture = naming.find(RegisterType::Sampler, number, matching.stage);
  if (!is_sampler) return std::string(texture);
  const std::string_view own = naming.find(RegisterType::Sampler, number, matching.stage, true);
  if (!own.empty() || texture.empty()) return std::string(own);
  return std::string(texture) + std::string(separate_sampler_suffix);
}

std::optional<std::uint32_t> usual_sampler(const Matching& matching, std::string_view name, bool is_sampler) {
  return number_after(is_sampler ? without_sampler_marks(name) : name,
                      info(RegisterType::Sampler).prefix(matching.stage));
}

// Finds the row of `semantics` about a register.
const RegisterSemantic* chosen_semantic(const Matching& matching, RegisterType type, std::uint32_t number) {
  const auto& rows = matching.output.semantics;
  const auto found = std::ranges::find_if(rows, [&](const RegisterSemantic& row) {
    const auto registers = target::find_named_registers(row.resource);
    return registers && registers->type == type && registers->first == number;
  });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

std::string_view plain_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

std::optional<std::uint32_t> register_called(const Matching& matching, RegisterType type, std::string_view name) {
  for (std::uint32_t n = 0; n < translatable_registers; ++n)
    if (const std::string_view chosen = matching.output.naming.find(type, n, matching.stage);
        !chosen.empty() && chosen == name)
      return n;
  const RegisterInfo& row = info(type);
  return number_after(name, row.prefix(matching.stage), !row.numbered);
}

std::optional<std::uint32_t> sampler_called(const Matching& matching, std::string_view name, bool is_sampler) {
  for (std::uint32_t n = 0; n < translatable_registers; ++n)
    if (const std::string chosen = chosen_sampler(matching, n, is_sampler); !chosen.empty() && chosen == name) return n;
  return usual_sampler(matching, name, is_sampler);
}

std::optional<std::uint32_t> register_with_semantic(const Matching& matching, RegisterType type,
                                                    std::string_view semantic) {
  for (const RegisterSemantic& row : matching.output.semantics) {
    const auto found = target::find_named_registers(row.resource);
    if (found && is_same_semantic(row.semantic, semantic) && found->type == type) return found->first;
  }
  // DXC names variables after semantics.
  if (type != RegisterType::Output) return number_after(semantic, "TEXCOORD", true);
  const std::optional<std::uint32_t> number = number_after(semantic, "SV_Target", true);
  return number ? number : number_after(semantic, "SV_TARGET", true);
}

bool is_semantic_of(const Matching& matching, RegisterType type, std::uint32_t number, std::string_view semantic) {
  const RegisterSemantic* const chosen = chosen_semantic(matching, type, number);
  return chosen == nullptr || is_same_semantic(chosen->semantic, semantic);
}

std::string usual_name(const Matching& matching, RegisterType type, std::uint32_t number, std::string_view name) {
  const std::string_view chosen = matching.output.naming.find(type, number, matching.stage);
  if (chosen.empty() || chosen == name || register_name(type, number, matching.stage) != name) return {};
  return ignores(name, chosen);
}

std::string usual_sampler_name(const Matching& matching, std::uint32_t number, std::string_view name, bool is_sampler) {
  const std::string chosen = chosen_sampler(matching, number, is_sampler);
  if (chosen.empty() || chosen == name || usual_sampler(matching, name, is_sampler) != number) return {};
  return ignores(name, chosen);
}

std::string usual_name_of_constants(const Matching& matching, std::string_view name, bool holds_registers) {
  const target::Naming& naming = matching.output.naming;
  const std::string_view array = info(RegisterType::Constant).prefix(matching.stage);
  const std::string_view chosen = naming.constants(matching.stage);
  if (name == array && !chosen.empty() && chosen != name) return ignores(name, chosen);
  if (!holds_registers) return {};
  const bool is_array = name == array || name == target::block_member;
  for (const target::ConstantPart& part : naming.parts(matching.stage, matching.array))
    if (part.is_chosen && name != part.name &&
        (is_array || name == register_name(RegisterType::Constant, part.first, matching.stage)))
      return ignores(name, part.name);
  return {};
}

}  // namespace agal::prove
