// The enumerations in lines of a manifest, with their names, for reading and for writing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agal::manifest {

/// The status of the program, or of the file, that the line is about.
enum class Status : std::uint8_t {
  Accepted,
  Rejected,  // also a file that cannot be parsed as a program; its line does not have a hash
  // The remaining statuses are for files.
  Unreadable,  // a part of it cannot be read
  Empty,       // it does not contain a program
  Incomplete,  // it was read, and may upload programs that were not found
  Captured,    // like Incomplete, but complete logs have the uploads
};

/// The names in the manifest, in the order of `Status`.
inline constexpr std::array<std::string_view, 6> status_names{"accepted", "rejected",   "unreadable",
                                                              "empty",    "incomplete", "captured"};

constexpr std::string_view name(Status status) { return status_names[static_cast<std::size_t>(status)]; }

constexpr bool is_of_program(Status status) { return status == Status::Accepted || status == Status::Rejected; }

/// The kind of a file, by its content. A ZIP file is recognized as a SWC by its name.
enum class ContentKind : std::uint8_t { Swf, Swc, Zip, Tar, Packed, Log, Source, Bytecode, Assembly, Other };

/// The names in the manifest, in the order of `ContentKind`.
inline constexpr std::array<std::string_view, 10> content_kind_names{"swf", "swc",    "zip",      "tar",      "packed",
                                                                     "log", "source", "bytecode", "assembly", "other"};

constexpr std::string_view name(ContentKind kind) { return content_kind_names[static_cast<std::size_t>(kind)]; }

/// The use of a program or a pair according to the logs. The best use is first.
enum class Use : std::uint8_t {
  Drawn,        // a player uploaded it and drew with it
  Uploaded,     // a player uploaded it, and no draw with it was seen
  NotUploaded,  // it was found, its game was played, and no log of the game has it
  NotPlayed,    // it was found, and no log belongs to its game
};

/// The names in the manifest, in the order of `Use`.
inline constexpr std::array<std::string_view, 4> use_names{"drawn", "uploaded", "notUploaded", "notPlayed"};

constexpr std::string_view name(Use use) { return use_names[static_cast<std::size_t>(use)]; }

/// The other program of a pair.
struct Partner {
  std::string hash;          // the hash of the other program
  std::string evidence;      // why both programs are considered a pair
  std::string captured{};    // the captured draws of the pair, as a list in JSON; "" if there are none
  std::optional<Use> use{};  // unset: no input was a log of a game with uploads
  /// The indices of the origins of the pair, if these are not all origins of the line.
  std::optional<std::vector<std::size_t>> origins{};
};

/// The result of proving a product.
struct ProofAnswer {
  std::string target;
  std::string answer;  // for example "equal"; docs/batch.md lists all answers
};

/// The suffix that is appended to a stem to name the disassembly.
inline constexpr std::string_view disassembly_suffix = ".agal";

}  // namespace agal::manifest
