// agalc prove: proves that a translation computes the same results as its program for all inputs.
#include "agal/prove/prove.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <set>

#include "agal/bytecode.hpp"
#include "base/format.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "options/writer_choice.hpp"
#include "os/process.hpp"
#include "products.hpp"
#include "program_inputs.hpp"
#include "proofs/foreign.hpp"
#include "proofs/hlsl.hpp"
#include "proofs/products.hpp"
#include "prove/options.hpp"
#include "prove/proof_text.hpp"
#include "prove/reference_module.hpp"
#include "target/output.hpp"
#include "wrong_input_hints.hpp"

namespace agalc {
namespace {

using agal::Program;
using agal::Proof;
using agal::ProofClass;
using agal::ProofOptions;
using agal::Verdict;
using agal::options::Values;
using agal::proofs::ReadStatus;
using agal::proofs::ReadText;
using agal::proofs::TextDialect;
using agal::proofs::TextRules;
using agal::prove::ProofSubject;
using agal::prove::ReferenceModule;

constexpr std::string_view prove_notes =
    R"(Exit status 0 means that everything is equal, up to the class that --allow names. Without --against, agalc
translates the programs and compares the products with them, for the targets of --target or for all that it can read
back. Two programs are a vertex program and a fragment program, and are linked.

glslang reads GLSL, GLSL ES and HLSL, in the version that the text declares. If a text does not have #version, or tests
VULKAN, pass its target as --target. Variables are found by the names of docs/abi.md, or else by their locations;
--map names the registers of others. docs/proof.md explains the classes and the rules.)";

enum class ProofFormat : std::uint8_t { Text, Json };

// A shader that is compared with a program, or the reason why it cannot be read.
struct Shader {
  ReferenceModule other;
  std::string undecided;    // the reason; "" if the shader was read
  bool is_for_any = false;  // true for text that both OpenGL and Vulkan accept
  // For HLSL, the registers of varyings, which must be the same in the other shader of a pair.
  std::optional<agal::proofs::Signature> signature{};
  agal::proofs::TextInterface declared{};  // declarations of GLSL that must match the other shader of a pair
};

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
  agal::Diagnostics plan_limits();
  agal::Diagnostics plan_targets();
  ExitStatus compare_target(agal::Target target, MessageDeduplicator& messages);
  ExitStatus compare_products(const std::vector<agal::Compilation>& products, const agal::CompileOptions& options);
  ExitStatus compare_files();
  std::string unknown_name(const std::vector<Shader>& shaders) const;
  agal::Result<Shader> read_file(const std::string& file, agal::Stage stage, std::span<const std::byte> bytes);
  agal::Result<Shader> read_module(const std::string& file, agal::Stage stage, std::span<const std::byte> bytes);
  agal::Result<Shader> read_program(const std::string& file, std::span<const std::byte> bytes);
  agal::Result<Shader> read_text(const std::string& file, agal::Stage stage, const std::string& text);
  ExitStatus compare(const std::vector<std::string>& with, const std::vector<Shader>& shaders);
  Proof with_doubt(const Shader& shader, Proof found) const;
  ExitStatus tell_undecided(const std::vector<std::string>& with, const std::vector<Shader>& shaders);
  ExitStatus tell(std::size_t i, const std::string& with, const Proof& found);
  ExitStatus tell_not_expressible(agal::Target target, const agal::Diagnostics& found) const;
  bool is_pair() const { return programs_.size() == 2; }
  ProofSubject subject(std::size_t i, const std::string& with) const {
    return {paths[i], programs_[i].stage, with, is_pair() && against.empty()};
  }

  const Console& console_;
  std::vector<Program> programs_;  // one program, or the two programs of a pair
  bool named_ = false;             // true if the command line names targets
  bool for_vulkan_ = false;        // true if a text that is compared has a layout of Vulkan
  os::ChildLimits limits_;         // the limits of the processes of glslang and spirv-val
};

std::string as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Parses each text and appends the result. Returns the first error.
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
  if (!maps.empty() && against.empty())
    return usage_error("--map is given without --against", "name the file with these variables, --against FILE");
  if (std::count(paths.begin(), paths.end(), "-") > 1) return usage_error("stdin can be read only once");
  if (!against.empty() && settings.targets.size() > 1)
    return usage_error("with --against, --target names the one target that the other file is for");
  if (!against.empty() && against.size() != paths.size())
    return usage_error("each program is compared with one file",
                       "pass --against once for each program, in the same order");
  return plan_limits();
}

// Determines the limits of child processes. An environment variable raises them, because compilers run more slowly
// under a debugger or valgrind.
agal::Diagnostics Prove::plan_limits() {
  constexpr unsigned max_seconds = 86'400;
  const std::optional<std::string> text = os::environment_variable("AGAL_PROVE_SECONDS");
  if (!text) return {};
  const char* const end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, limits_.processor_seconds);
  if (error != std::errc() || rest != end || limits_.processor_seconds == 0 || limits_.processor_seconds > max_seconds)
    return usage_error(fmt::format("AGAL_PROVE_SECONDS: '{}' is not a number from 1 to {}", *text, max_seconds));
  limits_.seconds = 6 * limits_.processor_seconds;
  return {};
}

// Chooses the targets. Named targets must be convertible back to SPIR-V. Without names, all convertible targets are
// used. The assembly of SPIR-V is skipped, because it has the same words as SPIR-V.
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
  proof.semantics = settings.options.semantics;
  ExitStatus status = ExitStatus::Done;
  for (const std::string& path : paths)
    if (std::optional<Program> program = load(path, input, console_, status)) programs_.push_back(*std::move(program));
  if (programs_.size() < paths.size()) return status;
  std::vector<agal::Stage> stages;
  for (const Program& program : programs_) stages.push_back(program.stage);
  if (const std::string foreign = agal::prove::foreign_register(proof, stages); !foreign.empty())
    return console_.report(usage_error(fmt::format("--{}: no program has that register", foreign)));
  if (const std::string both = agal::prove::contradiction(proof.assumptions, stages); !both.empty())
    return console_.report(usage_error("--assume: " + both));
  if (!against.empty()) return worse(status, compare_files());
  const agal::Diagnostics lacking = plan_targets();
  if (lacking.has_errors()) return worse(status, console_.report(lacking));
  MessageDeduplicator messages(console_);
  for (const agal::Target target : settings.targets) {
    const ExitStatus found = compare_target(target, messages);
    status = worse(status, found);
    if (found > ExitStatus::Rejected) break;
  }
  console_.report(lacking);
  return status;
}

// ------------------------------------------------------------------------------------------------------- products

// Returns true if all errors come from the target, which cannot express the program.
bool is_about_target(const agal::Diagnostics& found) {
  return std::all_of(found.begin(), found.end(), [](const agal::Diagnostic& diagnostic) {
    const agal::RuleInfo* const rule = agal::find_rule(diagnostic.code);
    return diagnostic.severity != agal::Severity::Error || (rule != nullptr && rule->phase == agal::Phase::Target);
  });
}

ExitStatus Prove::compare_target(agal::Target target, MessageDeduplicator& messages) {
  agal::CompileOptions options = agal::options::for_target(settings.options, target, settings.targets);
  // The bindings of a layout other than the ABI are in the interface.
  options.reflect = options.layout != agal::BindingLayout::Abi;
  options.bindings_only = true;
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
  std::vector<Shader> shaders;
  agal::OutputOptions output = options;
  for (const agal::Compilation& product : products) agal::proofs::add_bindings(output, product);
  for (const agal::Compilation& product : products) {
    agal::proofs::ProductWords read = agal::proofs::words_of(product, options);
    if (read.status == ReadStatus::Rejected)
      return console_.report(only(make_diagnostic("text-rejected", {}, {read.fault})));
    ReferenceModule other{std::move(read.words), proof};
    other.options.output = output;
    other.options.match = read.match;
    shaders.push_back({std::move(other), std::move(read.fault)});
  }
  const std::string name(agal::info(options.target).name);
  return compare({name, name}, shaders);
}

// ---------------------------------------------------------------------------------------------------------- files

// Checks the registers of varyings in HLSL. The two shaders of a pair must match each other. A single shader must have
// the registers of docs/abi.md.
void check_registers(std::vector<Shader>& shaders) {
  const bool is_pair = shaders.size() == 2 && shaders[0].signature && shaders[1].signature;
  const std::string unlinked =
      is_pair ? agal::proofs::unlinked_varying(*shaders[0].signature, *shaders[1].signature) : std::string();
  for (Shader& each : shaders)
    if (each.undecided.empty() && each.signature)
      each.undecided = is_pair ? unlinked : agal::proofs::misplaced_varying(*each.signature);
}

ExitStatus Prove::compare_files() {
  std::vector<std::vector<std::byte>> files;
  for (const std::string& file : against) {
    agal::Result<std::vector<std::byte>> bytes = read_input(file);
    if (!bytes) return console_.report(bytes.diagnostics());
    files.push_back(*std::move(bytes));
    for_vulkan_ = for_vulkan_ || agal::proofs::is_for_vulkan(as_text(files.back()));
  }
  std::vector<Shader> shaders;
  for (std::size_t i = 0; i < programs_.size(); ++i) {
    agal::Result<Shader> shader = read_file(against[i], programs_[i].stage, files[i]);
    if (!shader) return console_.report(shader.diagnostics());
    shaders.push_back(*std::move(shader));
  }
  if (const std::string name = unknown_name(shaders); !name.empty())
    return console_.report(
        usage_error(fmt::format("--map {}: no shader has a variable or a member of that name", name)));
  check_registers(shaders);
  return compare(against, shaders);
}

// Returns the first name of a mapping that does not occur in the shaders. Returns "" if there is none, or if a shader
// was not read.
std::string Prove::unknown_name(const std::vector<Shader>& shaders) const {
  std::vector<std::span<const std::uint32_t>> modules;
  for (const Shader& shader : shaders) {
    if (!shader.undecided.empty()) return {};
    modules.emplace_back(shader.other.words);
  }
  return agal::prove::unknown_name(proof.mappings, modules);
}

agal::Result<Shader> Prove::read_file(const std::string& file, agal::Stage stage, std::span<const std::byte> bytes) {
  if (agal::prove::begins_like_module(bytes)) return read_module(file, stage, bytes);
  if (file.ends_with(".spv"))
    return only(make_diagnostic("spirv-invalid", file, {"it does not begin with the magic number"}));
  if (agal::looks_like_bytecode(bytes) || file.ends_with(".agal")) return read_program(file, bytes);
  return read_text(file, stage, as_text(bytes));
}

agal::Result<Shader> Prove::read_module(const std::string& file, agal::Stage stage, std::span<const std::byte> bytes) {
  Shader shader{{agal::prove::as_words(bytes), proof}, {}};
  agal::OutputOptions& output = shader.other.options.output;
  output = settings.options;
  output.target = settings.targets.empty() ? agal::Target::Spv : settings.targets[0];
  const agal::proofs::ForeignCheck check =
      agal::proofs::check_foreign_words(shader.other.words, agal::target::resolve(output, stage).environment, limits_);
  if (check.status == ReadStatus::Rejected) return only(make_diagnostic("spirv-invalid", file, {check.fault}));
  shader.undecided = check.fault;
  return shader;
}

agal::Result<Shader> Prove::read_program(const std::string& file, std::span<const std::byte> bytes) {
  const agal::Result<Program> program = agal::load_program(bytes, display_name(file), input.assemble);
  if (!program) return program.diagnostics();
  agal::Result<ReferenceModule> other = agal::prove::program_given(*program, settings.options, proof);
  if (!other) return other.diagnostics();
  return Shader{*std::move(other), {}};
}

// Returns the language of a file. It follows from the target, otherwise from the name of the file.
agal::Result<TextDialect> dialect_of(const std::string& file, const std::vector<agal::Target>& targets) {
  const bool hlsl = file.ends_with(".hlsl");
  if (targets.empty()) return TextDialect(hlsl ? TextRules::Hlsl : TextRules::OpenGl);
  const agal::TargetInfo& target = agal::info(targets[0]);
  const bool for_hlsl = target.family == agal::TargetFamily::Hlsl;
  if (!for_hlsl && !agal::info(target.family).glsl())
    return usage_error(fmt::format("text cannot be for the target {}", target.name),
                       "--target is the one that the text is for, for example glsl330, essl100 or hlsl50");
  if (hlsl && !for_hlsl)
    return usage_error(fmt::format("the file is HLSL, and the target is {}", target.name),
                       "--target is the one that the text is for");
  return TextDialect(target);
}

// Returns the default target for a text. It determines the bindings of resources.
agal::Target usual_target(TextRules rules) {
  switch (rules) {
    case TextRules::OpenGl: return agal::Target::Glsl450;
    case TextRules::Vulkan: return agal::Target::Spv;
    case TextRules::Hlsl: return agal::Target::Hlsl50;
  }
  return agal::Target::Spv;
}

agal::Result<Shader> Prove::read_text(const std::string& file, agal::Stage stage, const std::string& text) {
  if (file.ends_with(".wgsl"))
    return usage_error("agalc does not read WGSL",
                       "naga makes SPIR-V of it: naga --keep-coordinate-space file.wgsl file.spv");
  if (!agal::proofs::front_end_available())
    return usage_error("this build of agalc cannot read text, because it does not have glslang",
                       "docs/packaging.md says what a build needs");
  const agal::Result<TextDialect> named = dialect_of(file, settings.targets);
  if (!named) return named.diagnostics();
  TextDialect dialect = *named;
  dialect.adds_version = !settings.options.version_line && dialect.target != nullptr;
  const bool is_open = settings.targets.empty() && dialect.rules == TextRules::OpenGl;
  if (is_open && for_vulkan_) dialect.rules = TextRules::Vulkan;
  const auto read_as = [&] {
    return agal::proofs::read_foreign_text(text, stage, dialect, settings.options.entry_points.of(stage), limits_);
  };
  ReadText read = read_as();
  // Only OpenGL has uniforms outside of blocks, and only Vulkan has descriptor sets.
  bool is_for_any = false;
  if (is_open && !for_vulkan_ && (read.status == ReadStatus::Rejected || stage == agal::Stage::Vertex)) {
    dialect.rules = TextRules::Vulkan;
    ReadText again = read_as();
    is_for_any = read.status == ReadStatus::Read && again.status == ReadStatus::Read;
    if (read.status == ReadStatus::Rejected &&
        (again.status != ReadStatus::Rejected || read.fault.find("Vulkan") != std::string::npos))
      read = std::move(again);
    else
      dialect.rules = TextRules::OpenGl;
  }
  if (read.status == ReadStatus::Rejected) return only(make_diagnostic("text-rejected", file, {read.fault}));
  Shader shader{{std::move(read.words), proof}, std::move(read.fault), is_for_any};
  if (dialect.rules == TextRules::Hlsl && shader.undecided.empty()) shader.signature = std::move(read.signature);
  shader.declared = std::move(read.declared);
  ProofOptions& options = shader.other.options;
  options.output = static_cast<const agal::OutputOptions&>(settings.options);
  options.output.target = settings.targets.empty() ? usual_target(dialect.rules) : settings.targets[0];
  options.match = agal::InterfaceMatch::Names;
  return shader;
}

// --------------------------------------------------------------------------------------------------------- answers

// Replaces the answer about the fragment shader if the texts cannot be linked.
void apply(const agal::proofs::LinkFault& fault, agal::PairProof& found) {
  if (fault.reason.empty() || found.vertex.verdict == Verdict::Different ||
      found.fragment.verdict == Verdict::Different)
    return;
  const std::uint32_t terms = found.fragment.terms;
  found.fragment = {
      .verdict = fault.is_certain ? Verdict::Different : Verdict::NotDecided, .terms = terms, .reason = fault.reason};
}

ExitStatus Prove::compare(const std::vector<std::string>& with, const std::vector<Shader>& shaders) {
  if (std::any_of(shaders.begin(), shaders.end(), [](const Shader& shader) { return !shader.undecided.empty(); }))
    return tell_undecided(with, shaders);
  const ReferenceModule& first = shaders[0].other;
  if (!is_pair()) {
    const agal::Result<Proof> found = agal::prove_equal(programs_[0], first.words, first.options);
    return found ? tell(0, with[0], with_doubt(shaders[0], *found)) : console_.report(found.diagnostics());
  }
  const ReferenceModule& second = shaders[1].other;
  ProofOptions options = first.options;
  options.match = std::max(options.match, second.options.match);
  agal::Result<agal::PairProof> found =
      agal::prove_pair(programs_[0], programs_[1], first.words, second.words, options);
  if (!found) return console_.report(found.diagnostics());
  apply(agal::proofs::unlinked_declaration(shaders[0].declared, shaders[1].declared), *found);
  const ExitStatus of_vertex = tell(0, with[0], with_doubt(shaders[0], found->vertex));
  return worse(of_vertex, tell(1, with[1], found->fragment));
}

// Replaces a difference in op.z by "not decided" if the text is valid for Vulkan and OpenGL, which have different
// ranges of clip-space z.
Proof Prove::with_doubt(const Shader& shader, Proof found) const {
  if (!shader.is_for_any || found.verdict != Verdict::Different || found.output != "op.z" ||
      settings.options.clip_z.has_value())
    return found;
  Proof open;
  open.terms = found.terms;
  open.reason =
      "op.z differs, as it does if the text is for Vulkan: pass --target, for example glsl450 or vulkan-glsl450";
  return open;
}

// Reports that a pair is not decided. This applies to both shaders, even if one of them was read.
ExitStatus Prove::tell_undecided(const std::vector<std::string>& with, const std::vector<Shader>& shaders) {
  ExitStatus status = ExitStatus::Done;
  for (std::size_t i = 0; i < shaders.size(); ++i) {
    Proof unknown;
    unknown.reason =
        shaders[i].undecided.empty() ? "the other shader of the pair cannot be read" : shaders[i].undecided;
    status = worse(status, tell(i, with[i], unknown));
  }
  return status;
}

ExitStatus Prove::tell(std::size_t i, const std::string& with, const Proof& found) {
  const ProofSubject about = subject(i, with);
  const agal::Diagnostics failed = write_output(
      "-", format == ProofFormat::Json ? agal::prove::proof_json(about, found) : agal::prove::proof_text(about, found));
  const bool is_equal = found.verdict == Verdict::Equal && found.proof_class <= allowed;
  return worse(console_.report(failed), is_equal ? ExitStatus::Done : ExitStatus::Rejected);
}

ExitStatus Prove::tell_not_expressible(agal::Target target, const agal::Diagnostics& found) const {
  std::set<std::string> codes;
  for (const agal::Diagnostic& diagnostic : found)
    if (diagnostic.severity == agal::Severity::Error) codes.insert(agal::code_name(diagnostic.code));
  ProofSubject about = subject(0, std::string(agal::info(target).name));
  about.one_of_two = false;
  const std::string list = agal::base::joined(codes, ", ");
  return console_.report(write_output("-", format == ProofFormat::Json
                                               ? agal::prove::not_expressible_json(about, list)
                                               : agal::prove::not_expressible_text(about, list)));
}

}  // namespace

Action build_prove(CLI::App& app, Console& console) {
  const auto prove = std::make_shared<Prove>(console);
  add_inputs(app, prove->paths, "A program, or a vertex program and its fragment program; - is stdin");
  app.add_option("--against", prove->against,
                 "File to compare with the program: SPIR-V, GLSL, HLSL or another program; given once for each program")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--map", prove->maps,
                 "Register that a variable or block member of the file stands for: mvp=vc0, pos=va0, tex=fs0")
      ->type_name("NAME=REGISTER");
  app.add_option("--assume", prove->assumptions, "Component of a constant register that always has this value: fc0.z=1")
      ->type_name("LANE=NUMBER");
  Choices<ProofClass> classes;
  for (const ProofClass each :
       {ProofClass::Exact, ProofClass::Undefined, ProofClass::Rounding, ProofClass::ValueChanging})
    classes.emplace_back(agal::name(each), each);
  add_choice(app, "--allow", "class", classes, prove->allowed, "The weakest class of equality to accept");
  app.add_option("--budget", prove->proof.budget,
                 "Maximum number of terms in one attempt; if it is too small, the answer is 'not decided'")
      ->type_name("NUMBER")
      ->take_last();
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
