// Hosts as data (hosts.def): emulators and engines that use translated programs.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "agal/semantics.hpp"
#include "agal/target.hpp"

namespace agal {

/// One row of AGAL_HOST; see hosts.def for the meaning of the columns.
struct HostInfo {
  Host host;                  // the enumerator of the row
  std::string_view name;      // the value of --host
  std::string_view title;     // the title for display: "OpenFL"
  Target target;              // the language
  ConstantsMode constants;    // the mechanism that passes constants
  ClipZ clip_z;               // the range of clip-space z
  UniformNames names;         // the names of uniforms
  Domain domain;              // the treatment of negative inputs
  IfgMode ifg;                // the comparison of ifg
  std::string_view bindings;  // the value of --bind; "" for the bindings of docs/abi.md
  std::string_view options;   // further options: "layout=sdl version=false"; "" if there are none
  std::string_view takes;     // the host's use of the program, for display: "naga reads it"
  std::string_view own{};     // uniforms that the host sets itself, with a blank before and after each name
};

/// All hosts.
inline constexpr auto host_table = std::to_array<HostInfo>({
#define AGAL_HOST(id, name, title, target, constants, clip_z, names, domain, ifg, bindings, options, ...) \
  {Host::id,                                                                                              \
   name,                                                                                                  \
   title,                                                                                                 \
   Target::target,                                                                                        \
   ConstantsMode::constants,                                                                              \
   ClipZ::clip_z,                                                                                         \
   UniformNames::names,                                                                                   \
   Domain::domain,                                                                                        \
   IfgMode::ifg,                                                                                          \
   bindings,                                                                                              \
   options,                                                                                               \
   __VA_ARGS__},
#include "agal/tables/hosts.def"
});

/// The row of a host.
constexpr const HostInfo& info(Host host) { return host_table[static_cast<std::size_t>(host)]; }
/// Finds a host by name, the value of --host; nullptr if the name is unknown.
constexpr const HostInfo* find_host(std::string_view name) {
  for (const HostInfo& row : host_table)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace agal
