#include "proofs/products.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "base/format.hpp"
#include "cli/console.hpp"
#include "prove/proof_text.hpp"
#include "target/output.hpp"

namespace agal::proofs {
namespace {

using prove::answer_of;

// Returns the languages of the targets with this source of SPIR-V: "MSL, WGSL".
std::string languages_of(std::span<const Target> targets, SpirvSource way) {
  std::vector<std::string_view> titles;
  for (const Target target : targets)
    if (const std::string_view title = info(info(target).family).title;
        spirv_source_of(target) == way && std::find(titles.begin(), titles.end(), title) == titles.end())
      titles.push_back(title);
  return base::joined(titles, ", ");
}

// Returns one line that reports a proof: the class of its rules, the difference, or the reason why it is undecided.
std::string reason_of(const Proof& proof) {
  if (proof.verdict == Verdict::Equal) return answer_of(proof);
  if (!proof.counterexample) return proof.reason;
  const Counterexample& example = *proof.counterexample;
  return fmt::format("{} is {}, the program has {}", example.output, example.found, example.expected);
}

Diagnostic about(const Program& program, std::string_view slug, Target target, std::string_view reason) {
  Diagnostic diagnostic = agalc::make_diagnostic(slug, program.name, {info(target).name, reason});
  diagnostic.location.stage = program.stage;
  return diagnostic;
}

std::string why_not_read(const ProductWords& read) {
  return read.status == ReadStatus::Rejected ? fmt::format("glslang rejects the text: {}", read.fault) : read.fault;
}

ProofOptions proof_options(const CompileOptions& options, const ProductWords& read,
                           std::initializer_list<const Compilation*> products) {
  ProofOptions how;
  how.output = static_cast<const OutputOptions&>(options);
  for (const Compilation* const product : products) add_bindings(how.output, *product);
  how.semantics = options.semantics;
  how.match = read.match;
  return how;
}

CheckedProduct checked(const Program& program, Target target, const Proof& proof) {
  CheckedProduct out{answer_of(proof), {}};
  if (proof.verdict == Verdict::Different)
    out.diagnostics.add(about(program, "product-differs", target, reason_of(proof)));
  else if (proof.verdict == Verdict::NotDecided || proof.proof_class > ProofClass::Rounding)
    out.diagnostics.add(about(program, "product-not-proved", target, reason_of(proof)));
  return out;
}

}  // namespace

SpirvSource spirv_source_of(Target target) {
  const TargetFamilyInfo& family = info(info(target).family);
  if (family.spirv()) return SpirvSource::Words;
  if (family.reader == TextReader::None) return SpirvSource::None;
  return front_end_available() ? SpirvSource::Text : SpirvSource::NotInBuild;
}

Diagnostics unproved(std::span<const Target> targets) {
  Diagnostics notes;
  for (const auto& [way, slug] :
       {std::pair(SpirvSource::None, "no-way-back"), {SpirvSource::NotInBuild, "front-end-absent"}})
    if (const std::string names = languages_of(targets, way); !names.empty()) {
      Diagnostic note = agalc::make_diagnostic(slug, {}, {names});
      if (std::any_of(targets.begin(), targets.end(), [](Target target) { return info(target).suffix == naga_suffix; }))
        note.help =
            fmt::format("naga converts WGSL to SPIR-V ({}); then pass --against file.spv --target wgsl", naga_command);
      notes.add(std::move(note));
    }
  return notes;
}

ProductWords words_of(const Compilation& product, const OutputOptions& options) {
  const TargetInfo& target = info(product.target);
  if (spirv_source_of(product.target) == SpirvSource::Words)
    return {product.spirv, InterfaceMatch::Numbers, {}, ReadStatus::Read};
  // Removes the head of the container that --emit=b0 writes.
  constexpr std::size_t head = 3;
  const bool contained = product.text.starts_with('\xb0');
  std::string text = contained ? product.text.substr(head) : product.text;
  if (!options.version_line && info(target.family).glsl()) text.insert(0, target::version_line(target.target));
  ReadText read =
      read_alone(read_text(text, product.stage, TextDialect(target), options.entry_points.of(product.stage)));
  return {std::move(read.words), InterfaceMatch::Names, std::move(read.fault), read.status};
}

void add_bindings(OutputOptions& output, const Compilation& product) {
  if (output.layout == BindingLayout::Abi || !product.program_interface) return;
  // A target without sets has the bindings of the set for textures of this stage (docs/abi.md).
  const std::uint32_t set = product.stage == Stage::Vertex ? 0 : 2;
  for (const Interface::Sampler& sampler : product.program_interface->samplers)
    if (sampler.bound)
      output.bindings.push_back({register_name(RegisterType::Sampler, sampler.index, product.stage),
                                 sampler.bound->slots.set.value_or(set), sampler.bound->slots.binding});
}

CheckedProduct check_product(const Program& program, const Compilation& product, const CompileOptions& options) {
  const ProductWords read = words_of(product, options);
  Proof proof;
  if (!read.fault.empty())
    proof.reason = why_not_read(read);
  else if (Result<Proof> found = prove_equal(program, read.words, proof_options(options, read, {&product})))
    proof = *std::move(found);
  else
    proof.reason = found.diagnostics()[0].message;
  return checked(program, product.target, proof);
}

Diagnostics check_pair(const Program& vertex, const Program& fragment, const Compilation& vertex_product,
                       const Compilation& fragment_product, const CompileOptions& options) {
  const ProductWords first = words_of(vertex_product, options), second = words_of(fragment_product, options);
  PairProof proof;
  if (!first.fault.empty() || !second.fault.empty())
    proof.vertex.reason = proof.fragment.reason = why_not_read(first.fault.empty() ? second : first);
  else if (Result<PairProof> found = prove_pair(vertex, fragment, first.words, second.words,
                                                proof_options(options, first, {&vertex_product, &fragment_product})))
    proof = *std::move(found);
  else
    proof.vertex.reason = proof.fragment.reason = found.diagnostics()[0].message;
  // Proofs identify varyings by their locations, so a difference may be wrong if varyings share locations.
  if (options.varying_limit)
    for (Proof* const each : {&proof.vertex, &proof.fragment})
      if (each->verdict == Verdict::Different) {
        each->verdict = Verdict::NotDecided;
        each->reason = "varyings may share locations (--max-varyings)";
        each->counterexample.reset();
      }
  Diagnostics out = checked(vertex, vertex_product.target, proof.vertex).diagnostics;
  out.append(checked(fragment, fragment_product.target, proof.fragment).diagnostics);
  return out;
}

}  // namespace agal::proofs
