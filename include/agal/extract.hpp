// Finds programs in files: SWF files, archives and compressed data, logs of tapped games, ActionScript and
// Haxe sources, and any other file that contains bytecode.
//
// docs/extract.md describes where it searches, and its limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/capture.hpp"
#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

/// In which form a program was found.
enum class FindForm : std::uint8_t { Bytecode, Assembly };

/// How much is known about a find, the best first. docs/extract.md describes each.
enum class Certainty : std::uint8_t {
  Captured,  // a player uploaded it
  Exact,     // it is stored as it is, or the code builds it on its only path
  Variant,   // the code builds it on one of several paths
  Filled,    // a template, with a value from the options in its hole
  Partial,   // a part of it is only known at run time: not a program
  Template,  // it has a hole that the code replaces: not a program
};
/// "captured", "exact", "variant", "filled", "partial" or "template".
std::string_view name(Certainty certainty);

/// Where a program was found.
struct Origin {
  std::string container;     // the file as the user named it; nested archives and entries are joined by '!'
  std::uint16_t tag = 0;     // SWF tag code (87 DefineBinaryData, 82 DoABC, …); 0 outside a SWF's tags
  std::uint64_t offset = 0;  // of the first byte of the program, in the unpacked container
  std::string name;          // of the binary data (SymbolClass), class, archive entry, or pair; "" if unnamed
  Certainty certainty = Certainty::Exact;  // of this origin
  std::string detail{};                    // the path of a variant, the unknown part, or the hole; "" if exact
  std::uint32_t line = 0;                  // of a log or a source, from 1; 0 elsewhere
};

/// A program, and everywhere that it was found.
struct FoundProgram {
  Program program;                     // `program.name` is a readable name for messages
  FindForm form = FindForm::Bytecode;  // of its first origin
  std::string text;                    // the assembly as found; "" for bytecode
  std::vector<Origin> origins;         // at least one, in file order; identical programs are merged
};

/// The best of its origins.
Certainty certainty_of(const FoundProgram& found);

/// Assembly text that is not a program: a part of it is unknown, or it has a hole that is not filled.
struct FoundText {
  std::string text;                  // unknown parts are described between ‹ and ›
  Origin origin;                     // partial or template
  Dialect dialect = Dialect::Adobe;  // the assembler that the file's code has
};

/// Strings of one class that look like assembly, and belong to neither a program nor a text.
struct UnassignedLines {
  std::string container;   // as in Origin::container
  std::string class_name;  // whose code has the strings
  std::size_t lines = 0;   // how many there are
};

/// A vertex and a fragment program that probably belong together: indices into `Extraction::programs`.
struct FoundPair {
  std::size_t vertex = 0;           // the vertex program
  std::size_t fragment = 0;         // the fragment program
  std::string evidence;             // the reason, as a sentence without a full stop
  std::vector<Capture> captures{};  // if a player uploaded them together, which is a fact: one for each run
};

/// The program with default options for all samplers but for the dimension: equal for programs that differ only in
/// these options.
Program without_sampler_options(Program program);

/// Programs of one text that differ only in the options of their samplers. They are programs of their own, as players
/// receive them; for a reader they are one, with parameters.
struct ProgramFamily {
  std::vector<std::size_t> programs;  // indices into `Extraction::programs`, ascending
  std::string parameters;             // "fs0 <2d, nearest|linear, mipnone|mipnearest, clamp|repeat>"
};

/// Records of one run that a log should have, and that are missing or damaged in it.
struct LostRecords {
  std::string container;    // as in Origin::container
  std::string run;          // as in Capture::run
  std::size_t records = 0;  // how many are missing
};

/// A SWF file that is not inside another SWF file: a game, or the library of a SWC file.
struct FoundMovie {
  std::string container;  // as in Origin::container; SWF files inside it have longer names
  std::string hash;       // as in CapturedGame::hash; of a tapped file, the hash of the file before it was tapped
};

/// A start of a game, according to a log.
struct LoggedRun {
  std::string container;  // as in Origin::container
  std::string run;        // as in Capture::run
  CapturedGame game;      // the game that ran
};

/// Everything that was found in a file.
struct Extraction {
  std::vector<FoundProgram> programs;       // in file order
  std::vector<FoundPair> pairs;             // by vertex program, then by fragment program
  std::vector<FoundText> texts;             // those that are not programs
  std::vector<UnassignedLines> unassigned;  // by class
  /// Containers with code that uploads programs, of which fewer than two were found in the code.
  std::vector<std::string> uploads_unknown;
  std::vector<LostRecords> lost;      // by run
  std::vector<LoggedRun> runs;        // of logs, also those without an upload
  std::vector<FoundMovie> movies;     // in file order
  std::vector<FoundText> unused;      // partial texts, of which no code that is called makes a program
  std::vector<std::string> too_many;  // classes with a text that has more combinations of choices than are found
  /// Containers whose code names SWF files that are not in them, or without a program and with code that unpacks files.
  std::vector<std::string> loads_others;

  /// Whether there are texts, unassigned lines, uploads that are not known, too many combinations, code from elsewhere,
  /// or lost records.
  bool incomplete() const {
    return !texts.empty() || !unassigned.empty() || !uploads_unknown.empty() || !too_many.empty() ||
           !loads_others.empty() || !lost.empty();
  }
};

/// The text that replaces the holes of templates.
struct Fills {
  std::vector<std::pair<std::string, std::string>> holes{};  // each with its text
  bool usual = false;                                        // the other holes get usual values
};

/// Limits on the resources that an untrusted file may use, and how templates are completed.
struct ExtractOptions {
  std::uint64_t max_unpacked_bytes = std::uint64_t{256} << 20;  // total size of everything unpacked from one file
  std::uint32_t max_nesting = 4;                                // levels of containers, including the file itself
  std::uint32_t max_entries = 65536;                            // in all archives of one file
  std::uint32_t max_programs = 65536;                           // distinct programs
  Fills fills{};                                                // of templates
};

/// Finds every program in a file. A damaged container gives the programs that can be recovered, and errors (AGAL1025
/// and up) with their locations; a container without programs gives an empty Extraction. A file that is a single
/// program gives that program, with one origin. No value: the file is not a container, and no program was found in it.
/// Linear in the unpacked size.
Result<Extraction> extract(std::span<const std::byte> file, const std::string& name,
                           const ExtractOptions& options = {});

/// The families of three or more programs, by the first of each.
std::vector<ProgramFamily> find_families(const std::vector<FoundProgram>& programs);

/// One line of JSON for each program: its hash, stage, version, size, form, origins and partners (docs/extract.md).
std::string to_json_lines(const Extraction& extraction);

/// A container, by its first bytes.
enum class ContainerKind : std::uint8_t {
  None,
  Swf,
  Zip,  // also a SWC file
  Tar,
  Packed,  // gzip, xz, bzip2 or Zstandard: of a tar archive, or of any other file
};
/// Decides by the first 512 bytes.
ContainerKind container_kind(std::span<const std::byte> file);

/// The kind in words: "a SWF file", "a ZIP file" (a SWC file is one), "a tar archive", "gzip data"; "" for any other
/// bytes.
std::string_view container_name(std::span<const std::byte> file);

/// Whether the bytes are a container, judged by the first bytes only.
inline bool looks_like_container(std::span<const std::byte> file) {
  return container_kind(file) != ContainerKind::None;
}

/// Whether the text has lines of a tap (docs/capture.md), anywhere in it.
bool looks_like_capture_log(std::span<const std::byte> file);

/// How to read a file.
enum class FileKind : std::uint8_t {
  Container,  // a SWF file, an archive, or compressed data
  Bytecode,   // one program, or several in sequence
  Assembly,
  CaptureLog,  // of a tapped game
  Source,      // ActionScript, Haxe or MXML, by its name
  Other,       // searched for bytecode, and for lines of a tap beyond the first bytes
};

/// The number of bytes that `file_kind` reads.
inline constexpr std::size_t file_kind_bytes = 4096;

/// Decides by the first bytes of a file (bytes beyond `file_kind_bytes` are ignored) and by its name. A file that
/// begins like bytecode, or like text whose first line is assembly, or that is called `….agal`, is treated as a
/// program; the reader reports its errors.
FileKind file_kind(std::span<const std::byte> head, std::string_view name);

/// Identifies a program independently of its name: the XXH3-128 of header and tokens (without the bytes after the last
/// token, which players ignore), as 32 hexadecimal digits.
std::string content_hash(const Program& program);

}  // namespace agal
