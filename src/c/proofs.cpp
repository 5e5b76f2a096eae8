// The function of agal.h that proves equality, and its result.
#include "c/proofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "agal/compile.hpp"
#include "c/objects.hpp"
#include "c/programs.hpp"
#include "c/result.hpp"
#include "diag/rules.hpp"
#include "khronos/spirv_tools.hpp"
#include "prove/proof_text.hpp"
#include "prove/reference_module.hpp"
#include "target/output.hpp"

namespace agal::c {
namespace {

using prove::ReferenceModule;

static_assert(static_cast<int>(Verdict::Equal) == AGAL_VERDICT_EQUAL &&
              static_cast<int>(Verdict::Different) == AGAL_VERDICT_DIFFERENT &&
              static_cast<int>(Verdict::NotDecided) == AGAL_VERDICT_NOT_DECIDED);
static_assert(static_cast<int>(ProofClass::Exact) == AGAL_PROOF_EXACT &&
              static_cast<int>(ProofClass::Undefined) == AGAL_PROOF_UNDEFINED &&
              static_cast<int>(ProofClass::Rounding) == AGAL_PROOF_ROUNDING &&
              static_cast<int>(ProofClass::ValueChanging) == AGAL_PROOF_VALUE_CHANGING);

// Returns the kind of an input of a counterexample.
agal_input_kind kind_of(RegisterType type) {
  if (type == RegisterType::Attribute) return AGAL_INPUT_ATTRIBUTE;
  if (type == RegisterType::Varying) return AGAL_INPUT_VARYING;
  return type == RegisterType::InstanceId ? AGAL_INPUT_INSTANCE : AGAL_INPUT_CONSTANT;
}

agal_proof_input input_of(const Counterexample::Input& input, Stage stage) {
  agal_proof_input row{};
  register_name(input.type, input.number, stage).copy(row.name, sizeof(row.name) - 1);
  row.kind = kind_of(input.type);
  row.number = input.number;
  float* out = row.values;
  for (std::size_t pixel = 0; pixel < quad_size; ++pixel)
    out = std::copy_n(input.values[std::min(pixel, input.values.size() - 1)].begin(), 4, out);
  return row;
}

// Compiles the program like agal_compile.
Result<ReferenceModule> own_product(const Program& program, CompileOptions options, const ProofOptions& proof) {
  if (!info(info(options.target).family).spirv())
    return diag::failure(diag::Rule::Usage, {"only SPIR-V is compared here; agalc prove also reads text back"});
  options.reflect = false;
  Result<Compilation> product = compile(program, options);
  if (!product) return product.diagnostics();
  ReferenceModule other{std::move(product->spirv), proof};
  other.options.output = static_cast<const OutputOptions&>(options);
  return other;
}

// Reads a module of the caller. The output options determine the locations and bindings of its variables, except
// variables with mappings.
Result<ReferenceModule> given_module(const Program& program, const Bytes& other, const OutputOptions& output,
                                     const std::string& name, const ProofOptions& proof) {
  ReferenceModule given{prove::as_words(other.span()), proof};
  given.options.output = output;
  if (!khronos::available()) return given;
  const Environment environment = target::resolve(given.options.output, program.stage).environment;
  if (const std::optional<std::string> fault = khronos::validate(given.words, environment)) {
    Diagnostics found;
    found.add(diag::make(diag::Rule::SpirvInvalid, diag::in_file(name), {*fault}));
    return found;
  }
  return given;
}

Result<ReferenceModule> find_other(const Program& program, const Bytes& other, const agal_options& options,
                                   Diagnostics& diagnostics) {
  CompileOptions output = options.all.compile;
  diagnostics.append(add_source_names(output, program));
  ProofOptions proof = options.prove;
  proof.semantics = output.semantics;
  if (const std::string foreign = prove::foreign_register(proof, {&program.stage, 1}); !foreign.empty())
    return diag::failure(diag::Rule::Usage, {fmt::format("{}: the program does not have that register", foreign)});
  if (const std::string both = prove::contradiction(proof.assumptions, {&program.stage, 1}); !both.empty())
    return diag::failure(diag::Rule::Usage, {both});
  if (other.data == nullptr) return own_product(program, output, proof);
  if (prove::begins_like_module(other.span())) return given_module(program, other, output, options.other_name, proof);
  const Result<Program> loaded = load_given(other, options.other_name, options);
  return loaded ? prove::program_given(*loaded, output, proof) : loaded.diagnostics();
}

void add_proof(agal_result& result, const Program& program, const Bytes& bytes, const agal_options& options,
               Diagnostics& diagnostics) {
  Result<ReferenceModule> other = find_other(program, bytes, options, diagnostics);
  diagnostics.append(std::move(other.diagnostics()));
  if (!other) return;
  Result<Proof> proof = prove_equal(program, other->words, other->options);
  diagnostics.append(std::move(proof.diagnostics()));
  if (!proof) return;
  prove::ProofSubject subject{options.name, program.stage, options.other_name, false};
  if (subject.with.empty()) subject.with = bytes.data == nullptr ? info(options.all.compile.target).name : "other";
  result.add_text("proof", proof_json(subject, *proof));
  result.add_text("text", proof_text(subject, *proof));
  result.proofs[static_cast<std::size_t>(program.stage)] =
      std::make_unique<ProofRows>(*std::move(proof), program.stage);
}

}  // namespace

ProofRows::ProofRows(Proof proof, Stage stage) : proof_(std::move(proof)) {
  root_.verdict = static_cast<agal_verdict>(proof_.verdict);
  root_.proof_class = static_cast<agal_proof_class>(proof_.proof_class);
  for (const RuleUse& use : proof_.rules)  // the names are string literals
    rules_.push_back({use.name.data(), static_cast<agal_proof_class>(use.rule_class), use.count});
  root_.rules = rules_.data();
  root_.rule_count = rules_.size();
  root_.terms = proof_.terms;
  root_.reason = proof_.reason.c_str();
  root_.output = proof_.output.c_str();
  root_.expected = proof_.expected.c_str();
  root_.found = proof_.found.c_str();
  if (proof_.counterexample) add_difference(*proof_.counterexample, stage);
}

void ProofRows::add_difference(const Counterexample& example, Stage stage) {
  for (const Counterexample::Input& input : example.inputs) inputs_.push_back(input_of(input, stage));
  difference_.output = example.output.c_str();
  difference_.pixel = example.pixel;
  difference_.expected = example.expected;
  difference_.found = example.found;
  difference_.samples = example.samples ? 1 : 0;
  difference_.inputs = inputs_.data();
  difference_.input_count = inputs_.size();
  root_.difference = &difference_;
}

}  // namespace agal::c

using namespace agal;
using namespace agal::c;

extern "C" {

agal_result* agal_prove(const void* program, std::size_t size, const void* other, std::size_t other_size,
                        const agal_options* options) {
  return operate({{program, size}, {other, other_size}}, options, [&](agal_result& result, const agal_options& given) {
    with_program(result, {program, size}, given.name, given, [&](const Program& loaded, Diagnostics& diagnostics) {
      add_proof(result, loaded, {other, other_size}, given, diagnostics);
    });
  });
}

const agal_proof* agal_result_proof(const agal_result* result, agal_stage stage) {
  if (result == nullptr || (stage != AGAL_STAGE_VERTEX && stage != AGAL_STAGE_FRAGMENT)) return nullptr;
  const auto& found = result->proofs[stage];
  return found == nullptr ? nullptr : &found->root();
}

}  // extern "C"
