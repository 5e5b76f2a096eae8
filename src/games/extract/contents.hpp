// Extracts programs from each kind of content. Results and errors go to the collector.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "avm2/abc.hpp"
#include "base/bytes.hpp"
#include "extract/collector.hpp"
#include "sources/tokens.hpp"

namespace agal::extraction {

using base::Bytes;

/// Extracts the content of a container: another container, bytecode or assembly text.
void extract_contents(Collector& collector, const Container& container, Bytes bytes);

/// Returns true if the bytes are a SWF file or an archive. Both may be compressed.
bool has_contents(Bytes bytes);

void extract_swf(Collector& collector, const Container& container, Bytes file);
/// Extracts data that begins like a SWF file, but may be only a piece of one. Damage of a piece is not reported.
/// Returns false for a piece.
bool extract_likely_swf(Collector& collector, const Container& container, Bytes file);

/// Extracts the entries of a tar archive, or of a ZIP archive, which may follow other data.
void extract_archive(Collector& collector, const Container& container, Bytes bytes);

/// A part of a file, and facts about it.
struct Part {
  const Container* container = nullptr;
  std::uint16_t tag = 0;
  std::uint64_t offset = 0;  // the offset of the first byte in the container
  std::string name;
  FindContext context;
  bool cut = false;      // true if the part is truncated
  bool is_read = false;  // true if another reader understands all bytes, so they are not searched for bytecode
};

/// Extracts data that is one unit in a file: a container, assembly text, or bytecode, alone or among other data.
void extract_data(Collector& collector, const Part& part, Bytes bytes);

/// Extracts the programs inside a text in another format (JSON, XML). Returns true if there are any.
bool extract_embedded(Collector& collector, const Part& part, std::string_view text);

/// Notes a text that has a line of assembly, but no program.
void note_unassigned(Collector& collector, const Part& part, std::string_view text);

/// Extracts a file that is expected to be a program, as bytecode or as assembly text. Errors are reported.
void extract_program(Collector& collector, const Part& part, Bytes bytes);

/// Extracts the assembly texts in the code of a movie and in its string pools. `parts` has one part for each ABC file.
/// Returns true if the collector has the facts about the code, because the code has assembly or uploads programs.
bool extract_actionscript(Collector& collector, const std::vector<Part>& parts, const avm2::Abc& abc);

/// Notes the facts about the code in the collector, for texts that the code may read as data.
void learn_from_code(Collector& collector, const avm2::Abc& abc);

/// Returns the language of a source by the extension of its name.
std::optional<source_code::Language> source_language(std::string_view name);

/// The maximum size of a source that is searched.
inline constexpr std::size_t max_source_bytes = std::size_t{8} << 20;

/// Extracts the assembly texts that source code builds.
void extract_source(Collector& collector, const Part& part, source_code::Language language, Bytes bytes);

/// Extracts the SWF files in other data (such as a projector), an archive at the end of other data, and the content of
/// compressed data. Returns true if there are any, or if a message says why the data cannot be unpacked.
bool extract_packed(Collector& collector, const Part& part, Bytes bytes);

/// Extracts the bytecode among any other bytes. Returns true if there is any.
bool extract_bytecode(Collector& collector, const Part& part, Bytes bytes, bool whole = false);
/// Extracts a program that a game hides: in raw Deflate data, or by an exclusive or of each byte with a constant.
void extract_hidden(Collector& collector, const Part& part, Bytes bytes);

/// Extracts the pairs in the log of a game that `agalc tap` changed.
void extract_capture_log(Collector& collector, const Part& part, Bytes log);

/// Extracts a container inside `outer`. The number of levels is limited.
void extract_nested(Collector& collector, const Container& outer, const std::string& name, Bytes bytes);

/// Makes a name from a file printable: UTF-8 of limited length, without characters that are invisible or change how
/// other characters are shown.
std::string printable(std::string_view name);

}  // namespace agal::extraction
