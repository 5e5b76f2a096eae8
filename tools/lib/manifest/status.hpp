// The facts that lines of a manifest are made of, for both directions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace agal::manifest {

/// What the line says about the program, or about the file.
enum class Status : std::uint8_t {
  Accepted,
  Rejected,
  // Of files:
  Unreadable,  // not all of it can be read
  Empty,       // it does not contain a program
};

/// In the order of `Status`, as the manifest has them.
inline constexpr std::array<std::string_view, 4> status_names{"accepted", "rejected", "unreadable", "empty"};

constexpr std::string_view name(Status status) { return status_names[static_cast<std::size_t>(status)]; }

constexpr bool is_of_program(Status status) { return status == Status::Accepted || status == Status::Rejected; }

/// The other program of a pair.
struct Partner {
  std::string hash;      // of the other program
  std::string evidence;  // why they are considered a pair
};

/// Appended to a stem to name the disassembly.
inline constexpr std::string_view disassembly_suffix = ".agal";

}  // namespace agal::manifest
