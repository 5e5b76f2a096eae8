// Proofs that a translation computes the same results as its program for every input (docs/proof.md).
//
// A term is the expression that computes one lane of an output from the inputs, or a part of this expression.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/interpret.hpp"
#include "agal/options.hpp"
#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "agal/target.hpp"

namespace agal {

/// The class of a proof: the differences that it permits. Each class also permits the differences of the previous
/// classes.
enum class ProofClass : std::uint8_t {
  Exact,          // no differences, except the payload and the sign of a NaN
  Undefined,      // values that both AGAL and the target leave undefined
  Rounding,       // the rounding of intermediate values, within the specifications of targets
  ValueChanging,  // changes that optimizers make although no specification allows them
};

/// The name of a class: "exact", "undefined", "rounding" or "value-changing".
std::string_view name(ProofClass proof_class);

/// The method for finding the variables of a module.
enum class InterfaceMatch : std::uint8_t {
  Numbers,  // location, set and binding, as in docs/abi.md
  Names,    // numbers if the module has them, otherwise names of registers; for modules compiled from text
};

/// Maps a custom name of a variable or a block member to a register: "mvp" is vc0.
struct RegisterMapping {
  std::string name;  // the variable or the member; "light.color" is a member of the variable or the block `light`
  RegisterType type = RegisterType::Constant;  // Attribute, Varying, Constant, Sampler or Output
  std::uint32_t number = 0;                    // the number of the register, or of the first of several
  std::optional<Stage> stage{};                // the stage of the program; unset: both
  std::uint32_t lane = 0;                      // the lane of the constant register at which the variable begins, 0 to 3
};

/// An assumption that a lane of a constant register always has one value. If there are two assumptions about a lane,
/// the last one applies.
struct Assumption {
  std::uint32_t number = 0;      // the number of the register
  std::uint32_t lane = 0;        // 0 to 3
  float value = 0;               // the value, which must be finite
  std::optional<Stage> stage{};  // the stage of the program; unset: both
};

/// The options of `prove_equal`.
struct ProofOptions {
  OutputOptions output;                            // the options with which the module was made
  Semantics semantics;                             // the semantics of the program
  InterfaceMatch match = InterfaceMatch::Numbers;  // the method for finding variables
  std::vector<RegisterMapping> mappings;           // the registers of variables with other names
  std::vector<Assumption> assumptions;             // assumptions about constants
  /// The lanes of a vertex program's varyings that are compared, as 4 * register + lane. Unset: all lanes.
  std::optional<std::vector<std::uint32_t>> varyings;
  /// The texture fetches of a second program, if the module was compiled from it to compare two programs. Their sampler
  /// states must match the sampler states of the first program. Unset: the module is a translation of the program.
  std::optional<std::vector<SamplerOperand>> other_samplers;
  std::uint32_t push_offset = 0;  // the number of registers before the program's constants in the push constants
  ProofClass highest = ProofClass::ValueChanging;  // the highest class that is tried
  std::uint32_t budget = 400'000;                  // the maximum number of terms in an attempt
  std::uint32_t tries = 2'000;  // the maximum number of attempts to find a counterexample; fewer for many terms
};

/// The answer of a proof.
enum class Verdict : std::uint8_t { Equal, Different, NotDecided };

/// The name of a verdict: "equal", "different" or "not decided".
std::string_view name(Verdict verdict);

/// A rule of a class above Exact that a proof needs.
struct RuleUse {
  std::string_view name;                      // the name in docs/data/proof-rules.md
  ProofClass rule_class = ProofClass::Exact;  // the class of the rule
  std::uint32_t count = 0;                    // the number of applications
};

/// Inputs that make the two sides differ, and the difference.
struct Counterexample {
  /// The value of an attribute, a varying, a constant or `iid`.
  struct Input {
    RegisterType type = RegisterType::Constant;  // the type of the register
    std::uint32_t number = 0;                    // the number of the register
    /// One value, or four if the pixels of a quad have different values, in the order of the interpreter.
    std::vector<std::array<float, 4>> values;
  };
  std::vector<Input> inputs;  // inputs that affect the outputs; all other inputs are arbitrary
  std::string output;         // the output that differs: "oc.x", "discard"
  std::uint32_t pixel = 0;    // the pixel of the quad that differs; 0 for a vertex program
  float expected = 0;         // the program's value; 1 or 0 for "discard"
  float found = 0;            // the module's value
  bool samples = false;       // true if the outputs depend on textures
  /// True if the sides differ only in a derivative that is undefined in the module, because pixels of the quad take
  /// different branches.
  bool open = false;
  /// The textures that the program reads, and their states, by sampler register.
  std::vector<std::optional<TextureBinding>> textures;
};

/// The result of `prove_equal`.
struct Proof {
  Verdict verdict = Verdict::NotDecided;       // the answer
  ProofClass proof_class = ProofClass::Exact;  // the class of the proof, if the verdict is Equal
  std::vector<RuleUse> rules;                  // the rules of classes above Exact that the proof needs
  std::uint32_t terms = 0;                     // the number of terms in the last attempt
  std::string output;                          // the first output that is not proved; "" if all outputs are
  std::string reason;    // the reason for the verdict NotDecided, a missing output, or a remark on the counterexample
  std::string expected;  // the smallest differing term of the program, as text
  std::string found;     // the corresponding term of the module
  std::optional<Counterexample> counterexample;  // inputs that show the difference, if agalc found any
};

/// Returns the options of proofs, in the order of agal/prove/options.def.
std::vector<OptionInfo> proof_options();

/// Sets an option of proofs, like `set_option` of agal/options.hpp.
Diagnostics set_option(ProofOptions& options, std::string_view name, std::string_view value);

/// Determines if a SPIR-V module computes the same results as the program for all inputs. Errors: the errors of
/// `validate` at level Off, and AGAL1120 if the words are not a module of the program's stage. The words must be valid
/// SPIR-V: this function does not run a validator.
Result<Proof> prove_equal(const Program& program, std::span<const std::uint32_t> words,
                          const ProofOptions& options = {});

/// The result of `prove_pair`.
struct PairProof {
  Proof vertex;    // the proof about the vertex program
  Proof fragment;  // the proof about the fragment program
};

/// Proves both modules of a linked pair, like `prove_equal`. The vertex module may leave out lanes of varyings that the
/// fragment module does not read. Push constants of the fragment program follow the push constants of the vertex
/// module. This function computes the options `varyings` and `push_offset`. Errors: the errors of `prove_equal`, and of
/// `validate_pair` at level Off.
Result<PairProof> prove_pair(const Program& vertex, const Program& fragment,
                             std::span<const std::uint32_t> vertex_words, std::span<const std::uint32_t> fragment_words,
                             const ProofOptions& options = {});

}  // namespace agal
