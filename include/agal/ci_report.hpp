// CI reports about many programs: SARIF 2.1.0 and JUnit XML. Writers stream the reports, so memory use does not depend
// on the number of programs.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"

namespace agal {

/// A checked program and its diagnostics.
struct CheckedProgram {
  std::string name;  // the name for display
  /// The file to which locations in the report refer: a path with '/', absolute or relative to the folder in which
  /// agalc was run. It is the assembly text of the program, or the disassembly of its bytecode. If neither exists, it
  /// is the input itself, and `text` is "".
  std::string artifact;
  /// The content of the artifact: assembly text, or the default output of `disassemble`. Used only during `add`.
  std::string_view text;
  Diagnostics diagnostics;  // diagnostics from reading and checking the program
};

/// Limits of a SARIF report.
struct SarifOptions {
  /// The maximum number of results. GitHub rejects files with more. A notification in the report gives the number of
  /// results that are left out.
  std::size_t max_results = 25'000;
};

/// Writes one SARIF run. Each message is a result. A message with neither a line nor a token refers to the whole
/// artifact.
class SarifWriter {
 public:
  /// Begins the document. `out` must outlive the writer. Write errors are not reported; the caller checks the state of
  /// `out`.
  explicit SarifWriter(std::ostream& out, const SarifOptions& options = {});
  ~SarifWriter();
  SarifWriter(SarifWriter&&) noexcept;             // a moved-from writer can only be destroyed or assigned to
  SarifWriter& operator=(SarifWriter&&) noexcept;  // a moved-from writer can only be destroyed or assigned to

  /// Adds the results of one program.
  void add(const CheckedProgram& program);
  /// Ends the document. Nothing may be added afterwards.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes one JUnit suite with a test case for each program. A rejected program is a failure. A program that cannot
/// be read, or that causes an internal error, is an error. All other programs pass, with warnings and notes as output.
class JUnitWriter {
 public:
  /// Begins the document. The totals at its beginning are filled in by `finish`. They are left out if `out` cannot seek
  /// (a pipe).
  explicit JUnitWriter(std::ostream& out);
  ~JUnitWriter();
  JUnitWriter(JUnitWriter&&) noexcept;             // a moved-from writer can only be destroyed or assigned to
  JUnitWriter& operator=(JUnitWriter&&) noexcept;  // a moved-from writer can only be destroyed or assigned to

  /// Adds the test case of one program.
  void add(const CheckedProgram& program);
  /// Ends the document. Nothing may be added afterwards.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agal
