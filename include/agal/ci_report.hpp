// CI reports about many programs: SARIF 2.1.0 and JUnit XML. They are streamed, so memory use does not depend on the
// number of programs.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"

namespace agal {

/// One program that was checked, and its diagnostics.
struct CheckedProgram {
  std::string name;  // for display
  /// The file that locations in the report refer to: a path with '/', relative to the root of the report. For a program
  /// in assembly text that text, for bytecode its disassembly; otherwise the input itself, and `text` is "".
  std::string artifact;
  /// The content of the artifact: assembly text, or the default output of `disassemble`. Only read during `add`.
  std::string_view text;
  Diagnostics diagnostics;  // those of reading and of checking it
};

/// Limits of a SARIF report.
struct SarifOptions {
  /// GitHub rejects files with more. Results that are left out are counted in a notification.
  std::size_t max_results = 25'000;
};

/// Writes one run. Each message is a result; a message with neither a line nor a token refers to the whole artifact.
class SarifWriter {
 public:
  /// Begins to write; `out` must outlive the writer. Write errors are not reported: the caller checks the state of
  /// `out`.
  explicit SarifWriter(std::ostream& out, const SarifOptions& options = {});
  ~SarifWriter();
  SarifWriter(SarifWriter&&) noexcept;             // the other one may only be destroyed or assigned to
  SarifWriter& operator=(SarifWriter&&) noexcept;  // likewise

  /// Adds the results of one program.
  void add(const CheckedProgram& program);
  /// Ends the document. Nothing may be added afterwards.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes one suite in which each program is a test case: a failure if it was rejected, an error if it could not be
/// read or in case of an internal error, and passed otherwise, with its warnings and notes as output.
class JUnitWriter {
 public:
  /// Begins to write. The totals are at the beginning and are filled in at the end; if `out` cannot seek (a pipe), they
  /// are left out.
  explicit JUnitWriter(std::ostream& out);
  ~JUnitWriter();
  JUnitWriter(JUnitWriter&&) noexcept;             // the other one may only be destroyed or assigned to
  JUnitWriter& operator=(JUnitWriter&&) noexcept;  // likewise

  /// Adds the test case of one program.
  void add(const CheckedProgram& program);
  /// Ends the document. Nothing may be added afterwards.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agal
