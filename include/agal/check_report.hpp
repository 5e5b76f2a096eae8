// Reports about many programs for other programs to read: SARIF 2.1.0 and JUnit XML. Written as it comes in, so that
// memory stays the same however many programs there are.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"

namespace agal {

/// One program that was checked, and what was found in it.
struct CheckedProgram {
  std::string name;  // as people know it
  /// The file that places in the report point into: a path with '/', relative to the folder that the report is about.
  /// Of a program in assembly text the text itself, of bytecode its disassembly; else the input, and then `text` is "".
  std::string artifact;
  /// What stands in the artifact: assembly text, or what `disassemble` prints by default. Only read during `add`.
  std::string_view text;
  Diagnostics diagnostics;
};

struct SarifOptions {
  /// GitHub takes no file with more. What is left out is counted in a notification.
  std::size_t most_results = 25'000;
};

/// Writes one run. Each message is a result; a message with neither a line nor a token points at the whole artifact.
class SarifWriter {
 public:
  /// Begins to write; `out` must outlive the writer. Whether it could be written is for the caller to ask `out`.
  explicit SarifWriter(std::ostream& out, const SarifOptions& options = {});
  ~SarifWriter();
  SarifWriter(SarifWriter&&) noexcept;
  SarifWriter& operator=(SarifWriter&&) noexcept;

  void add(const CheckedProgram& program);
  /// Ends the document. Nothing can be added any more.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes one suite in which each program is a test case: it fails if it was rejected, is in error if it could not be
/// read or agalc is at fault, and passes otherwise, with its warnings and notes as output.
class JUnitWriter {
 public:
  /// Begins to write. The totals stand at the beginning and are filled in at the end; where `out` cannot go back (a
  /// pipe), they are left out.
  explicit JUnitWriter(std::ostream& out);
  ~JUnitWriter();
  JUnitWriter(JUnitWriter&&) noexcept;
  JUnitWriter& operator=(JUnitWriter&&) noexcept;

  void add(const CheckedProgram& program);
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agal
