// The fuzz targets. Each accepts any bytes, and aborts if a check fails. libFuzzer runs them if AGAL_BUILD_FUZZERS is
// on. In all other builds, targets_test.cpp runs them with stored inputs, seeds and mutations.
#pragma once

#include <cstddef>
#include <span>

namespace agal::fuzz {

/// Input: bytecode. Every program that can be read is written back bit for bit, survives a round trip through text, and
/// can be validated.
void bytecode(std::span<const std::byte> bytes);

/// Input: assembly text. It assembles or gives diagnostics. An assembled program survives a round trip through
/// canonical text.
void assembly(std::span<const std::byte> bytes);

/// Input: a file of any kind. Each program that is found has an origin inside the file, and can be written and
/// validated.
void extraction(std::span<const std::byte> bytes);

/// Input: the log of a tapped game. It is read unchanged, and with each line as a record with the right checksum. Each
/// pair has a vertex and a fragment program, and was uploaded.
void capture_log(std::span<const std::byte> bytes);

/// Input: a file of any kind. A tapped file can be read, and tapping it again changes nothing.
void tapping(std::span<const std::byte> bytes);

/// Input: a program in either form, compiled with validation off. An accepted program gives a valid module, and text in
/// every family.
void conversion(std::span<const std::byte> bytes);

/// Input: options (products_targets.cpp), then a program in either form, compiled for any target by any writer. The
/// result is a product with an interface, the same in two calls, or an error.
void products(std::span<const std::byte> bytes);

/// Input: options, the size of the first program, and two programs, linked as a pair.
void linking(std::span<const std::byte> bytes);

/// Input: two bytes that choose numbers and the form of the IR, then a program in either form. The interpreter, the IR,
/// and the IR after all passes compute the same bits.
void passes(std::span<const std::byte> bytes);

/// Input: entries (archive_target.cpp), which become a ZIP file with the right checksums. The checks are the same as
/// for `extraction`, within small limits.
void archive(std::span<const std::byte> bytes);

/// Input: a sequence of calls of the C interface (c_calls_target.cpp), with objects or null pointers. Some calls
/// release objects. Each call has the required status, and memory is not lost.
void c_calls(std::span<const std::byte> bytes);

/// Input: JSON that the command reads: inputs of the interpreter, scenes, lists of programs, lines of a manifest. Only
/// exists if the tools are built.
void json_inputs(std::span<const std::byte> bytes);

/// Input: a byte that chooses the language, a byte that says whether holes are filled, and a source in this language.
/// The checks are the same as for `extraction`.
void sources(std::span<const std::byte> bytes);

/// Input: JSON of glsl2agal, from which programs are extracted under two file names, and which is loaded as a program.
void program_json(std::span<const std::byte> bytes);

/// Input: three bytes that choose limits, the length of the player and whether the file ends with its own length; then
/// a player and a SWF file.
void projector(std::span<const std::byte> bytes);

/// Input: two bytes that choose limits and a form, then, depending on the form, any bytes, or entries
/// (readers_targets.cpp), which become a tar archive with the right checksums. The checks are the same as for
/// `extraction`, within small limits.
void tar(std::span<const std::byte> bytes);

/// Input: two bytes that choose limits and a form, then, depending on the form, a ZIP archive, or blobs and lines
/// (frames_target.cpp), which become a file of frames. Each call of an accepted file is made, up to the first one that
/// is malformed, in both modes, and all calls are made for the data of the page. Only exists if the tools are built.
void frames(std::span<const std::byte> bytes);

}  // namespace agal::fuzz
