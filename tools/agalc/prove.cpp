// agalc prove: proves that a translation computes the same results as its program for all inputs.
#include "agal/prove/prove.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <set>

#include "base/format.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "commands.hpp"
#include "messages.hpp"
#include "options.hpp"
#include "options/writer_choice.hpp"
#include "os/process.hpp"
#include "products/products.hpp"
#include "program_inputs.hpp"
#include "proofs/comparison.hpp"
#include "proofs/dxc.hpp"
#include "proofs/products.hpp"
#include "prove/options.hpp"
#include "prove/proof_text.hpp"

namespace agalc {
namespace {

using agal::Program;
using agal::Proof;
using agal::ProofClass;
using agal::ProofOptions;
using agal::Verdict;
using agal::options::Values;
using agal::proofs::Shader;
using agal::prove::ProofSubject;

constexpr std::string_view prove_notes =
    R"(Exit status 0 means that everything is equal, up to the class that --allow names. Without --against, agalc
translates the programs and compares the products with them, for the targets of --target or for all that it can read
back. Two programs are a vertex program and a fragment program, and are linked.

glslang reads GLSL, GLSL ES and HLSL, in the version that the text declares. DXC reads the HLSL of --against if PATH has
the program dxc. If a text does not have #version, or tests
VULKAN, pass its target as --target. Variables are found by the names of docs/abi.md, or else by their locations;
--map names the registers of others. docs/proof.md explains the classes and the rules.)";

// Chooses the compiler that reads HLSL.
enum class HlslReader : std::uint8_t { Any, Dxc, Glslang };

enum class ProofFormat : std::uint8_t { Text, Json };

class Prove {
 public:
  std::vector<std::string> paths, against;
  std::vector<std::string> maps, assumptions;
  ProofClass allowed = ProofClass::Rounding;
  ProofFormat format = ProofFormat::Text;
  HlslReader reader = HlslReader::Any;
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
  ExitStatus compare_files();
  ExitStatus compare(const std::vector<std::string>& with, const agal::Result<std::vector<Shader>>& shaders);
  ExitStatus tell(const ProofSubject& about, const Proof& found);
  ExitStatus tell_not_expressible(agal::Target target, const agal::Diagnostics& found) const;
  bool is_pair() const { return programs_.size() == 2; }
  ProofSubject subject(std::size_t i, const std::string& with) const {
    return {paths[i], programs_[i].stage, with, is_pair() && against.empty(), {}};
  }

  const Console& console_;
  std::vector<Program> programs_;  // one program, or the two programs of a pair
  bool named_ = false;             // true if the command line names targets
  os::ChildLimits limits_;         // the limits of the processes of compilers and spirv-val
};

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
      if (!row.is_assembly()) settings.targets.push_back(row.target);
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

// Returns true if all errors come from the target, which cannot express the program.
bool is_about_target(const agal::Diagnostics& found) {
  return std::all_of(found.begin(), found.end(), [](const agal::Diagnostic& diagnostic) {
    return diagnostic.severity != agal::Severity::Error || agal::products::is_target_error(diagnostic);
  });
}

ExitStatus Prove::compare_target(agal::Target target, MessageDeduplicator& messages) {
  agal::CompileOptions options = agal::options::for_target(settings.options, target, settings.targets);
  // The bindings of a layout other than the ABI are in the interface.
  options.reflect = options.layout != agal::BindingLayout::Abi;
  options.bindings_only = true;
  const agal::Result<agal::products::Products> made = agal::products::compile(programs_, options);
  if (!made && !named_ && is_about_target(made.diagnostics())) return tell_not_expressible(target, made.diagnostics());
  const ExitStatus status = messages.report(made.diagnostics());
  if (!made) return worse(status, ExitStatus::Rejected);
  const std::string name(agal::info(target).name);
  return worse(status, compare({name, name}, agal::proofs::read_products(made->shaders, options, proof)));
}

ExitStatus Prove::compare_files() {
  std::vector<agal::proofs::ComparedFile> files;
  for (const std::string& file : against) {
    agal::Result<std::vector<std::byte>> bytes = read_input(file);
    if (!bytes) return console_.report(bytes.diagnostics());
    files.push_back({file, *std::move(bytes)});
  }
  agal::CompileOptions options = settings.options;
  console_.report(agal::add_source_names(options, programs_[0], programs_.size() == 2 ? &programs_[1] : nullptr));
  agal::proofs::ReadOptions how{options, std::nullopt, proof, input.assemble, {}, limits_};
  if (reader != HlslReader::Glslang) how.dxc = agal::proofs::dxc_path();
  if (reader == HlslReader::Dxc && how.dxc.empty())
    return console_.report(usage_error("--front-end=dxc: there is no program dxc in PATH",
                                       "install DXC, or convert the file: dxc -spirv"));
  if (!settings.targets.empty()) how.target = settings.targets[0];
  return compare(against, agal::proofs::read_files(files, programs_, how));
}

ExitStatus Prove::compare(const std::vector<std::string>& with, const agal::Result<std::vector<Shader>>& shaders) {
  if (!shaders) return console_.report(shaders.diagnostics());
  const agal::Result<std::vector<Proof>> found = agal::proofs::compare(programs_, *shaders);
  if (!found) return console_.report(found.diagnostics());
  ExitStatus status = ExitStatus::Done;
  for (std::size_t i = 0; i < found->size(); ++i) {
    ProofSubject about = subject(i, with[i]);
    if (const auto& front_end = (*shaders)[i].front_end) about.front_end = agal::proofs::name(*front_end);
    status = worse(status, tell(about, (*found)[i]));
  }
  return status;
}

ExitStatus Prove::tell(const ProofSubject& about, const Proof& found) {
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
  const Choices<HlslReader> readers{
      {"any", HlslReader::Any}, {"dxc", HlslReader::Dxc}, {"glslang", HlslReader::Glslang}};
  add_choice(app, "--front-end", "front end", readers, prove->reader,
             "The compiler that reads HLSL: DXC, if PATH has the program dxc, or glslang");
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
