// Proofs that a translation computes what its program computes, for every input (docs/proof.md).
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
#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "agal/target.hpp"

namespace agal {

/// How much a proof grants. Each class includes those before it.
enum class ProofClass : std::uint8_t {
  Exact,          // every bit, but for the payload and the sign of a NaN
  Undefined,      // what both AGAL and the target leave open
  Rounding,       // the rounding of steps, as the specifications of targets allow
  ValueChanging,  // what no specification allows, although optimizers do it
};

/// "exact", "undefined", "rounding", "value-changing".
std::string_view name(ProofClass proof_class);

/// How the variables of a module are found.
enum class InterfaceMatch : std::uint8_t {
  Numbers,  // by location, set and binding, as docs/abi.md has them
  Names,  // by numbers where the module has them, else by the names of registers: modules that were compiled from text
};

/// Maps a custom name of a variable or of a block member to a register: "mvp" is vc0.
struct RegisterMapping {
  std::string name;  // of the variable or the member; "light.color" is a member of the variable or the block `light`
  RegisterType type = RegisterType::Constant;  // Attribute, Varying, Constant, Sampler or Output
  std::uint32_t number = 0;                    // of the register, the first of several
  std::optional<Stage> stage{};                // of the program; unset: of any
  std::uint32_t lane = 0;                      // of a constant register: where the variable begins, 0 to 3
};

/// A lane of a constant register that always has one value. Of two assumptions about one lane, the last counts.
struct Assumption {
  std::uint32_t number = 0;      // of the register
  std::uint32_t lane = 0;        // 0 to 3
  float value = 0;               // finite
  std::optional<Stage> stage{};  // of the program; unset: of any
};

/// Options of `prove_equal`.
struct ProofOptions {
  OutputOptions output;                            // for which the module was made
  Semantics semantics;                             // of the program
  InterfaceMatch match = InterfaceMatch::Numbers;  // how variables are found
  std::vector<RegisterMapping> mappings;           // those that have other names
  std::vector<Assumption> assumptions;             // about constants
  /// Of a vertex program: the lanes of varyings that are compared, 4 * register + lane; unset: all.
  std::optional<std::vector<std::uint32_t>> varyings;
  /// The fetches of the other side, if it is a program: their states must be those of the program.
  std::optional<std::vector<SamplerOperand>> other_samplers;
  std::uint32_t push_offset = 0;  // registers before the constants of the program in its block of push constants
  ProofClass highest = ProofClass::ValueChanging;  // classes that are tried
  std::uint32_t budget = 400'000;                  // terms of one attempt
  std::uint32_t tries = 2'000;  // inputs that are tried to show a difference; fewer if there are many terms
};

/// The answer.
enum class Verdict : std::uint8_t { Equal, Different, NotDecided };

/// "equal", "different", "not decided".
std::string_view name(Verdict verdict);

/// A rule above class Exact that the proof needs.
struct RuleUse {
  std::string_view name;                      // as docs/proof.md lists it
  ProofClass rule_class = ProofClass::Exact;  // of the rule
  std::uint32_t count = 0;                    // how often it was applied
};

/// Inputs for which the two sides differ.
struct Counterexample {
  /// An attribute, a varying, a constant, or `iid`.
  struct Input {
    RegisterType type = RegisterType::Constant;  // of the register
    std::uint32_t number = 0;                    // of the register
    /// One, or four if the pixels of a quad have different ones: in the order of the interpreter.
    std::vector<std::array<float, 4>> values;
  };
  std::vector<Input> inputs;  // inputs that affect the outputs; all other inputs are arbitrary
  std::string output;         // the output that differs: "oc.x", "discard"
  std::uint32_t pixel = 0;    // of the quad, in which it differs; 0 for a vertex program
  float expected = 0;         // by the program; 1 and 0 for "discard"
  float found = 0;            // by the module
  bool samples = false;       // whether the outputs depend on textures
  bool open = false;          // whether the sides differ only in a derivative that the module leaves open
  /// The textures that the program reads and their states, by sampler register.
  std::vector<std::optional<TextureBinding>> textures;
};

/// What is known after `prove_equal`.
struct Proof {
  Verdict verdict = Verdict::NotDecided;         // the answer
  ProofClass proof_class = ProofClass::Exact;    // of an Equal
  std::vector<RuleUse> rules;                    // that an Equal needs, of classes above Exact
  std::uint32_t terms = 0;                       // nodes of the last attempt
  std::string output;                            // the first output that is not proved; "" if all are
  std::string reason;                            // why it is not decided, or what differs
  std::string expected;                          // the smallest term of the program that differs, as text
  std::string found;                             // that of the module
  std::optional<Counterexample> counterexample;  // of a Different, unless an output is missing
};

/// Whether a module of SPIR-V computes what the program computes, for all inputs. Errors: those of `validate` at level
/// Off, and AGAL1120 if the words are not a module of the stage. The words are trusted to be valid SPIR-V: this
/// function does not run a validator.
Result<Proof> prove_equal(const Program& program, std::span<const std::uint32_t> words,
                          const ProofOptions& options = {});

/// What is known after `prove_pair`.
struct PairProof {
  Proof vertex;    // of the vertex program
  Proof fragment;  // of the fragment program
};

/// The same for both modules of a linked pair. The vertex module may leave out lanes of varyings that the fragment
/// module does not read, and push constants of the fragment program follow those of the vertex module: `varyings` and
/// `push_offset` of the options are found here. Errors: those of `prove_equal`, and of `validate_pair` at level Off.
Result<PairProof> prove_pair(const Program& vertex, const Program& fragment,
                             std::span<const std::uint32_t> vertex_words, std::span<const std::uint32_t> fragment_words,
                             const ProofOptions& options = {});

}  // namespace agal
