// The main entry point: compiles a program, or a pair, to an output language.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/interface.hpp"
#include "agal/translate.hpp"

namespace agal {

/// The form of the output of a compilation.
enum class TextForm : std::uint8_t {
  Text,  // text in the language of the target
  /// GLSL or GLSL ES in the container that OpenFL and Lightspark accept as a program (docs/hosts.md): the byte 0xB0,
  /// the text's size in bytes (16 bits, little-endian), and the text.
  B0,
  Ir,  // the IR after all passes, as text (docs/ir.md); without SPIR-V words or reflection
};

/// Remembers the modules that the SPIR-V validator accepted, and their programs. Compilations that share a ValidModules
/// object validate equal modules only once, and make no module of a program's text if a module of the program is valid
/// (docs/adr/0070). Not thread-safe.
class ValidModules {
 public:
  /// True if a later compilation of the program with this object makes a module: the texts do not make one.
  bool more_follow = false;

  /// Returns true if `add` was called with the same words and environment. Linear in the number of modules.
  bool contains(Environment environment, std::span<const std::uint32_t> words) const;
  /// Returns true if `add` was called with the same program. Linear in the number of modules.
  bool contains(const Program& program) const;
  /// Adds copies of a program and its module, which the validator accepted for the environment.
  void add(const Program& program, Environment environment, std::span<const std::uint32_t> words);

 private:
  struct Module {
    Stage stage;
    std::vector<Instruction> instructions;
    Environment environment;
    std::vector<std::uint32_t> words;
  };
  std::vector<Module> modules_;
};

/// The options of `compile` and `link`: the options of `translate`, and options of the later steps.
struct CompileOptions : TranslateOptions {
  /// Determines which modules the SPIR-V validator checks. Unset: the modules that are the output or the input of
  /// SPIRV-Cross. True: also a module for each text of agalc's own writer, which is made only to be validated. If
  /// `valid_modules` has a module of the program, the IR of the text is verified instead. Programs with more than 4,096
  /// branches do not get such a module. False: no modules.
  std::optional<bool> validate_spirv;
  /// Modules that are not validated again, or null. `compile` and `link` add the modules that they validate.
  ValidModules* valid_modules = nullptr;
  bool reflect = true;  // true to fill Compilation::program_interface and Compilation::reflection
  /// With `reflect`, true to describe only the resources that an engine binds, and not to write JSON. This short
  /// description adds a quarter to the time of a translation. The fields of Interface about the program before
  /// optimization are empty, except the number of tokens and the sampler states.
  bool bindings_only = false;
  TextForm emit = TextForm::Text;  // the form of the output; B0 requires GLSL or GLSL ES (AGAL4015)
  bool time_steps = false;         // true to measure the steps (Compilation::times)
};

/// One compiled program.
struct Compilation {
  Target target = Target::Spv;  // the language, copied from the options
  Stage stage = Stage::Vertex;  // the stage of the program
  /// The output for Target::Spv, and the input of SPIRV-Cross for text. Empty if agalc's own writer wrote the text.
  std::vector<std::uint32_t> spirv;
  std::string text;  // the output for every target except Spv, or the IR
  /// The interface. Unset without `reflect`. (The name is not `interface`, because Windows headers define that word as
  /// a macro.)
  std::optional<Interface> program_interface;
  std::string reflection;       // JSON by docs/reflection.schema.json; "" without `reflect` or with `bindings_only`
  std::vector<StepTime> times;  // the steps in order of execution; empty without `time_steps`
};

/// If `options.names` is `Source`, adds the names that the texts of a program, or of the two programs of a pair, give
/// registers (`Program::registers`) to `options.renames`, and sets `options.names` to `Registers`. Otherwise, does
/// nothing. A name that is not free is not taken, and a varying of a program alone does not get a name, because the
/// other program must have the same: notes AGAL4019. `compile` and `link` call this function.
Diagnostics add_source_names(OutputOptions& options, const Program& program, const Program* other = nullptr);

/// Validates a program, translates it, and validates the result. If the program is rejected, the result does not have a
/// value, and has at least one error: an error of `validate` or `validate_outputs`, 4xxx if the target cannot express
/// the program or an option does not fit it, or 5xxx for an internal error. Linear in the number of tokens.
Result<Compilation> compile(const Program& program, const CompileOptions& options = {});

/// A compiled pair.
struct LinkedCompilation {
  Compilation vertex;    // the vertex program, compiled to match the fragment program
  Compilation fragment;  // the fragment program, compiled to match the vertex program
  std::string both;      // both texts as one module of WGSL; "" without `OutputOptions::single_module`
  std::optional<SharedInterface> shared_interface;  // unset without `reflect`
  std::string reflection;  // the reflection of the pair, as JSON; "" without `reflect` or with `bindings_only`
};

/// Compiles a pair. Checks that the programs fit together, and drops varyings that the fragment program does not read.
/// Errors: the errors of `compile` for each program, and of `validate_pair`.
Result<LinkedCompilation> link(const Program& vertex, const Program& fragment, const CompileOptions& options = {});

/// Returns the name and version of this library: "agalc 0.1.0".
std::string_view version_string();

/// Returns the versions of the libraries that a compilation uses, "SPIRV-Tools …, SPIRV-Cross …". Caches of compiled
/// programs include these versions in their keys.
std::string component_versions();

}  // namespace agal
