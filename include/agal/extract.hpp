// Programs out of whatever holds them: SWF, SWC and ZIP files, and any other file with bytecode in it.
//
// docs/extract.md says what is looked for where, and what cannot be found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

enum class FindForm : std::uint8_t { Bytecode, Assembly };

/// Where a program was found.
struct Origin {
  std::string container;     // the file as the user named it; archives and what is in them joined by '!'
  std::uint16_t tag = 0;     // SWF tag code (87 DefineBinaryData, 82 DoABC, …); 0 outside a SWF's tags
  std::uint64_t offset = 0;  // of the program's first byte, in the unpacked container
  std::string name;  // of the binary data (SymbolClass), of the class, of the archive's entry; "" if it has none
};

struct FoundProgram {
  Program program;  // `program.name` is a readable name for messages
  FindForm form = FindForm::Bytecode;
  std::string text;             // the assembly as it was found; "" for bytecode
  std::vector<Origin> origins;  // at least one, in file order; identical programs are one with many origins
};

/// A vertex and a fragment program that seem to belong together: indices into `Extraction::programs`.
struct FoundPair {
  std::size_t vertex = 0, fragment = 0;
  std::string evidence;  // why, as a sentence without a full stop
};

struct Extraction {
  std::vector<FoundProgram> programs;  // in the order in which they stand in the file
  std::vector<FoundPair> pairs;        // by vertex program, then by fragment program
};

/// What a file may ask for. Containers come from anywhere: each of these is an end to something that has none.
struct ExtractOptions {
  std::uint64_t max_unpacked_bytes = std::uint64_t{256} << 20;  // of all that is unpacked out of one file
  std::uint32_t max_nesting = 4;                                // containers inside each other, the file itself counted
  std::uint32_t max_entries = 65536;                            // of all archives of one file
  std::uint32_t max_programs = 65536;                           // distinct ones
};

/// Every program in a file. A container that is damaged gives what can be found in it, and errors (AGAL1025 and up)
/// that say what is wrong where; a container without programs gives an empty Extraction. A file that is one program
/// gives that, with one origin. No value: the file is no container, and there is no program in it. Time is linear in
/// the size of what is unpacked.
Result<Extraction> extract(std::span<const std::byte> file, const std::string& name,
                           const ExtractOptions& options = {});

/// Whether the bytes are a SWF or ZIP file (a SWC is one): by the first bytes alone.
bool looks_like_container(std::span<const std::byte> file);

/// What a file is to be read as.
enum class FileKind : std::uint8_t {
  Container,  // a SWF or ZIP file
  Bytecode,   // one program, or several in a row
  Assembly,
  Other,  // searched for bytecode
};

/// How much of a file `file_kind` looks at.
inline constexpr std::size_t file_kind_bytes = 4096;

/// By the first bytes of a file (more than `file_kind_bytes` make no difference) and its name: something that begins
/// as bytecode does, or as text whose first line is assembly, or that is called `….agal`, is to be a program; what is
/// wrong with it is said by whatever reads programs.
FileKind file_kind(std::span<const std::byte> head, std::string_view name);

/// What identifies a program whatever it is called: the XXH3-128 of header and tokens (bytes after the last token mean
/// nothing to a player, and do not count), as 32 hexadecimal digits.
std::string content_hash(const Program& program);

}  // namespace agal
