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

/// The form of a product.
enum class TextForm : std::uint8_t {
  Text,  // in the language of the target
  /// GLSL or GLSL ES in the container that OpenFL and Lightspark take as a program (docs/hosts.md): the byte 0xB0, the
  /// number of bytes as 16 bits, the lower ones first, and the text.
  B0,
  Ir,  // the IR after all passes, as text (docs/ir.md): there are no words and no reflection
};

/// Modules that the SPIR-V validator accepted. Most targets of a program have the same module, which is validated once
/// where the compilations share one object. Not for several threads at once.
class ValidModules {
 public:
  /// Whether `add` had the same words for the same environment. Linear in the number of modules.
  bool contains(Environment environment, std::span<const std::uint32_t> words) const;
  /// Keeps a copy of the words of a module that the validator accepted for the environment.
  void add(Environment environment, std::span<const std::uint32_t> words);

 private:
  struct Module {
    Environment environment;
    std::vector<std::uint32_t> words;
  };
  std::vector<Module> modules_;
};

/// Options of `compile` and `link`: those of `translate`, and those of the steps after it.
struct CompileOptions : TranslateOptions {
  /// Whether to run the SPIR-V validator over the module. Unset: over those of which the product is made; with `true` a
  /// module is also made and validated for a text that agalc writes itself, unless it has more than 4,096 branches.
  std::optional<bool> validate_spirv;
  /// Null, or modules that are not validated again; `compile` and `link` add those that they validate.
  ValidModules* valid_modules = nullptr;
  bool reflect = true;  // describe the interface (Compilation::program_interface, reflection)
  /// With `reflect`: describe only what an engine binds, in a quarter of the time of a translation. There is no JSON,
  /// and of the program before anything is removed, the Interface has only the number of tokens and the sampler states.
  bool bindings_only = false;
  TextForm emit = TextForm::Text;  // the form of the product; B0 is an error for other languages (AGAL4015)
  bool time_steps = false;         // measure the steps (Compilation::times)
};

/// One compiled program.
struct Compilation {
  Target target = Target::Spv;  // the language, as in the options
  Stage stage = Stage::Vertex;  // of the program
  /// The product for Target::Spv, and the input of SPIRV-Cross for text; empty if our own writer wrote the text.
  std::vector<std::uint32_t> spirv;
  std::string text;  // the product for every target except Spv
  /// The interface; unset without `reflect`. (`interface` is a macro in the headers of Windows.)
  std::optional<Interface> program_interface;
  std::string reflection;  // that as JSON, docs/reflection.schema.json; "" without `reflect` or with `bindings_only`
  std::vector<StepTime> times;  // in order of execution; empty without `time_steps`
};

/// Validates, translates, and validates the result. A program that is rejected gives no value and at least one error:
/// those of `validate`, 4xxx if the target cannot express the program or an option does not fit it, 5xxx for an
/// internal error. Linear in the number of tokens.
Result<Compilation> compile(const Program& program, const CompileOptions& options = {});

/// A compiled pair.
struct LinkedCompilation {
  Compilation vertex;    // the vertex program, compiled for the other
  Compilation fragment;  // the fragment program, compiled for the other
  std::string both;      // the texts as one module of WGSL; "" without `OutputOptions::single_module`
  std::optional<SharedInterface> shared_interface;  // unset without `reflect`
  std::string reflection;                           // of both, as JSON; "" without `reflect` or with `bindings_only`
};

/// Compiles a pair: checks linkage, drops varyings that the fragment program never reads. Errors: those of `compile`
/// for each program, and those of `validate_pair`.
Result<LinkedCompilation> link(const Program& vertex, const Program& fragment, const CompileOptions& options = {});

/// The name and version of this library: "agalc 0.1.0".
std::string_view version_string();

/// The versions of the libraries that take part in a compilation, "SPIRV-Tools …, SPIRV-Cross …", for keys of a cache
/// of products.
std::string component_versions();

}  // namespace agal
