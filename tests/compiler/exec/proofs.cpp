#include "exec/proofs.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "agal/prove/prove.hpp"
#include "exec/reference.hpp"
#include "proofs/products.hpp"

namespace agal::exec {
namespace {

// The programs of an entry that can be executed, in the form that is compiled.
struct Executable {
  std::optional<Program> vertex, fragment;
};

std::optional<Program> executable(const Entry& entry, const std::optional<Program>& program) {
  if (!program) return std::nullopt;
  InputOptions inputs;
  inputs.draws = 1;
  Subject subject = make_subject(entry.name, *program, inputs);
  if (!subject.unsuitable.empty() || !make_reference(subject, {}).fault.empty()) return std::nullopt;
  subject.program.name = entry.name;
  return std::move(subject.program);
}

// Proves programs in one form.
class Prover {
 public:
  Prover(CompileOptions options, const BackendForm& form) : options_(std::move(options)) {
    counts_.name = form.name;
    options_.target = form.target;
    options_.writer = form.variation.writer;
    options_.samplers = form.variation.samplers;
  }

  void add(const Executable& entry) {
    if (entry.vertex && entry.fragment)
      if (const Result<LinkedCompilation> linked = link(*entry.vertex, *entry.fragment, options_)) {
        prove_linked(entry, *linked);
        return;
      }
    for (const std::optional<Program>* program : {&entry.vertex, &entry.fragment})
      if (*program)
        if (const Result<Compilation> compiled = compile(**program, options_)) prove_alone(**program, *compiled);
  }

  ProofCounts take() { return std::move(counts_); }

 private:
  ProofOptions proof_options(InterfaceMatch match) const {
    ProofOptions options;
    options.output = options_;
    options.semantics = options_.semantics;
    options.match = match;
    return options;
  }

  void prove_alone(const Program& program, const Compilation& product) {
    const proofs::ProductWords read = proofs::words_of(product, options_);
    const Result<Proof> proof = prove_equal(program, read.words, proof_options(read.match));
    if (proof)
      count(program, *proof);
    else
      ++counts_.undecided;
  }

  void prove_linked(const Executable& entry, const LinkedCompilation& linked) {
    const proofs::ProductWords vertex = proofs::words_of(linked.vertex, options_);
    const proofs::ProductWords fragment = proofs::words_of(linked.fragment, options_);
    const Result<PairProof> proof =
        prove_pair(*entry.vertex, *entry.fragment, vertex.words, fragment.words, proof_options(vertex.match));
    if (!proof) {
      counts_.undecided += 2;
      return;
    }
    count(*entry.vertex, proof->vertex);
    count(*entry.fragment, proof->fragment);
  }

  void count(const Program& program, const Proof& proof) {
    if (proof.verdict == Verdict::Equal && proof.proof_class <= ProofClass::Rounding)
      ++counts_.proved;
    else if (proof.verdict == Verdict::Different)
      counts_.different.push_back(fmt::format("{}, {} program", program.name, agal::name(program.stage)));
    else
      ++counts_.undecided;
  }

  CompileOptions options_;
  ProofCounts counts_;
};

}  // namespace

std::vector<ProofCounts> prove_entries(const std::vector<Entry>& entries, const CompileOptions& options) {
  std::vector<Executable> programs;
  for (const Entry& entry : entries)
    programs.push_back({executable(entry, entry.vertex), executable(entry, entry.fragment)});
  // Several backends run the same text.
  using Key = std::pair<Target, std::pair<std::optional<Writer>, std::optional<Samplers>>>;
  std::map<Key, ProofCounts> known;
  std::vector<ProofCounts> all;
  for (const BackendForm& form : backend_forms()) {
    if (!proofs::can_prove(form.target)) continue;
    const auto [at, fresh] = known.try_emplace({form.target, {form.variation.writer, form.variation.samplers}});
    if (fresh) {
      Prover prover(options, form);
      for (const Executable& entry : programs) prover.add(entry);
      at->second = prover.take();
    }
    all.push_back(at->second);
    all.back().name = form.name;
  }
  return all;
}

}  // namespace agal::exec
