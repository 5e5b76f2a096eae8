// The fuzz targets. Each takes any bytes, and aborts if a check fails. libFuzzer runs them if AGAL_BUILD_FUZZERS is on,
// and targets_test.cpp runs them over stored inputs, seeds and mutations in all other builds.
#pragma once

#include <cstddef>
#include <span>

namespace agal::fuzz {

/// Bytecode: every program that can be read is written back bit for bit, survives a round trip through text, and can be
/// validated.
void bytecode(std::span<const std::byte> bytes);

/// Assembly text: it assembles or gives diagnostics; an assembled program survives a round trip through canonical text.
void assembly(std::span<const std::byte> bytes);

/// A file of any kind: each program that is found has an origin inside the file, and can be written and validated.
void extraction(std::span<const std::byte> bytes);

/// The log of a tapped game, as it is, and each of its lines as a record with the right checksum: each pair has a
/// vertex and a fragment program and was uploaded.
void capture_log(std::span<const std::byte> bytes);

/// A file of any kind: what is tapped can be read, and tapping it again changes nothing.
void tapping(std::span<const std::byte> bytes);

/// Either form, compiled with validation off: an accepted program gives a valid module, and text in every family.
void conversion(std::span<const std::byte> bytes);

/// Options (products_targets.cpp), then either form, compiled for any target by any writer: a product with an
/// interface, the same twice, or an error.
void products(std::span<const std::byte> bytes);

/// Options, the size of the first program, and two programs, linked as a pair.
void linking(std::span<const std::byte> bytes);

/// Two bytes that choose numbers and the form of the IR, then either form of a program: the interpreter, the IR, and
/// the IR after all passes compute the same, to the bit.
void passes(std::span<const std::byte> bytes);

/// Entries (archive_target.cpp), which become a ZIP file with the right checksums: as `extraction`, within small
/// limits.
void archive(std::span<const std::byte> bytes);

/// A program of calls of the C interface (c_calls_target.cpp), with objects that are alive, null or released: each call
/// has the status that it must have, and nothing is lost.
void c_calls(std::span<const std::byte> bytes);

/// JSON that the command reads: inputs of the interpreter, scenes, lists of programs, lines of a manifest. Only where
/// the tools are built.
void json_inputs(std::span<const std::byte> bytes);

/// Two bytes that choose the language and the holes, and a source in ActionScript, Haxe or MXML: as `extraction`.
void sources(std::span<const std::byte> bytes);

/// JSON of glsl2agal, as a file, as a program, and as it is read alone.
void program_json(std::span<const std::byte> bytes);

/// Three bytes that choose limits, the length of the player and whether the file ends with its own length; then a
/// player and a SWF file.
void projector(std::span<const std::byte> bytes);

/// Two bytes that choose limits and a form, and entries (readers_targets.cpp), which become a tar archive with the
/// right checksums, or any bytes: as `extraction`, within small limits.
void tar(std::span<const std::byte> bytes);

}  // namespace agal::fuzz
