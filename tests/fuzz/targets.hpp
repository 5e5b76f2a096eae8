// The fuzz targets. Each takes any bytes, and aborts if a check fails. libFuzzer runs them if AGAL_BUILD_FUZZERS is on,
// and regression_test.cpp runs them over seeds and mutations in all other builds.
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

}  // namespace agal::fuzz
