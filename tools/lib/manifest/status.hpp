// The facts that lines of a manifest are made of, for both directions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agal::manifest {

/// What the line says about the program, or about the file.
enum class Status : std::uint8_t {
  Accepted,
  Rejected,  // also of a file that is a program with an error: it has no hash
  // Of files:
  Unreadable,  // not all of it can be read
  Empty,       // it does not contain a program
  Incomplete,  // it was read, and may upload programs that were not found
  Captured,    // likewise, and a log of the run has what it uploaded
};

/// In the order of `Status`, as the manifest has them.
inline constexpr std::array<std::string_view, 6> status_names{"accepted", "rejected",   "unreadable",
                                                              "empty",    "incomplete", "captured"};

constexpr std::string_view name(Status status) { return status_names[static_cast<std::size_t>(status)]; }

constexpr bool is_of_program(Status status) { return status == Status::Accepted || status == Status::Rejected; }

/// What a file is, by its content; whether a ZIP file is a SWC, by its name.
enum class ContentKind : std::uint8_t { Swf, Swc, Zip, Tar, Packed, Log, Source, Bytecode, Assembly, Other };

/// In the order of `ContentKind`, as the manifest has them.
inline constexpr std::array<std::string_view, 10> content_kind_names{"swf", "swc",    "zip",      "tar",      "packed",
                                                                     "log", "source", "bytecode", "assembly", "other"};

constexpr std::string_view name(ContentKind kind) { return content_kind_names[static_cast<std::size_t>(kind)]; }

/// What logs say about a program or a pair, the best first.
enum class Use : std::uint8_t {
  Drawn,        // a player uploaded it and drew with it
  Uploaded,     // a player uploaded it, and no draw with it was seen
  NotUploaded,  // it was found, its game was played, and no log of the game has it
  NotPlayed,    // it was found, and no log belongs to its game
};

/// In the order of `Use`, as the manifest has them.
inline constexpr std::array<std::string_view, 4> use_names{"drawn", "uploaded", "notUploaded", "notPlayed"};

constexpr std::string_view name(Use use) { return use_names[static_cast<std::size_t>(use)]; }

/// The other program of a pair.
struct Partner {
  std::string hash;          // of the other program
  std::string evidence;      // why they are considered a pair
  std::string captured{};    // what logs say about the pair, as a list in JSON; "" if they say nothing
  std::optional<Use> use{};  // unset: the run had no log
};

/// What the proof of a product said.
struct ProofAnswer {
  std::string target;
  std::string answer;  // "equal", "equal up to rounding", "not decided"
};

/// Appended to a stem to name the disassembly.
inline constexpr std::string_view disassembly_suffix = ".agal";

}  // namespace agal::manifest
