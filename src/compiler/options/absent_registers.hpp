// Registers that options name, but programs do not have.
#pragma once

#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/diagnostic.hpp"
#include "agal/program.hpp"
#include "target/naming.hpp"

namespace agal::options {

/// Finds registers in --rename, --bind and --semantics that none of the programs of a run has. Such a register is
/// probably misspelled, and the option would have no effect. One set of options often serves programs that use
/// different registers, so a register is reported only after all programs were added. Registers of a stage without a
/// program are never reported, because the options may also serve another run.
class AbsentRegisters {
 public:
  /// Bindings that belong to the host of the options are ignored.
  explicit AbsentRegisters(const CompileOptions& options);

  /// Adds a program of the run. A program has the registers that its tokens name, and the constants below them. With a
  /// relative address, it has all constants of its stage.
  void add(const Program& program);

  /// Returns a warning (AGAL1169) for each option whose registers no program has, in the order of the options. Varyings
  /// are reported if any program was added.
  Diagnostics report() const;

 private:
  struct Row {
    std::string text;  // "--rename va3"
    target::NamedRegisters registers;
    bool is_expected = false;  // true if a program of the stage was added
    bool found = false;
  };

  void add_row(const char* option, const std::string& registers);

  std::vector<Row> rows_;
};

}  // namespace agal::options
