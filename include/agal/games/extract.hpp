// Finds programs in files: SWF files, archives and compressed data, logs of games that `agalc tap` changed,
// ActionScript and Haxe sources, and all other files that contain bytecode.
//
// docs/extract.md describes the search and its limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/games/sources.hpp"
#include "agal/games/tap_log.hpp"
#include "agal/options.hpp"
#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

/// The form of a found program.
enum class FindForm : std::uint8_t { Bytecode, Assembly };

/// The certainty of a find, the best first. docs/extract.md describes each value.
enum class Certainty : std::uint8_t {
  Captured,  // a player uploaded it
  Exact,     // the file stores it unchanged, or the code builds it on its only path
  Variant,   // the code builds it on one of several paths
  Filled,    // a template with a value from the options in place of its hole
  Partial,   // not a program: a part of the text is only known at run time
  Template,  // not a program: the text has a hole, a placeholder that the code replaces
};
/// The name of a certainty: "captured", "exact", "variant", "filled", "partial" or "template".
std::string_view name(Certainty certainty);

/// The place where a program was found.
struct Origin {
  std::string container;     // the file as the user named it; nested archives and entries are joined by '!'
  std::uint16_t tag = 0;     // SWF tag code (87 DefineBinaryData, 82 DoABC, …); 0 outside a SWF's tags
  std::uint64_t offset = 0;  // the offset of the program's first byte in the unpacked container
  std::string name;  // the name of the binary data (SymbolClass), class, archive entry or pair; "" if there is none
  Certainty certainty = Certainty::Exact;  // the certainty of this origin
  /// Variant: the conditions of its path. Filled: also the hole and its value. Partial: the unknown part, or why the
  /// text is not a program. Template: the hole. Otherwise "".
  std::string detail{};
  std::uint32_t line = 0;  // the line of a log or a source, from 1; 0 elsewhere
};

/// A program and all places where it was found.
struct FoundProgram {
  Program program;                     // `program.name` is a readable name for messages
  FindForm form = FindForm::Bytecode;  // the form at its first origin
  std::string text;                    // the assembly in its original spelling; "" for bytecode
  std::vector<Origin> origins;         // at least one, in file order; identical programs are merged
};

/// The best certainty of a program's origins.
Certainty certainty_of(const FoundProgram& found);

/// Assembly text that is not a program because a part is unknown or a hole is not filled.
struct FoundText {
  std::string text;                  // the text, with descriptions of unknown parts between ‹ and ›
  Origin origin;                     // the origin, with the certainty Partial or Template
  Dialect dialect = Dialect::Adobe;  // the dialect of the assembler in the file's code
};

/// Strings of one class that look like assembly, but do not belong to a found program or text.
struct UnassignedLines {
  std::string container;   // the container, like Origin::container
  std::string class_name;  // the class that has the strings
  std::size_t lines = 0;   // the number of strings
};

/// A vertex and a fragment program that probably belong together: indices into `Extraction::programs`.
struct FoundPair {
  std::size_t vertex = 0;           // the vertex program
  std::size_t fragment = 0;         // the fragment program
  std::string evidence;             // the reason, as a sentence without a period
  std::vector<Capture> captures{};  // a capture for each run that uploaded the pair; a pair with captures is certain
};

/// Returns the program with default options for all samplers, except for the dimension. The results are equal for
/// programs that differ only in the other options.
Program without_sampler_options(Program program);

/// Programs from one text that are equal except for sampler options. Players receive them as separate programs. A
/// reader may treat them as one program with parameters.
struct ProgramFamily {
  std::vector<std::size_t> programs;  // indices into `Extraction::programs`, ascending
  std::string parameters;             // "fs0 <2d, nearest|linear, mipnone|mipnearest, clamp|repeat>"
};

/// Records of one run that are missing or damaged in a log.
struct LostRecords {
  std::string container;    // the container, like Origin::container
  std::string run;          // the run, like Capture::run
  std::size_t records = 0;  // the number of missing records
};

/// A SWF file that is not inside another SWF file: a game, or the library of a SWC file.
struct FoundMovie {
  std::string container;  // the container, like Origin::container; SWF files inside this one have longer names
  std::string hash;       // the hash, like CapturedGame::hash; if `agalc tap` changed the file, the original file's
};

/// A start of a game that a log records.
struct LoggedRun {
  std::string container;  // the container, like Origin::container
  std::string run;        // the run, like Capture::run
  CapturedGame game;      // the game that ran
};

/// All results of a search in a file.
struct Extraction {
  std::vector<FoundProgram> programs;       // programs in file order
  std::vector<FoundPair> pairs;             // sorted by vertex program, then by fragment program
  std::vector<FoundText> texts;             // texts that are not programs
  std::vector<UnassignedLines> unassigned;  // sorted by class
  /// Containers whose code uploads programs, although fewer than two programs were found in them, or whose code passes
  /// unknown versions of AGAL with some of them.
  std::vector<std::string> containers_missing_programs;
  std::vector<LostRecords> lost;      // lost records, by run
  std::vector<LoggedRun> runs;        // runs in the logs, including runs without an upload
  std::vector<FoundMovie> movies;     // SWF files in file order
  std::vector<FoundText> unused;      // texts that only unreachable code uses, or that were refused as programs
  std::vector<std::string> too_many;  // classes whose code can build a text in too many ways
  /// Containers whose code may load SWF files that were not read. The code names such files or uses
  /// `Loader.loadBytes`.
  std::vector<std::string> containers_loading_swfs;

  /// Returns true if the file may have programs that were not found.
  bool incomplete() const {
    return !texts.empty() || !unassigned.empty() || !containers_missing_programs.empty() || !too_many.empty() ||
           !containers_loading_swfs.empty() || !lost.empty();
  }
};

/// The texts that replace the holes of templates.
struct Fills {
  std::vector<std::pair<std::string, std::string>> holes{};  // pairs of a hole and its text
  bool use_defaults = false;                                 // true if the other holes get default values
};

/// Returns true for the names of sources: `.as`, `.hx` and `.mxml`.
bool is_source_name(std::string_view name);

/// Limits on the resources that an untrusted file may use, and values for the holes of templates.
struct ExtractOptions {
  std::uint64_t max_unpacked_bytes = std::uint64_t{256} << 20;  // the total size of everything unpacked from one file
  std::uint32_t max_nesting = 4;                                // the levels of containers, including the file itself
  std::uint32_t max_entries = 65536;                            // the entries of all archives in one file
  std::uint32_t max_programs = 65536;                           // distinct programs
  Fills fills{};                                                // the values for the holes of templates
  /// All sources of the program, if the file is one of them. Without them, the file is taken for the whole program.
  /// They must exist as long as the options.
  const Sources* sources = nullptr;
};

/// Finds every program in a file. A damaged container gives the programs that can be recovered, and errors (AGAL1025
/// and up) with their locations. A container without programs gives an empty Extraction. A file that is a single
/// program gives this program, with one origin. Returns no value if the file is not a container and no program was
/// found in it. Linear in the unpacked size.
Result<Extraction> extract(std::span<const std::byte> file, const std::string& name,
                           const ExtractOptions& options = {});

/// Returns the options of `extract`, in the order of agal/games/options.def.
std::vector<OptionInfo> extract_options();

/// Sets an option of `extract`, like `set_option` of agal/options.hpp.
Diagnostics set_option(ExtractOptions& options, std::string_view name, std::string_view value);

/// Finds the families of three or more programs. The order is by the first program of each family.
std::vector<ProgramFamily> find_families(const std::vector<FoundProgram>& programs);

/// Writes one line of JSON for each program: its hash, stage, version, size, form, origins and partners
/// (docs/extract.md).
std::string to_json_lines(const Extraction& extraction);

/// The kind of a container.
enum class ContainerKind : std::uint8_t {
  None,
  Swf,
  Zip,  // ZIP and SWC files
  Tar,
  Packed,  // gzip, xz, bzip2 or Zstandard, which may contain a tar archive or any other file
};
/// Returns the kind. Only the first 512 bytes are read.
ContainerKind container_kind(std::span<const std::byte> file);

/// Returns the kind in words: "a SWF file", "a ZIP file" (also for a SWC file), "a tar archive", "gzip data", ….
/// Returns "" for a file that is not a container.
std::string_view container_name(std::span<const std::byte> file);

/// A file in a format that is known, but not read.
struct ForeignFile {
  std::string_view name;  // "a Pixel Bender program (PBJ)"; "" for all other files
  std::string_view cure;  // a hint that tells what to pass instead
};

/// Returns the format of a file that is known, but not read.
ForeignFile foreign_file(std::span<const std::byte> file);

/// Returns true if the file begins like a container.
inline bool looks_like_container(std::span<const std::byte> file) {
  return container_kind(file) != ContainerKind::None;
}

/// Returns true if the text contains log lines of a game that `agalc tap` has changed (docs/capture.md).
bool looks_like_capture_log(std::span<const std::byte> file);

/// The way to read a file.
enum class FileKind : std::uint8_t {
  Container,  // a SWF file, an archive, or compressed data
  Bytecode,   // a program, or several consecutive programs
  Assembly,
  CaptureLog,  // the log of a game that `agalc tap` changed
  Source,      // ActionScript, Haxe or MXML, according to the name
  Other,       // any other file; searched for bytecode, and for log lines after the first bytes
};

/// The number of bytes that `file_kind` reads.
inline constexpr std::size_t file_kind_bytes = 4096;

/// Determines the kind from the file's first bytes and its name. Bytes beyond `file_kind_bytes` are ignored. A file is
/// treated as a program if it begins like bytecode, if its first line is assembly, or if its name is `….agal`. The
/// reader then reports its errors.
FileKind file_kind(std::span<const std::byte> head, std::string_view name);

/// Returns a hash that identifies a program independently of its name: the XXH3-128 of the header and the tokens, as 32
/// hexadecimal digits. It does not include the bytes after the last token, which players ignore.
std::string content_hash(const Program& program);

}  // namespace agal
