// All options of the library as one structure, and by name: for hosts that get them as text, such as a command line, a
// configuration file, or another language through agal.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/extract.hpp"
#include "agal/interpret.hpp"
#include "agal/lint.hpp"
#include "agal/prove.hpp"

namespace agal {

/// The options of all functions of the library. `validate` and `lint` also use `compile.validation`; the interpreter
/// uses `compile.semantics` instead of its own.
struct Options {
  /// Which lints `validate` adds.
  struct Lints {
    std::vector<std::uint16_t> rules;  // none by default
  };
  AssembleOptions assemble;        // of `assemble` and `load_program`
  DisassembleOptions disassemble;  // of `disassemble`
  CompileOptions compile;          // of `compile`, `link` and `translate`
  Lints lint;                      // of `lint`
  InterpretOptions interpret;      // of `interpret_vertex` and `interpret_quad`
  ExtractOptions extract;          // of `extract`
  ProofOptions prove;              // of `prove_equal`, but for its output and its semantics
};

/// One row of options.def.
struct OptionInfo {
  std::string_view name;                  // "clip-z"
  std::string_view summary;               // one sentence without a full stop
  std::vector<std::string_view> choices;  // the values, if it has a fixed set of them
  std::string form;                       // otherwise the form of a value: "1 to 4", "NAME"
  std::string_view default_value{};       // one of `choices`; "" if it depends on other options, or has another form
};

/// Sets the options that a host determines: the columns of its row in agal/host.hpp, and `OutputOptions::host`. All
/// others stay as they are; those that it sets can be changed afterwards.
void set_host(CompileOptions& options, Host host);

/// All options, in the order of the table.
std::vector<OptionInfo> all_options();

/// The summary of an option; "" for an unknown one.
std::string_view option_summary(std::string_view name);

/// Sets the option `name` to `value`. An unknown name or value is an error (AGAL1007) and changes nothing. A flag takes
/// "true" and "false"; a family of targets stands for its usual version (`essl` for `essl300`).
Diagnostics set_option(Options& options, std::string_view name, std::string_view value);

}  // namespace agal
