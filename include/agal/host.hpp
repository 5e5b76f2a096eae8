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

/// A word list of hosts.def that belongs to a host.
struct HostWords {
  Host host;               // the host
  std::string_view words;  // words, separated by blanks
};

/// The rows of AGAL_HOST_TARGETS: names of targets and families.
inline constexpr auto host_targets_table = std::to_array<HostWords>({
#define AGAL_HOST_TARGETS(host, targets) {Host::host, targets},
#include "agal/tables/hosts.def"
});

/// The rows of AGAL_HOST_CHANNELS: semantics of attributes.
inline constexpr auto host_channels_table = std::to_array<HostWords>({
#define AGAL_HOST_CHANNELS(host, semantics) {Host::host, semantics},
#include "agal/tables/hosts.def"
});

/// Returns the names of the targets and families that a host takes, separated by blanks.
constexpr std::string_view targets_of(Host host) {
  for (const HostWords& row : host_targets_table)
    if (row.host == host) return row.words;
  return info(info(info(host).target).family).name;
}

/// Returns true if a host takes a target.
constexpr bool takes(Host host, Target target) {
  std::string_view words = targets_of(host);
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    if (word == info(target).name || word == info(info(target).family).name) return true;
    words.remove_prefix(word.size() < words.size() ? word.size() + 1 : word.size());
  }
  return false;
}

/// Returns the semantics that the attributes of a host's meshes can have, separated by blanks; "" if they can have any.
constexpr std::string_view channels_of(Host host) {
  for (const HostWords& row : host_channels_table)
    if (row.host == host) return row.words;
  return {};
}

/// Returns true if both texts of a pair are pasted into one text for the host.
constexpr bool joins_texts(Host host) {
  constexpr auto joining = std::to_array<Host>({
#define AGAL_HOST_JOINS(host) Host::host,
#include "agal/tables/hosts.def"
  });
  for (const Host each : joining)
    if (each == host) return true;
  return false;
}

}  // namespace agal
