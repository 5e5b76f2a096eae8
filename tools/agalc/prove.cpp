// agalc prove: whether a translation computes what its program computes, for all inputs.
#include "agal/prove.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "agal/bytecode.hpp"
#include "commands.hpp"
#include "comparison/comparison.hpp"
#include "comparison/proof_text.hpp"
#include "console/choices.hpp"
#include "console/files.hpp"
#include "guess.hpp"
#include "options.hpp"
#include "options/values.hpp"
#include "options/writer_choice.hpp"
#include "products.hpp"
#include "program_inputs.hpp"
#include "proofs/front_end.hpp"
#include "proofs/products.hpp"

namespace agalc {
namespace {

using agal::Program;
using agal::Proof;
using agal::ProofClass;
using agal::ProofOptions;
using agal::Verdict;
using agal::comparison::Other;
using agal::comparison::ProofSubject;
using agal::options::Values;
using agal::proofs::TextRules;

constexpr std::string_view prove_notes =
    R"(Exit status 0 means that everything is equal, up to the classes that --allow grants. Without --against, the
programs are translated, and the products are compared with them: those for --target, else all that there is a way back
from. Two programs are a vertex program and a fragment program that are linked.

GLSL, GLSL ES and HLSL are read by glslang. Variables are found by the names of docs/abi.md, else by their locations;
--map says what others are. docs/proof.md explains the classes and the rules.)";

enum class ProofFormat : std::uint8_t { Text, Json };

class Prove {
 public:
  std::vector<std::string> paths, against;
  std::vector<std::string> maps, assumptions;
  ProofClass allowed = ProofClass::Rounding;
  ProofFormat format = ProofFormat::Text;
  InputOptions input;
  CompileSettings settings;
  ProofOptions proof;

  explicit Prove(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  agal::Diagnostics plan();
  agal::Diagnostics plan_targets();
  ExitStatus compare_target(agal::Target target, OncePerInput& messages);
  ExitStatus compare_products(const std::vector<agal::Compilation>& products, const agal::CompileOptions& options);
  ExitStatus compare_files();
  agal::Result<Other> read_file(const std::string& file, agal::Stage stage);
  agal::Result<Other> read_module(const std::string& file, agal::Stage stage, std::span<const std::byte> bytes);
  agal::Result<Other> read_program(const std::string& file, std::span<const std::byte> bytes);
  agal::Result<Other> read_text(const std::string& file, agal::Stage stage, const std::string& text);
  ExitStatus compare(const std::vector<std::string>& with, const std::vector<Other>& others);
  ExitStatus tell(std::size_t i, const std::string& with, const Proof& found);
  ExitStatus tell_not_expressible(agal::Target target, const agal::Diagnostics& found) const;
  bool is_pair() const { return programs_.size() == 2; }
  ProofSubject subject(std::size_t i, const std::string& with) const {
    return {paths[i], programs_[i].stage, with, is_pair() && against.empty()};
  }

  const Console& console_;
  std::vector<Program> programs_;              // one, or a pair
  bool named_ = false;                         // whether the targets were named
  std::optional<agal::Writer> wanted_writer_;  // for all targets
};

// Adds what each text says; the first fault.
template <class T>
agal::Diagnostics read_all(std::string_view option, const std::vector<std::string>& texts, std::vector<T>& out) {
  for (const std::string& text : texts)
    if (const std::string fault = Values<T>::read(text, out.emplace_back()); !fault.empty())
      return usage_error(fmt::format("{}: {}", option, fault));
  return {};
}

agal::Diagnostics Prove::plan() {
  if (agal::Diagnostics fault = read_all("--map", maps, proof.mappings); !fault.empty()) return fault;
  if (agal::Diagnostics fault = read_all("--assume", assumptions, proof.assumptions); !fault.empty()) return fault;
  if (paths.size() > 2)
    return usage_error("more than two programs are given",
                       "two programs are a vertex program and its fragment program");
  if (std::count(paths.begin(), paths.end(), "-") > 1) return usage_error("stdin can be read only once");
  if (!against.empty() && settings.targets.size() > 1)
    return usage_error("with --against, --target names the one target that the other file is for");
  if (!against.empty() && against.size() != paths.size())
    return usage_error("each program is compared with one file",
                       "pass --against once for each program, in the same order");
  return {};
}

// Targets that are named must have a way back; of all targets, those are taken that do. The assembly of SPIR-V has the
// same words as SPIR-V.
agal::Diagnostics Prove::plan_targets() {
  named_ = !settings.targets.empty();
  if (!named_)
    for (const agal::TargetInfo& row : agal::target_table)
      if (row.target != agal::Target::Spvasm) settings.targets.push_back(row.target);
  agal::Diagnostics lacking = agal::proofs::unproved(settings.targets);
  if (named_ && !lacking.empty()) return usage_error(lacking[0].message, lacking[0].help);
  std::erase_if(settings.targets, [](agal::Target target) { return !agal::proofs::can_prove(target); });
  return lacking;
}

ExitStatus Prove::run() {
  if (const ExitStatus status = console_.report(plan()); status != ExitStatus::Done) return status;
  console_.report(settings.target_notes);
  settings.options.semantics.allow_reserved = settings.options.validation.allow_reserved;
  proof.semantics = settings.options.semantics;
  ExitStatus status = ExitStatus::Done;
  for (const std::string& path : paths)
    if (std::optional<Program> program = load(path, input, console_, status)) programs_.push_back(*std::move(program));
  if (programs_.size() < paths.size()) return status;
  std::vector<agal::Stage> stages;
  for (const Program& program : programs_) stages.push_back(program.stage);
  if (const std::string foreign = agal::comparison::foreign_register(proof, stages); !foreign.empty())
    return console_.report(usage_error(fmt::format("--{}: no program has that register", foreign)));
  if (!against.empty()) return worse(status, compare_files());
  const agal::Diagnostics lacking = plan_targets();
  if (lacking.has_errors()) return worse(status, console_.report(lacking));
  wanted_writer_ = settings.options.writer;
  OncePerInput messages(console_);
  for (const agal::Target target : settings.targets) {
    const ExitStatus found = compare_target(target, messages);
    status = worse(status, found);
    if (found > ExitStatus::Rejected) break;
  }
  console_.report(lacking);
  return status;
}

// ------------------------------------------------------------------------------------------------------- products

// Whether the target cannot express a program that is otherwise good.
bool is_about_target(const agal::Diagnostics& found) {
  return std::all_of(found.begin(), found.end(), [](const agal::Diagnostic& diagnostic) {
    const agal::RuleInfo* const rule = agal::find_rule(diagnostic.code);
    return diagnostic.severity != agal::Severity::Error || (rule != nullptr && rule->phase == agal::Phase::Target);
  });
}

ExitStatus Prove::compare_target(agal::Target target, OncePerInput& messages) {
  agal::CompileOptions options = settings.options;
  options.target = target;
  options.reflect = false;
  options.writer = agal::options::writer_for(target, settings.targets, wanted_writer_);
  std::vector<agal::Compilation> products;
  agal::Diagnostics found;
  if (is_pair()) {
    agal::Result<agal::LinkedCompilation> linked = agal::link(programs_[0], programs_[1], options);
    found = linked.diagnostics();
    if (linked) products = {std::move(linked->vertex), std::move(linked->fragment)};
  } else {
    agal::Result<agal::Compilation> compiled = agal::compile(programs_[0], options);
    found = compiled.diagnostics();
    if (compiled) products.push_back(*std::move(compiled));
  }
  if (products.empty() && !named_ && is_about_target(found)) return tell_not_expressible(target, found);
  const ExitStatus status = messages.report(found);
  if (products.empty()) return worse(status, ExitStatus::Rejected);
  return worse(status, compare_products(products, options));
}

ExitStatus Prove::compare_products(const std::vector<agal::Compilation>& products,
                                   const agal::CompileOptions& options) {
  std::vector<Other> others;
  for (const agal::Compilation& product : products) {
    agal::proofs::ProductWords read = agal::proofs::words_of(product, options);
    if (!read.fault.empty()) return console_.report(only(make_diagnostic("text-rejected", {}, {read.fault})));
    Other& other = others.emplace_back(Other{std::move(read.words), proof});
    other.options.output = static_cast<const agal::OutputOptions&>(options);
    other.options.match = read.match;
  }
  const std::string name(agal::info(options.target).name);
  return compare({name, name}, others);
}

// ---------------------------------------------------------------------------------------------------------- files

ExitStatus Prove::compare_files() {
  std::vector<Other> others;
  for (std::size_t i = 0; i < programs_.size(); ++i) {
    agal::Result<Other> other = read_file(against[i], programs_[i].stage);
    if (!other) return console_.report(other.diagnostics());
    others.push_back(*std::move(other));
  }
  return compare(against, others);
}

agal::Result<Other> Prove::read_file(const std::string& file, agal::Stage stage) {
  const agal::Result<std::vector<std::byte>> bytes = read_input(file);
  if (!bytes) return bytes.diagnostics();
  if (agal::comparison::begins_like_module(*bytes)) return read_module(file, stage, *bytes);
  if (agal::looks_like_bytecode(*bytes) || file.ends_with(".agal")) return read_program(file, *bytes);
  return read_text(file, stage, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

agal::Result<Other> Prove::read_module(const std::string& file, agal::Stage stage, std::span<const std::byte> bytes) {
  agal::OutputOptions output = settings.options;
  output.target = settings.targets.empty() ? agal::Target::Spv : settings.targets[0];
  return agal::comparison::module_given(agal::comparison::as_words(bytes), file, stage, output, proof);
}

agal::Result<Other> Prove::read_program(const std::string& file, std::span<const std::byte> bytes) {
  const agal::Result<Program> program = agal::load_program(bytes, display_name(file), input.assemble);
  if (!program) return program.diagnostics();
  return agal::comparison::program_given(*program, settings.options, proof);
}

// Loose uniforms exist in OpenGL alone, sets in Vulkan alone.
agal::Result<Other> Prove::read_text(const std::string& file, agal::Stage stage, const std::string& text) {
  if (file.ends_with(".wgsl"))
    return usage_error("agalc does not read WGSL",
                       "naga makes SPIR-V of it: naga --keep-coordinate-space file.wgsl file.spv");
  if (!agal::proofs::front_end_available())
    return usage_error("this build of agalc cannot read text, because it does not have glslang",
                       "docs/packaging.md says what a build needs");
  TextRules rules = file.ends_with(".hlsl") ? TextRules::Hlsl : TextRules::OpenGl;
  agal::proofs::ReadText read = agal::proofs::read_text(text, stage, rules, settings.options.entry_point);
  if (!read.fault.empty() && rules == TextRules::OpenGl) {
    agal::proofs::ReadText again = agal::proofs::read_text(text, stage, TextRules::Vulkan);
    if (again.fault.empty() || read.fault.find("Vulkan") != std::string::npos) {
      rules = TextRules::Vulkan;
      read = std::move(again);
    }
  }
  if (!read.fault.empty()) return only(make_diagnostic("text-rejected", file, {read.fault}));
  Other other{std::move(read.words), proof};
  other.options.output = static_cast<const agal::OutputOptions&>(settings.options);
  if (!settings.targets.empty())
    other.options.output.target = settings.targets[0];
  else
    other.options.output.target = rules == TextRules::OpenGl ? agal::Target::Glsl450 : agal::Target::Spv;
  other.options.match = agal::InterfaceMatch::Names;
  return other;
}

// --------------------------------------------------------------------------------------------------------- answers

ExitStatus Prove::compare(const std::vector<std::string>& with, const std::vector<Other>& others) {
  if (!is_pair()) {
    const agal::Result<Proof> found = agal::prove_equal(programs_[0], others[0].words, others[0].options);
    return found ? tell(0, with[0], *found) : console_.report(found.diagnostics());
  }
  ProofOptions options = others[0].options;
  options.match = std::max(options.match, others[1].options.match);
  const agal::Result<agal::PairProof> found =
      agal::prove_pair(programs_[0], programs_[1], others[0].words, others[1].words, options);
  if (!found) return console_.report(found.diagnostics());
  const ExitStatus of_vertex = tell(0, with[0], found->vertex);
  return worse(of_vertex, tell(1, with[1], found->fragment));
}

ExitStatus Prove::tell(std::size_t i, const std::string& with, const Proof& found) {
  const ProofSubject about = subject(i, with);
  write_output("-", format == ProofFormat::Json ? agal::comparison::proof_json(about, found)
                                                : agal::comparison::proof_text(about, found));
  return found.verdict == Verdict::Equal && found.proof_class <= allowed ? ExitStatus::Done : ExitStatus::Rejected;
}

ExitStatus Prove::tell_not_expressible(agal::Target target, const agal::Diagnostics& found) const {
  std::set<std::string> codes;
  for (const agal::Diagnostic& diagnostic : found)
    if (diagnostic.severity == agal::Severity::Error) codes.insert(agal::code_name(diagnostic.code));
  ProofSubject about = subject(0, std::string(agal::info(target).name));
  about.one_of_two = false;
  const std::string list = fmt::format("{}", fmt::join(codes, ", "));
  write_output("-", format == ProofFormat::Json ? agal::comparison::not_expressible_json(about, list)
                                                : agal::comparison::not_expressible_text(about, list));
  return ExitStatus::Done;
}

}  // namespace

Action build_prove(CLI::App& app, Console& console) {
  const auto prove = std::make_shared<Prove>(console);
  add_inputs(app, prove->paths, "A program, or a vertex program and its fragment program; - is stdin");
  app.add_option("--against", prove->against,
                 "What is compared with it: SPIR-V, GLSL, HLSL, or another program; once for each program")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--map", prove->maps, "What a variable or a member of a block is: mvp=vc0, pos=va0, tex=fs0")
      ->type_name("NAME=REGISTER");
  app.add_option("--assume", prove->assumptions, "A lane of a constant register that always has this value: fc0.z=1")
      ->type_name("LANE=NUMBER");
  Choices<ProofClass> classes;
  for (const ProofClass each :
       {ProofClass::Exact, ProofClass::Undefined, ProofClass::Rounding, ProofClass::ValueChanging})
    classes.emplace_back(agal::name(each), each);
  add_choice(app, "--allow", "class", classes, prove->allowed, "The highest class of rules that a proof may need");
  app.add_option("--budget", prove->proof.budget, "The most terms of one attempt")->type_name("NUMBER")->take_last();
  const Choices<ProofFormat> formats{{"text", ProofFormat::Text}, {"json", ProofFormat::Json}};
  add_choice(app, "--format", "format", formats, prove->format, "Text, or a line of JSON for each comparison");
  add_target_option(app, prove->settings);
  add_input_options(app, prove->input);
  add_compile_options(app, prove->settings);
  add_examples(app,
               {"agalc prove water.frag.agal", "agalc prove water.vert.agal water.frag.agal --target spv,essl300",
                "agalc prove water.frag.agal --against water.spv",
                "agalc prove water.frag.agal --against water.frag --map sky=fs0 --assume fc0.z=1"},
               prove_notes);
  add_console_options(app, console);
  return [prove] { return prove->run(); };
}

}  // namespace agalc
