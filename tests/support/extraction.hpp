// Programs for test files, and functions that extract them.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::test {

using example::AbcBuilder;
using example::build_archive;
using example::build_swc;
using example::ByteVector;
using example::Code;
using example::Compression;
using example::SwfBuilder;

inline constexpr char vertex_text[] = "m44 op, va0, vc0\nmov v0, va1\n";
inline constexpr char fragment_text[] = "tex ft0, v0, fs0 <2d,linear,mipnone,clamp>\nmul oc, ft0, fc0\n";

inline ByteVector bytecode(const std::string& text) {
  const Result<Program> program = assemble(text);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? write_bytecode(*program) : ByteVector();
}

inline ByteVector bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

inline ByteVector operator+(ByteVector left, const ByteVector& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

/// Returns the canonical text of each program, in order.
inline std::vector<std::string> texts(const Extraction& extraction) {
  std::vector<std::string> list;
  for (const FoundProgram& found : extraction.programs)
    list.push_back(disassemble(found.program, {.offsets = false, .explain = false, .header = false}));
  return list;
}

/// Returns the container of the first origin of each program, in order.
inline std::vector<std::string> containers(const Extraction& extraction) {
  std::vector<std::string> list;
  for (const FoundProgram& found : extraction.programs) list.push_back(found.origins[0].container);
  return list;
}

inline std::string canonical(const std::string& text) {
  const Result<Program> program = assemble(text);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? disassemble(*program, {.offsets = false, .explain = false, .header = false}) : std::string();
}

/// Returns the extraction of a file. Fails the test if the extraction fails, or has an error or a warning. Notes about
/// missing programs are allowed.
inline Extraction found_in(const ByteVector& file, const std::string& name = "game.swf") {
  Result<Extraction> result = extract(file, name);
  EXPECT_TRUE(result) << render_text(result.diagnostics());
  for (const Diagnostic& diagnostic : result.diagnostics())
    EXPECT_EQ(diagnostic.severity, Severity::Note) << diagnostic.message;
  return result ? std::move(*result) : Extraction();
}

/// Returns an ABC file with these strings in its pool, in this order, and without code.
inline ByteVector pool(const std::vector<std::string>& strings) {
  AbcBuilder abc;
  for (const std::string& text : strings) abc.string(text);
  return abc.build();
}

inline ByteVector swf_with_pool(const std::vector<std::string>& strings) {
  return SwfBuilder().abc(pool(strings)).build();
}

}  // namespace agal::test
