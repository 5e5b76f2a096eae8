// All options of the compiler as one structure and by name. The names are for hosts that get options as text, such as a
// command line, a configuration file, or another language through agal.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/interpret.hpp"
#include "agal/lint.hpp"

namespace agal {

/// The options of all functions of the compiler. `validate` and `lint` also use `compile.validation`. The interpreter
/// uses `compile.semantics` instead of `interpret.semantics`.
struct Options {
  /// The lints that run after `validate`.
  struct Lints {
    std::vector<std::uint16_t> rules;  // the numbers of the lints; by default there are none
  };
  AssembleOptions assemble;        // used by `assemble` and `load_program`
  DisassembleOptions disassemble;  // used by `disassemble`
  CompileOptions compile;          // used by `compile`, `link` and `translate`
  Lints lint;                      // used by `lint`
  InterpretOptions interpret;      // used by `interpret_vertex` and `interpret_quad`
};

/// One row of options.def, or of the table of another product.
struct OptionInfo {
  std::string_view name;                  // "clip-z"
  std::string_view summary;               // a sentence without a period
  std::vector<std::string_view> choices;  // the values, if the set of values is fixed
  std::string form;                       // the form of a value, if the set is not fixed: "1 to 4", "NAME"
  std::string_view default_value{};       // a value of `choices`; "" if it depends on other options or has another form
};

/// Sets the options that a host determines: the columns of its row in agal/host.hpp, and `OutputOptions::host`. All
/// other options stay unchanged. The caller may change the set options afterwards.
void set_host(CompileOptions& options, Host host);

/// Returns all options, in the order of the table.
std::vector<OptionInfo> all_options();

/// Returns the summary of an option; "" if the name is unknown.
std::string_view option_summary(std::string_view name);

/// Sets the option `name` to `value`. An unknown name or value is an error (AGAL1007) and changes nothing. A flag has
/// the values "true" and "false". The name of a target family selects its default version (`essl` is `essl300`).
Diagnostics set_option(Options& options, std::string_view name, std::string_view value);

}  // namespace agal
