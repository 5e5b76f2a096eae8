// What is fuzzed. Each target takes any bytes and aborts where a promise is broken; libFuzzer drives them when
// AGAL_BUILD_FUZZERS is on, and regression_test.cpp drives them over seeds and mutations everywhere else.
#pragma once

#include <cstddef>
#include <span>

namespace agal::fuzz {

/// Bytecode: whatever can be read is written back bit for bit, survives a trip through text, and can be validated.
void bytecode(std::span<const std::byte> bytes);

/// Assembly text: it assembles or gives diagnostics; what assembles survives a trip through canonical text.
void assembly(std::span<const std::byte> bytes);

/// A file of any kind: what is found in it has a place in it, and can be written and validated.
void extraction(std::span<const std::byte> bytes);

/// Either form, compiled at the loosest validation: what is accepted gives a valid module and text in every family.
void conversion(std::span<const std::byte> bytes);

}  // namespace agal::fuzz
