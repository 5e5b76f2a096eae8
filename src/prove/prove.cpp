#include "agal/prove/prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "agal/operands.hpp"
#include "agal/validate.hpp"
#include "program/locate.hpp"
#include "prove/confirm.hpp"
#include "prove/counterexample.hpp"
#include "prove/evaluate.hpp"
#include "prove/linking.hpp"
#include "prove/lost_numbers.hpp"
#include "prove/outputs.hpp"
#include "prove/sampler_states.hpp"
#include "prove/second_look.hpp"
#include "prove/shared_textures.hpp"
#include "prove/spirv_places.hpp"
#include "prove/spirv_reader.hpp"

namespace agal {
namespace {

using namespace prove;

constexpr auto verdict_names = std::to_array<std::string_view>({"equal", "different", "not decided"});
constexpr auto class_names = std::to_array<std::string_view>({"exact", "undefined", "rounding", "value-changing"});

// Rules above class Undefined that only change the term that they match, and do not regroup terms. Proofs of agalc's
// own output need them.
constexpr std::array local_rules_above{Rule::FmaAsSum,        Rule::Gradients, Rule::CubeDirection,
                                       Rule::DerivativeOfSum, Rule::Power,     Rule::RelaxedPrecision,
                                       Rule::LowPrecision};

// Rules that only affect terms of modules, because AGAL does not have `fma`, gradients and precisions.
constexpr std::array module_rules{Rule::IndexRange, Rule::FineDerivative,   Rule::FmaAsSum,
                                  Rule::Gradients,  Rule::RelaxedPrecision, Rule::LowPrecision};

RuleSet local_rules(ProofClass highest) {
  RuleSet set = rules_up_to(ProofClass::Undefined);
  for (const Rule rule : local_rules_above)
    set[static_cast<std::size_t>(rule)] = rule_table[static_cast<std::size_t>(rule)].rule_class <= highest;
  return set;
}

constexpr std::string_view spent = "the budget of terms is spent";

// Returns the rules without UndefinedArm, which chooses a value for an undefined arm. Some modules keep the undefined
// value like the program.
RuleSet without_choice(RuleSet rules) { return rules.reset(static_cast<std::size_t>(Rule::UndefinedArm)); }

// The differences of both sides.
struct Comparison {
  std::vector<Pair> pairs;  // lanes of outputs that differ
  std::string problem;      // the reason if the sides cannot be compared; "" if they can
  std::string difference;   // a message if only one side has an output; otherwise ""
  bool differs = false;     // see `Outputs::differs`

  bool equal() const { return problem.empty() && difference.empty() && pairs.empty(); }
};

// Both sides as terms, made with some of the rules or untouched, and their differences.
struct Attempt {
  Attempt(const RuleSet& rules, std::uint32_t budget) : store(rules, budget) {}
  Attempt(Untouched untouched, std::uint32_t budget) : store(untouched, budget) {}

  Store store;
  Outputs expected;  // the outputs of the program
  Comparison found;

  bool equal() const { return found.equal() && !store.exhausted(); }
};

// The result of an attempt with the usual rules.
struct UsualProof {
  std::optional<Proof> proof;
  bool is_spent = false;  // true if the attempt spent the budget
};

// The result of checking an equality with untouched terms.
struct CheckedProof {
  std::optional<Proof> proof;  // nullopt if a check failed
  std::string doubt;           // the reason if a check failed
};

class Prover {
 public:
  Prover(const Program& program, const SpirvModule& module, const ProofOptions& options, bool is_pair = false)
      : module_(module),
        options_(options),
        matching_(matching_of(program, options, is_pair)),
        shared_(share_textures(program, matching_)),
        program_(shared_ ? *shared_ : program),
        places_(find_places(module, matching_)) {}

  Proof run() {
    Proof proof;
    if (!places_.problem.empty()) {
      proof.verdict = places_.differs ? Verdict::Different : Verdict::NotDecided;
      proof.reason = places_.problem;
      return proof;
    }
    if (options_.other_samplers) proof.reason = other_state(program_, *options_.other_samplers, matching_);
    if (!proof.reason.empty()) {
      proof.verdict = Verdict::Different;
      return proof;
    }
    CheckedProof last;
    const UsualProof usual = proved_as_usual();
    if (usual.proof) last = checked(*usual.proof);
    if (last.proof) return *std::move(last.proof);
    // More rules make more terms.
    const std::vector<RuleSet> others = usual.is_spent ? std::vector<RuleSet>() : rule_sets();
    for (const RuleSet& rules : others) {
      if (const Attempt found = attempt(rules); found.equal()) last = checked(proved(found));
      if (last.proof) return *std::move(last.proof);
    }
    return not_proved(last.doubt);
  }

  const Matching& matching() const { return matching_; }
  const Places& places() const { return places_; }

  /// Returns the lanes of varyings on which the outputs of a fragment program's module depend; nullopt if they are
  /// unknown.
  std::optional<std::vector<std::uint32_t>> varyings_read() const {
    // Rules about precision do not change the varyings on which an output depends.
    RuleSet rules = rules_up_to(ProofClass::Exact);
    for (const Rule rule : module_rules) rules.set(static_cast<std::size_t>(rule));
    Store store(rules, options_.budget);
    const Outputs found = run_spirv(store, module_, places_, program_.stage);
    if (!places_.problem.empty() || !found.problem.empty() || store.exhausted()) return std::nullopt;
    std::vector<Term> roots{found.killed};
    for (const Output& output : found.list) roots.insert(roots.end(), output.lanes.begin(), output.lanes.end());
    std::vector<std::uint32_t> lanes;
    const Evaluator evaluator(store, roots);
    for (const Term leaf : evaluator.leaves())
      if (store.is(leaf, Op::Input)) lanes.push_back(store.payload(leaf));
    return lanes;
  }

 private:
  // Returns the sets of rules to try, in order: the most common case first. Rules that expand sums and products come
  // last, because they make terms longer.
  std::vector<RuleSet> rule_sets() const {
    std::vector<RuleSet> sets;
    const bool is_open = options_.semantics.unwritten == Unwritten::Undefined;
    if (is_open && options_.highest >= ProofClass::Undefined) {
      sets.push_back(usual_rules());
      sets.back().set(static_cast<std::size_t>(Rule::Unwritten));
    }
    if (options_.highest < ProofClass::Rounding) {
      sets.push_back(rules_up_to(options_.highest));
      return sets;
    }
    const RuleSet local = local_rules(options_.highest);
    RuleSet rounding = rules_up_to(ProofClass::Rounding);
    sets.push_back(local);
    if (is_open) sets.push_back(without_choice(local));
    if (options_.highest >= ProofClass::ValueChanging) rounding.set(static_cast<std::size_t>(Rule::LowPrecision));
    sets.push_back(rounding);
    if (options_.highest < ProofClass::ValueChanging) return sets;
    // MaskedSum moves sums into selections, which may separate parts that cancel each other.
    RuleSet whole_sums = local;
    whole_sums.reset(static_cast<std::size_t>(Rule::MaskedSum));
    for (RuleSet cancelling : {whole_sums, local, rounding})
      sets.push_back(cancelling.set(static_cast<std::size_t>(Rule::Cancel)));
    sets.push_back(rules_up_to(ProofClass::ValueChanging));
    return sets;
  }

  bool concerns(const Assumption& assumption) const {
    return assumption.stage.value_or(program_.stage) == program_.stage;
  }

  template <class Rules>
  Attempt attempt(const Rules& rules) const {
    Attempt out(rules, options_.budget);
    out.expected = expected_outputs(out.store);
    out.found = compare_module(out.store, out.expected);
    return out;
  }

  // Returns both sides as untouched terms, which are made once.
  const Attempt& untouched() {
    if (!untouched_) untouched_ = std::make_unique<Attempt>(attempt(Untouched{}));
    return *untouched_;
  }

  // Checks an equality with untouched terms: the rules have not dropped an infinity or a NaN, and evaluating both sides
  // gives the same results. If a check needs it, adds the rule that numbers are finite.
  CheckedProof checked(Proof proof) {
    const Attempt& plain = untouched();
    std::string doubt = plain.found.problem.empty() ? plain.found.difference : plain.found.problem;
    if (!doubt.empty()) return {std::nullopt, std::move(doubt)};
    const bool may_overflow = options_.highest >= ProofClass::Rounding;
    Permission permission{proof.proof_class, proof.proof_class >= ProofClass::Rounding};
    const Lost lost = lost_numbers_of(proof, plain);
    const auto look = [&] { return refutation(plain.store, plain.found.pairs, plain.expected.killed, permission); };
    if (lost == Lost::Pole || (lost == Lost::Overflow && !may_overflow))
      return {std::nullopt, "the module may be infinite or NaN where the program is not"};
    if (lost == Lost::Nothing) doubt = look();
    const bool needs_finite = lost == Lost::Overflow || (!doubt.empty() && proof.proof_class == ProofClass::Undefined);
    if (needs_finite && may_overflow) {
      permission.overflow = true;
      doubt = look();
      if (doubt.empty()) add_rule(proof, Rule::FiniteNumbers, 1);
    }
    if (!doubt.empty()) return {std::nullopt, std::move(doubt)};
    return {std::move(proof), {}};
  }

  // Returns the kind of numbers that the rules of a proof may have dropped from the module.
  Lost lost_numbers_of(const Proof& proof, const Attempt& plain) const {
    RuleSet rules = rules_up_to(ProofClass::Exact);
    bool drops = false;
    for (std::size_t i = 0; i < rule_table.size(); ++i) {
      if (std::ranges::find(proof.rules, rule_table[i].name, &RuleUse::name) == proof.rules.end()) continue;
      rules.set(i);
      drops = drops || std::ranges::find(dropping_rules, static_cast<Rule>(i)) != dropping_rules.end();
    }
    if (!drops) return Lost::Nothing;
    Store store(rules, options_.budget);
    prepare(store);
    return lost_numbers(plain.store, store, plain.found.pairs, plain.expected.killed,
                        proof.proof_class == ProofClass::Undefined);
  }

  void prepare(Store& store) const {
    for (const Assumption& a : options_.assumptions)
      if (concerns(a)) store.assume(a.number, a.lane, a.value);
    note_sampler_states(program_, store);
  }

  Outputs expected_outputs(Store& store) const {
    prepare(store);
    Outputs expected = run_program(store, program_, options_.semantics);
    convert_clip_space(store, expected);
    return expected;
  }

  Comparison compare_module(Store& store, const Outputs& expected) const {
    const Outputs found = run_spirv(store, module_, places_, program_.stage);
    if (store.exhausted()) return {{}, std::string(spent), {}, false};
    if (!found.problem.empty()) return {{}, found.problem, {}, found.differs};
    return compare(store, expected, found);
  }

  // Returns the exact rules and `module_rules`, as far as they are allowed.
  RuleSet usual_rules() const {
    RuleSet rules = rules_up_to(ProofClass::Exact);
    for (const Rule rule : module_rules)
      if (rule_table[static_cast<std::size_t>(rule)].rule_class <= options_.highest)
        rules.set(static_cast<std::size_t>(rule));
    return rules;
  }

  // Tries a proof with exact rules and `module_rules`, which are enough for most modules. `module_rules` do not affect
  // the terms of the program, so these terms are made only once.
  UsualProof proved_as_usual() const {
    RuleSet needed = usual_rules();
    Attempt one = attempt(needed);
    if (!one.equal()) return {std::nullopt, one.store.exhausted()};
    const auto uses = [&] {
      std::array<std::uint32_t, module_rules.size()> list{};
      for (std::size_t i = 0; i < list.size(); ++i) list[i] = one.store.uses(module_rules[i]);
      return list;
    };
    auto best = uses();
    for (std::size_t i = 0; i < best.size(); ++i) {
      const auto rule = static_cast<std::size_t>(module_rules[i]);
      if (best[i] == 0) needed.reset(rule);
    }
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (best[i] == 0) continue;
      RuleSet fewer = needed;
      one.store.allow(fewer.reset(static_cast<std::size_t>(module_rules[i])));
      one.found = compare_module(one.store, one.expected);
      if (!one.equal()) continue;
      needed = fewer;
      best = uses();
    }
    Proof proof;
    proof.verdict = Verdict::Equal;
    proof.terms = one.store.size();
    for (std::size_t i = 0; i < best.size(); ++i) add_rule(proof, module_rules[i], best[i]);
    return {std::move(proof), false};
  }

  static void add_rule(Proof& proof, Rule rule, std::uint32_t uses) {
    if (uses == 0) return;
    const prove::RuleInfo& row = rule_table[static_cast<std::size_t>(rule)];
    proof.rules.push_back({row.name, row.rule_class, uses});
    proof.proof_class = std::max(proof.proof_class, row.rule_class);
  }

  // Converts the position to the clip space of the target.
  void convert_clip_space(Store& store, Outputs& outputs) const {
    if (program_.stage != Stage::Vertex) return;
    for (Output& output : outputs.list) {
      if (output.type != RegisterType::Output) continue;
      auto& lanes = output.lanes;
      if (matching_.output.flip_y) lanes[1] = store.negate(lanes[1]);
      if (matching_.output.clip_z == ClipZ::NegativeOneToOne)
        lanes[2] = store.subtract(store.add(lanes[2], lanes[2]), lanes[3]);
    }
  }

  bool stored(const Output& output, std::uint32_t lane) const {
    if (output.type != RegisterType::Varying || !options_.varyings) return true;
    return std::ranges::find(*options_.varyings, 4 * output.number + lane) != options_.varyings->end();
  }

  std::string name(const Output& output) const { return register_name(output.type, output.number, program_.stage); }

  Comparison compare(Store& store, const Outputs& expected, const Outputs& found) const {
    Comparison out;
    for (const Output& output : expected.list) {
      const Output* const other = found.find(output.type, output.number);
      for (std::uint32_t c = 0; c < output.width(); ++c) {
        if (!stored(output, c)) continue;
        if (other == nullptr) {
          out.difference = fmt::format("it does not write {}", name(output));
          return out;
        }
        if (!is_equal(store, expected.killed, output.lanes[c], other->lanes[c]))
          out.pairs.push_back({name(output) + (output.width() == 1 ? "" : fmt::format(".{}", "xyzw"[c])),
                               output.lanes[c], other->lanes[c]});
      }
    }
    // Additional varyings are harmless: HLSL declares all varyings below the highest one.
    for (const Output& output : found.list)
      if (output.type != RegisterType::Varying && expected.find(output.type, output.number) == nullptr &&
          !is_empty_position(store, output))
        out.difference = fmt::format("it writes {}, which the program does not", name(output));
    if (expected.killed != found.killed) out.pairs.push_back({"discard", expected.killed, found.killed});
    return out;
  }

  // Returns true for a position of zeros. HLSL requires a position, so a vertex program without one gets zeros.
  bool is_empty_position(const Store& store, const Output& output) const {
    return program_.stage == Stage::Vertex && output.type == RegisterType::Output &&
           std::ranges::all_of(output.lanes, [&](Term lane) { return store.is_zero(lane); });
  }

  // Compares the values of pixels that are not discarded.
  static bool is_equal(Store& store, Term killed, Term expected, Term found) {
    if (expected == found) return true;
    if (store.is_untouched() || killed == store.never()) return false;
    const Term zero = store.constant(0.0f);
    return store.select(killed, zero, expected) == store.select(killed, zero, found);
  }

  // Returns the proof of an equality with as few rules as possible. The sides are equal with exactly the reported
  // rules.
  Proof proved(const Attempt& first) const {
    RuleSet needed = first.store.rules();
    std::array<std::uint32_t, rule_table.size()> uses{};
    std::uint32_t terms = 0;
    const auto take = [&](const Attempt& attempt) {
      needed = attempt.store.rules();
      for (std::size_t i = 0; i < uses.size(); ++i) uses[i] = attempt.store.uses(static_cast<Rule>(i));
      terms = attempt.store.size();
    };
    const auto try_with = [&](const RuleSet& fewer) {
      if (fewer == needed) return;
      if (const Attempt found = attempt(fewer); found.equal()) take(found);
    };
    const auto above_exact = [&](std::size_t i) { return rule_table[i].rule_class != ProofClass::Exact; };
    const auto try_used = [&] {
      RuleSet used = needed;
      for (std::size_t i = 0; i < uses.size(); ++i)
        if (above_exact(i) && uses[i] == 0) used.reset(i);
      try_with(used);
    };
    take(first);
    try_used();
    for (std::size_t i = rule_table.size(); i-- > 0;) {
      if (!above_exact(i) || !needed[i]) continue;
      RuleSet fewer = needed;
      try_with(fewer.reset(i));
    }
    Proof proof;
    proof.verdict = Verdict::Equal;
    proof.terms = terms;
    for (std::size_t i = 0; i < uses.size(); ++i)
      if (above_exact(i)) add_rule(proof, static_cast<Rule>(i), uses[i]);
    return proof;
  }

  // Returns the reason why the most lenient attempt failed, and a counterexample. `doubt` is the reason why the last
  // equality was not accepted, otherwise "".
  Proof not_proved(const std::string& doubt) {
    Proof proof;
    const Attempt last = attempt(rules_up_to(options_.highest));
    proof.terms = last.store.size();
    proof.reason = last.found.problem;
    if (last.found.differs) {
      proof.verdict = Verdict::Different;
      return proof;
    }
    if (!last.found.difference.empty()) {
      proof.verdict = Verdict::Different;
      proof.reason = last.found.difference;
      return proof;
    }
    // Rules that regroup terms change the terms that are shown, and may have spent the budget.
    const Attempt local = attempt(without_choice(local_rules(options_.highest)));
    const Attempt& shown = !last.found.pairs.empty() ? last : !local.found.pairs.empty() ? local : untouched();
    if (!doubt.empty()) proof.reason = fmt::format("the rules make both sides equal, but {}", doubt);
    if (shown.found.pairs.empty() || !untouched().found.problem.empty()) {
      if (proof.reason.empty()) proof.reason = spent;
      return proof;
    }
    if (proof.reason.empty()) proof.reason = "the terms differ, and no inputs were found that show it";
    show_difference(proof, shown.store, shown.found.pairs);
    return proof;
  }

  // Adds a counterexample, and the terms of the output that differs.
  void show_difference(Proof& proof, const Store& store, const std::vector<Pair>& pairs) {
    proof.output = pairs[0].name;
    if (std::optional<Counterexample> example = shown_difference()) {
      proof.verdict = Verdict::Different;
      proof.output = example->output;
      proof.reason = remark_on(*example);
      if (!example->open) proof.counterexample = std::move(example);
    }
    // The rules may make this output equal, if the values differ only where a rule permits it.
    const auto pair = std::ranges::find(pairs, proof.output, &Pair::name);
    if (pair == pairs.end()) return;
    const auto [expected, found] = smallest_difference(store, pair->expected, pair->found);
    proof.expected = store.text(expected, program_.stage);
    proof.found = store.text(found, program_.stage);
  }

  // Returns a remark about a difference that the numbers of an example do not explain; otherwise "".
  std::string remark_on(const Counterexample& example) const {
    if (example.open)
      return fmt::format(
          "{} needs a derivative, as a fetch does, after a discard or in a branch that not all pixels of a quad take",
          example.output);
    if (!std::isfinite(example.found)) return "the program has a finite result";
    if (example.output == "op.z" && matching_.output.clip_z == ClipZ::NegativeOneToOne)
      return "op.z is 2 * z - w of the program, as the target expects it";
    if (example.output == "op.y" && matching_.output.flip_y) return "op.y is -y of the program, as the options say";
    return {};
  }

  // Searches for a counterexample: inputs for which the untouched terms of the module differ from the result of the
  // interpreter.
  std::optional<Counterexample> shown_difference() {
    const Attempt& plain = untouched();
    CounterexampleSearch search{program_.stage, options_.tries, matching_.registers, textures_for(program_), {}};
    search.confirm = [&](const Counterexample& example) {
      Counterexample whole = example;
      take_assumptions(whole);
      return confirms(program_, options_.semantics, matching_.output, search.textures, whole);
    };
    std::optional<Counterexample> found =
        find_counterexample(plain.store, plain.found.pairs, plain.expected.killed, search);
    if (!found) return found;
    take_assumptions(*found);
    found->textures = search.textures;
    return found;
  }

  // Adds the assumed values to the inputs of an example.
  void take_assumptions(Counterexample& example) const {
    for (const Assumption& a : options_.assumptions) {
      if (!concerns(a)) continue;
      auto at = std::find_if(example.inputs.begin(), example.inputs.end(), [&](const Counterexample::Input& input) {
        return input.type == RegisterType::Constant && input.number == a.number;
      });
      if (at == example.inputs.end())
        at = example.inputs.insert(at, {RegisterType::Constant, a.number, {{0, 0, 0, 0}}});
      at->values[0][a.lane] = a.value;
    }
  }

  const SpirvModule& module_;
  const ProofOptions& options_;
  Matching matching_;
  std::optional<Program> shared_;  // the program with one register for textures at one place
  const Program& program_;
  Places places_;
  std::unique_ptr<Attempt> untouched_;
};

}  // namespace

std::string_view name(Verdict verdict) { return verdict_names[static_cast<std::size_t>(verdict)]; }
std::string_view name(ProofClass proof_class) { return class_names[static_cast<std::size_t>(proof_class)]; }

namespace {

// Returns options that only check the rules that the prover relies on. The limits of players do not matter for a proof.
ValidateOptions least_validation() {
  ValidateOptions validation;
  validation.level = ValidationLevel::Off;
  validation.allow_reserved = true;
  return validation;
}

// Validates the program and reads its module. Returns nullopt if that fails; the diagnostics have the reason.
std::optional<SpirvModule> module_of(const Program& program, std::span<const std::uint32_t> words,
                                     const ProofOptions& options, Diagnostics& diagnostics) {
  diagnostics.append(validate(program, least_validation()));
  if (diagnostics.has_errors()) return std::nullopt;
  const auto model = program.stage == Stage::Vertex ? spv::ExecutionModelVertex : spv::ExecutionModelFragment;
  std::optional<SpirvModule> module = read_spirv(words, model, options.output.entry_points.of(program.stage));
  if (module) return module;
  diagnostics.add(program::diagnose(program, diag::Rule::NotAModule, {name(program.stage)}));
  return std::nullopt;
}

}  // namespace

Result<Proof> prove_equal(const Program& program, std::span<const std::uint32_t> words, const ProofOptions& options) {
  Diagnostics diagnostics;
  const std::optional<SpirvModule> module = module_of(program, words, options, diagnostics);
  if (!module) return diagnostics;
  return {Prover(program, *module, options).run(), std::move(diagnostics)};
}

Result<PairProof> prove_pair(const Program& given_vertex, const Program& given_fragment,
                             std::span<const std::uint32_t> vertex_words, std::span<const std::uint32_t> fragment_words,
                             const ProofOptions& options) {
  Program vertex = given_vertex, fragment = given_fragment;
  vertex.version = given_vertex.version_beside(given_fragment);
  fragment.version = given_fragment.version_beside(given_vertex);
  Diagnostics diagnostics = validate_pair(vertex, fragment, least_validation());
  if (diagnostics.has_errors()) return diagnostics;
  const std::optional<SpirvModule> first = module_of(vertex, vertex_words, options, diagnostics);
  const std::optional<SpirvModule> second = module_of(fragment, fragment_words, options, diagnostics);
  if (!first || !second) return diagnostics;
  ProofOptions of_vertex = options, of_fragment = options;
  of_fragment.push_offset = push_constants(*first);
  Prover prover(fragment, *second, of_fragment, true);
  of_vertex.varyings = prover.varyings_read();
  Prover vertex_prover(vertex, *first, of_vertex, true);
  PairProof proof{vertex_prover.run(), prover.run()};
  if (!of_vertex.varyings && proof.vertex.verdict == Verdict::Different) {
    // Perhaps the fragment shader does not read the varying that differs. The position must be equal in any case.
    of_vertex.varyings.emplace();
    Proof position = Prover(vertex, *first, of_vertex, true).run();
    if (position.verdict == Verdict::Equal)
      position = {.verdict = Verdict::NotDecided,
                  .terms = proof.vertex.terms,
                  .reason = "it is not known which varyings the fragment shader reads"};
    proof.vertex = std::move(position);
  }
  const std::string fault = link_fault({*first, vertex_prover.places()}, {*second, prover.places()}, prover.matching());
  if (!fault.empty() && proof.vertex.verdict != Verdict::Different && proof.fragment.verdict != Verdict::Different) {
    const std::uint32_t terms = proof.fragment.terms;
    proof.fragment = {.verdict = Verdict::Different, .terms = terms, .reason = fault};
  }
  return {std::move(proof), std::move(diagnostics)};
}

}  // namespace agal
