// agalc prove: whether a translation computes what its program computes, for all inputs.
#include "agal/prove.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>

#include "agal/bytecode.hpp"
#include "agal/interpret.hpp"
#include "agal/limits.hpp"
#include "base/json_writer.hpp"
#include "commands.hpp"
#include "console/choices.hpp"
#include "console/files.hpp"
#include "khronos/spirv_tools.hpp"
#include "options.hpp"
#include "os/process.hpp"
#include "program_inputs.hpp"
#include "shell.hpp"
#include "target/output.hpp"
#include "temporary_folder.hpp"

namespace agalc {
namespace {

using agal::Proof;
using agal::ProofClass;
using agal::Verdict;

constexpr std::string_view prove_notes =
    R"(Exit status 0 means that everything is equal, up to the classes that --allow grants. Without --against, the
program is translated to the targets, and each product is compared with it.

GLSL, GLSL ES from 3.10 on and HLSL are read by glslangValidator, which must be installed for them (package
glslang-tools). Its variables are found by the names of docs/abi.md, else by their locations; --map says what others are.
docs/proof.md explains the classes and the rules.)";

constexpr auto verdicts = std::to_array<std::string_view>({"equal", "different", "not decided"});

// The rules by which glslangValidator reads a text, and the words for that.
enum class Rules : std::uint8_t { OpenGl, Vulkan, Hlsl };
constexpr auto rules_words = std::to_array<std::string_view>({"-G", "-V", "-V -D"});

enum class ProofFormat : std::uint8_t { Text, Json };

class Prove {
 public:
  std::string path, against;
  std::vector<std::string> maps, assumptions;
  ProofClass allowed = ProofClass::Rounding;
  ProofFormat format = ProofFormat::Text;
  InputOptions input;
  CompileSettings settings;
  agal::ProofOptions proof;

  explicit Prove(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  agal::Diagnostics plan();
  ExitStatus compare(const agal::Program& program, const std::string& with, std::span<const std::uint32_t> words,
                     agal::ProofOptions options);
  ExitStatus compare_target(const agal::Program& program, agal::Target target);
  ExitStatus compare_file(const agal::Program& program);
  agal::Result<std::vector<std::uint32_t>> read_text(const std::string& file, agal::Stage stage, Rules rules);
  void print(const std::string& with, const Proof& found) const;
  void print_json(const std::string& with, const Proof& found) const;
  void write_inputs(agal::base::JsonWriter& json, const agal::Counterexample& example) const;

  const Console& console_;
  agal::Stage stage_ = agal::Stage::Vertex;  // of the program
};

// The first word of a module.
constexpr std::uint32_t spirv_magic = 0x07230203;

std::vector<std::uint32_t> as_words(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

std::string_view stage_word(agal::Stage stage) { return stage == agal::Stage::Vertex ? "vert" : "frag"; }

// "va1", "oc": a register of any stage; outputs need no number.
std::optional<agal::RegisterMapping> parse_register(std::string_view text) {
  const std::optional<agal::NamedRegister> found = agal::find_register_named(text);
  if (!found || (!found->number && agal::info(found->name.type).numbered)) return std::nullopt;
  const std::uint32_t number = found->number.value_or(0);
  if (number >= agal::translatable_registers) return std::nullopt;
  return agal::RegisterMapping{{}, found->name.type, number};
}

// "mvp=vc0"
std::optional<agal::RegisterMapping> parse_mapping(std::string_view text) {
  const std::size_t equal = text.find('=');
  if (equal == text.npos || equal == 0) return std::nullopt;
  std::optional<agal::RegisterMapping> mapping = parse_register(text.substr(equal + 1));
  if (mapping) mapping->name = text.substr(0, equal);
  return mapping;
}

// "fc0.z=1"
std::optional<agal::Assumption> parse_assumption(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == text.npos || text.size() < dot + 4 || text[dot + 2] != '=') return std::nullopt;
  const std::optional<agal::RegisterMapping> found = parse_register(text.substr(0, dot));
  const std::size_t lane = std::string_view("xyzw").find(text[dot + 1]);
  const std::string_view digits = text.substr(dot + 3);
  float value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size() && std::isfinite(value);
  if (!found || found->type != agal::RegisterType::Constant || lane > 3 || !is_number) return std::nullopt;
  return agal::Assumption{found->number, static_cast<std::uint32_t>(lane), value};
}

agal::Diagnostics Prove::plan() {
  for (const std::string& text : maps) {
    const std::optional<agal::RegisterMapping> mapping = parse_mapping(text);
    if (!mapping) return usage_error(fmt::format("--map expects NAME=REGISTER, as in mvp=vc0, found '{}'", text));
    proof.mappings.push_back(*mapping);
  }
  for (const std::string& text : assumptions) {
    const std::optional<agal::Assumption> assumption = parse_assumption(text);
    if (!assumption)
      return usage_error(fmt::format("--assume expects REGISTER.LANE=NUMBER, as in fc0.z=1, found '{}'", text));
    proof.assumptions.push_back(*assumption);
  }
  return {};
}

ExitStatus Prove::run() {
  if (const ExitStatus status = console_.report(plan()); status != ExitStatus::Done) return status;
  console_.report(settings.target_notes);
  settings.options.semantics.allow_reserved = settings.options.validation.allow_reserved;
  proof.semantics = settings.options.semantics;
  ExitStatus status = ExitStatus::Done;
  const std::optional<agal::Program> program = load(path, input, console_, status);
  if (!program) return status;
  stage_ = program->stage;
  if (!against.empty()) return worse(status, compare_file(*program));
  if (settings.targets.empty()) settings.targets.push_back(agal::Target::Spv);
  for (const agal::Target target : settings.targets) status = worse(status, compare_target(*program, target));
  return status;
}

ExitStatus Prove::compare_target(const agal::Program& program, agal::Target target) {
  const agal::TargetInfo& row = agal::info(target);
  const bool hlsl = row.family == agal::TargetFamily::Hlsl;
  const bool old = row.family == agal::TargetFamily::Essl && row.version < 310;
  const bool text = hlsl || (agal::info(row.family).glsl() && !old);
  if (target != agal::Target::Spv && !text)
    return console_.report(usage_error(fmt::format("there is no way back from {} to SPIR-V", row.name)));
  agal::CompileOptions options = settings.options;
  options.target = target;
  options.reflect = false;
  const agal::Result<agal::Compilation> compiled = agal::compile(program, options);
  if (const ExitStatus status = console_.report(compiled.diagnostics()); !compiled)
    return worse(status, ExitStatus::Rejected);
  agal::ProofOptions with = proof;
  with.output = options;
  if (target == agal::Target::Spv) return compare(program, std::string(row.name), compiled->spirv, with);
  const TemporaryFolder folder("agalc-prove");
  const std::string file = folder.path() + "/product";
  if (const ExitStatus status = console_.report(write_output(file, compiled->text)); status != ExitStatus::Done)
    return status;
  const auto words = read_text(file, program.stage, hlsl ? Rules::Hlsl : row.vulkan ? Rules::Vulkan : Rules::OpenGl);
  if (!words) return console_.report(words.diagnostics());
  with.match = agal::InterfaceMatch::Names;
  return compare(program, std::string(row.name), *words, with);
}

ExitStatus Prove::compare_file(const agal::Program& program) {
  const agal::Result<std::vector<std::byte>> bytes = read_input(against);
  if (!bytes) return console_.report(bytes.diagnostics());
  agal::ProofOptions with = proof;
  with.output = settings.options;
  if (!settings.targets.empty()) with.output.target = settings.targets[0];
  const std::vector<std::uint32_t> words = as_words(*bytes);
  if (!words.empty() && words[0] == spirv_magic) {
    if (settings.targets.empty()) with.output.target = agal::Target::Spv;
    const agal::target::Output output = agal::target::resolve(with.output, program.stage);
    if (agal::khronos::available())
      if (const auto fault = agal::khronos::validate(words, output.environment))
        return console_.report(only(make_diagnostic("spirv-invalid", against, {*fault})));
    if (!maps.empty()) with.match = agal::InterfaceMatch::Names;
    return compare(program, against, words, with);
  }
  if (agal::looks_like_bytecode(*bytes) || against.ends_with(".agal")) {
    ExitStatus status = ExitStatus::Done;
    const std::optional<agal::Program> other = load(against, input, console_, status);
    if (!other) return status;
    agal::TranslateOptions options = settings.options;
    options.target = agal::Target::Spv;
    options.optimization = agal::Optimization::None;
    const auto translated = agal::translate(*other, options);
    if (!translated) return console_.report(translated.diagnostics());
    with.output = options;
    return compare(program, against, *translated, with);
  }
  // Loose uniforms exist in OpenGL alone, sets in Vulkan alone.
  Rules rules = against.ends_with(".hlsl") ? Rules::Hlsl : Rules::OpenGl;
  auto read = read_text(against, program.stage, rules);
  if (!read && rules == Rules::OpenGl) {
    rules = Rules::Vulkan;
    read = read_text(against, program.stage, rules);
  }
  if (!read) return console_.report(read.diagnostics());
  if (settings.targets.empty()) with.output.target = rules == Rules::OpenGl ? agal::Target::Glsl450 : agal::Target::Spv;
  with.match = agal::InterfaceMatch::Names;
  return compare(program, against, *read, with);
}

agal::Result<std::vector<std::uint32_t>> Prove::read_text(const std::string& file, agal::Stage stage, Rules rules) {
  const TemporaryFolder folder("agalc-prove");
  if (folder.path().empty())
    return only(make_diagnostic("cannot-write", folder.wanted(), {"cannot create a folder there"}));
  const std::string to = folder.path() + "/words.spv";
  const std::string command = fmt::format(
      "glslangValidator {} --auto-map-locations --auto-map-bindings -S {} -e main -o {} {}",
      rules_words[static_cast<std::size_t>(rules)], stage_word(stage), os::shell_quoted(to), os::shell_quoted(file));
  const ShellOutcome outcome = run_shell(command, std::chrono::seconds(60));
  if (outcome.kind == ShellOutcome::Kind::Exited && outcome.value == 127)
    return usage_error("the text cannot be read: glslangValidator is not installed");
  if (!outcome.succeeded())
    return usage_error(fmt::format("glslangValidator rejects the text: {}", outcome.text()),
                       fmt::format("glslangValidator -S {} FILE prints its messages", stage_word(stage)));
  const agal::Result<std::vector<std::byte>> bytes = read_input(to);
  if (!bytes) return bytes.diagnostics();
  return as_words(*bytes);
}

ExitStatus Prove::compare(const agal::Program& program, const std::string& with, std::span<const std::uint32_t> words,
                          agal::ProofOptions options) {
  const agal::Result<Proof> found = agal::prove_equal(program, words, options);
  if (!found) return console_.report(found.diagnostics());
  if (format == ProofFormat::Json)
    print_json(with, *found);
  else
    print(with, *found);
  return found->verdict == Verdict::Equal && found->proof_class <= allowed ? ExitStatus::Done : ExitStatus::Rejected;
}

void Prove::print(const std::string& with, const Proof& found) const {
  std::string out = fmt::format("{}: {}", with, verdicts[static_cast<std::size_t>(found.verdict)]);
  if (found.verdict == Verdict::Equal && found.proof_class != ProofClass::Exact)
    out += fmt::format(" up to {}", agal::name(found.proof_class));
  for (std::size_t i = 0; i < found.rules.size(); ++i)
    out += fmt::format("{}{} ({})", i == 0 ? ": " : ", ", found.rules[i].name, found.rules[i].count);
  if (!found.reason.empty()) out += fmt::format(": {}", found.reason);
  if (found.counterexample) {
    const agal::Counterexample& example = *found.counterexample;
    const bool by_pixel = std::any_of(example.inputs.begin(), example.inputs.end(),
                                      [](const auto& each) { return each.values.size() > 1; });
    out += fmt::format(": {} is {}, the program has {}{}, for\n", example.output, example.found, example.expected,
                       by_pixel ? fmt::format(" in pixel {}", example.pixel) : "");
    for (const agal::Counterexample::Input& one : example.inputs) {
      out += fmt::format("  {} =", agal::register_name(one.type, one.number, stage_));
      for (std::size_t i = 0; i < one.values.size(); ++i)
        out += fmt::format("{} {}", i == 0 ? "" : ";", fmt::join(one.values[i], ", "));
      out += '\n';
    }
    if (example.samples) out += "  with texels that hang on their coordinates\n";
  } else {
    out += '\n';
  }
  if (!found.expected.empty() && found.verdict != Verdict::Equal)
    out += fmt::format("  {} of the program: {}\n  {} of the other: {}\n", found.output, found.expected, found.output,
                       found.found);
  write_output("-", out);
}

// As `agalc run --in` reads them.
void Prove::write_inputs(agal::base::JsonWriter& json, const agal::Counterexample& example) const {
  const auto group = [&](std::string_view name, agal::RegisterType type) {
    json.key(name);
    json.object([&] {
      for (const agal::Counterexample::Input& one : example.inputs) {
        if (one.type != type) continue;
        json.key(agal::register_name(type, one.number, stage_));
        if (one.values.size() == 1)
          json.list(one.values[0]);
        else
          json.list(one.values, [&](const std::array<float, 4>& lanes) { json.list(lanes); });
      }
    });
  };
  json.object([&] {
    group("constants", agal::RegisterType::Constant);
    if (stage_ == agal::Stage::Vertex)
      group("attributes", agal::RegisterType::Attribute);
    else
      group("varyings", agal::RegisterType::Varying);
    for (const agal::Counterexample::Input& one : example.inputs)
      if (one.type == agal::RegisterType::InstanceId) json.member("instance", one.values[0][0]);
  });
}

void Prove::print_json(const std::string& with, const Proof& found) const {
  agal::base::JsonWriter json(agal::base::JsonStyle::OneLine);
  json.object([&] {
    json.members({{"program", path},
                  {"with", with},
                  {"verdict", verdicts[static_cast<std::size_t>(found.verdict)]},
                  {"class", agal::name(found.proof_class)},
                  {"terms", found.terms},
                  {"reason", found.reason}});
    json.key("rules");
    json.list([&] {
      for (const agal::RuleUse& use : found.rules)
        json.object({{"name", use.name}, {"class", agal::name(use.rule_class)}, {"count", use.count}});
    });
    if (!found.counterexample) return;
    const agal::Counterexample& example = *found.counterexample;
    json.key("counterexample");
    json.object([&] {
      json.members({{"output", example.output}, {"pixel", example.pixel}, {"samples", example.samples}});
      json.key("expected");
      json.raw(agal::float_as_json(example.expected));
      json.key("found");
      json.raw(agal::float_as_json(example.found));
      json.key("inputs");
      write_inputs(json, example);
    });
  });
  write_output("-", json.line());
}

}  // namespace

Action build_prove(CLI::App& app, Console& console) {
  const auto prove = std::make_shared<Prove>(console);
  add_input(app, prove->path, "A program: bytecode or assembly text; - is stdin");
  app.add_option("--against", prove->against, "What is compared with it: SPIR-V, GLSL, HLSL, or another program")
      ->type_name("FILE")
      ->take_last();
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
               {"agalc prove water.frag.agal", "agalc prove water.frag.agal --against water.spv",
                "agalc prove water.frag.agal --against water.frag --map sky=fs0 --assume fc0.z=1"},
               prove_notes);
  add_console_options(app, console);
  return [prove] { return prove->run(); };
}

}  // namespace agalc
