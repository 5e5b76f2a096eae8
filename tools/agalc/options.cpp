#include "options.hpp"

#include <algorithm>
#include <charconv>

#include "console/choices.hpp"
#include "console/files.hpp"
#include "guess.hpp"
#include "target_names.hpp"

namespace agalc {
namespace {

Choices<agal::Environment> environment_choices() {
  Choices<agal::Environment> choices;
  for (const agal::EnvironmentInfo& row : agal::environment_table) choices.emplace_back(row.name, row.environment);
  return choices;
}

Choices<agal::Profile> profile_choices() {
  Choices<agal::Profile> choices;
  for (const agal::ProfileInfo& row : agal::profile_table) choices.emplace_back(row.name, row.profile);
  return choices;
}

std::optional<std::uint32_t> parse_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// `fs0=1:5` or `fs0=5`.
agal::Binding parse_binding(const std::string& text) {
  const CLI::ValidationError malformed(
      "--bind", "'" + text + "' is not RESOURCE=SET:BINDING or RESOURCE=BINDING, for example fs0=1:5");
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw malformed;
  const std::size_t colon = text.find(':', equals);
  const std::string set = colon == std::string::npos ? "0" : text.substr(equals + 1, colon - equals - 1);
  const std::string binding = text.substr(colon == std::string::npos ? equals + 1 : colon + 1);
  const std::optional<std::uint32_t> set_number = parse_number(set), binding_number = parse_number(binding);
  if (!set_number || !binding_number) throw malformed;

  // A resource is a constant file or one sampler, with the prefixes of the register table.
  const std::string resource = text.substr(0, equals);
  const std::size_t digits = std::min(resource.find_first_of("0123456789"), resource.size());
  const std::optional<std::uint32_t> number = parse_number(std::string_view(resource).substr(digits));
  for (const agal::RegisterType type : {agal::RegisterType::Constant, agal::RegisterType::Sampler})
    for (const agal::Stage stage : {agal::Stage::Vertex, agal::Stage::Fragment}) {
      const bool indexed = type == agal::RegisterType::Sampler;
      const std::uint32_t count = agal::version_limits(agal::newest_version).count(type, stage);
      if (resource.substr(0, digits) == agal::info(type).prefix(stage) && indexed == number.has_value() &&
          indexed == (digits < resource.size()) && number.value_or(0) < count)
        return {resource, *set_number, *binding_number};
    }
  throw CLI::ValidationError("--bind",
                             "'" + resource + "' is not a resource; expected vc, fc, fs0 to fs15 or vs0 to vs3");
}

}  // namespace

void add_semantics_options(CLI::App& app, agal::Semantics& semantics) {
  using namespace agal;
  const Choices<IfgMode> ifg{{"gt", IfgMode::Greater}, {"ge", IfgMode::GreaterEqual}};
  const Choices<Domain> domain{{"plain", Domain::Plain}, {"abs", Domain::Abs}};
  const Choices<NormalizeZero> zero{{"undefined", NormalizeZero::Undefined}, {"zero", NormalizeZero::Zero}};
  const Choices<IndexConversion> index{
      {"truncate", IndexConversion::Truncate}, {"round", IndexConversion::Round}, {"floor", IndexConversion::Floor}};
  const Choices<OffsetSign> sign{{"unsigned", OffsetSign::Unsigned}, {"signed", OffsetSign::Signed}};
  const Choices<Unwritten> unwritten{{"zero", Unwritten::Zero}, {"undefined", Unwritten::Undefined}};
  const std::string group = "Ambiguities of AGAL (the first choice is the default)";
  add_choice(app, "--ifg", "meaning", ifg, semantics.ifg, "Comparison of ifg: > or >=")->group(group);
  add_choice(app, "--domain", "domain", domain, semantics.domain,
             "Negative inputs of sqt, rsq, log and pow: unchanged, or their absolute value")
      ->group(group);
  add_choice(app, "--nrm-zero", "value", zero, semantics.normalize_zero, "Result of nrm for a zero vector")
      ->group(group);
  add_choice(app, "--index", "conversion", index, semantics.index_conversion,
             "Conversion of indices to integers in relative addressing")
      ->group(group);
  add_choice(app, "--indirect-offset", "sign", sign, semantics.offset_sign,
             "Meaning of offset bytes from 128 up in relative addressing")
      ->group(group);
  add_choice(app, "--unwritten", "value", unwritten, semantics.unwritten,
             "Value of a temporary that is read before it is written")
      ->group(group);
  app.add_flag_callback(
         "--no-clamp", [&semantics] { semantics.clamp_index = false; },
         "Do not clamp relative addresses to the constant array")
      ->group(group);
}

namespace {

void add_interface_options(CLI::App& app, agal::CompileOptions& options) {
  using namespace agal;
  const Choices<ConstantsMode> constants{
      {"ubo", ConstantsMode::Ubo}, {"plain", ConstantsMode::Plain}, {"push", ConstantsMode::Push}};
  const Choices<ClipZ> clip_z{{"zero-to-one", ClipZ::ZeroToOne}, {"negative-one-to-one", ClipZ::NegativeOneToOne}};
  const Choices<Precision> precision{
      {"highp", Precision::High}, {"mediump", Precision::Medium}, {"lowp-color", Precision::LowColor}};
  const Choices<Writer> writers{{"cross", Writer::Cross}, {"own", Writer::Own}};
  const Choices<Samplers> samplers{{"combined", Samplers::Combined}, {"separate", Samplers::Separate}};
  const std::string group = "Shader interface";
  add_choice(
      app, "--writer", "writer", writers, options.writer,
      "Writer of GLSL and GLSL ES: SPIRV-Cross, or agalc's own, which is faster; WGSL is always written by agalc")
      ->group("Output");
  add_choice(app, "--constants", "mode", constants, options.constants,
             "How to pass constants: a uniform block, a plain array or push constants")
      ->group(group);
  add_choice(app, "--clip-z", "range", clip_z, options.clip_z, "Range of clip-space z that the target expects")
      ->group(group);
  app.add_flag("--flip-y", options.flip_y, "Negate clip-space y")->group(group);
  add_choice(app, "--precision", "bits", precision, options.precision,
             "Precision of colors in fragment programs; lowp applies to GLSL ES alone")
      ->group(group);
  add_choice(app, "--samplers", "form", samplers, options.samplers,
             "Declare a texture and its sampler as one variable or as two; the default is two in WGSL, else one")
      ->group(group);
  app.add_option_function<std::vector<std::string>>(
         "--bind",
         [&options](const std::vector<std::string>& list) {
           for (const std::string& text : list) options.bindings.push_back(parse_binding(text));
         },
         "Change the binding of a resource: fs0=1:5 is set 1, binding 5 (may be repeated)")
      ->type_name("RESOURCE=SET:BINDING")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option_function<std::string>(
         "--entry-point",
         [&options](const std::string& name) {
           if (!agal::is_identifier(name))
             throw CLI::ValidationError("--entry-point", "'" + name + "' is not an identifier");
           options.entry_point = name;
         },
         "Name of the entry point; the default is main")
      ->type_name("NAME")
      ->take_last()
      ->group(group);
}

}  // namespace

void add_input_options(CLI::App& app, InputOptions& options) {
  const Choices<agal::Stage> stages{{"vertex", agal::Stage::Vertex}, {"fragment", agal::Stage::Fragment}};
  add_choice(app, "--stage", "stage", stages, options.assemble.stage,
             "Stage of assembly text; the default is inferred from the file name or the registers");
  app.add_option("--agal-version", options.assemble.version,
                 "AGAL version of assembly text; the default is the lowest possible")
      ->check(CLI::Range(1u, agal::newest_version))
      ->type_name("NUMBER")
      ->take_last();
  app.add_flag("--lenient", options.assemble.lenient, "Skip unknown lines with a warning, as AGALMiniAssembler did");
  app.add_flag("--werror", options.warnings_are_errors, "Treat warnings as errors (also -Werror)");
}

void add_validation_options(CLI::App& app, agal::ValidateOptions& options) {
  using agal::ValidationLevel;
  const Choices<ValidationLevel> levels{
      {"strict", ValidationLevel::Strict}, {"warn", ValidationLevel::Warn}, {"off", ValidationLevel::Off}};
  const Choices<bool> strict{{"adobe", true}};
  const std::string group = "Validation";
  add_choice(app, "--validate", "level", levels, options.level, "How strictly to apply the player's rules")
      ->group(group);
  add_choice(app, "--strict", "order", strict, options.adobe_order,
             "Report only the first error, in the player's order")
      ->group(group);
  add_choice(app, "--profile", "profile", profile_choices(), options.profile,
             "Check the limits of this Context3D profile")
      ->group(group);
  app.add_option("--max-tokens", options.max_tokens, "Reject programs with more tokens")
      ->type_name("NUMBER")
      ->take_last()
      ->group(group);
  app.add_flag("--ignore-limits", options.ignore_limits, "Ignore the limits on registers and tokens")->group(group);
  app.add_flag("--allow-reserved", options.allow_reserved, "Accept sgn and ted, which players reject")->group(group);
}

agal::LintOptions LintSettings::options(const agal::ValidateOptions& validation) const {
  agal::LintOptions out;
  out.rules = rules();
  out.profile = validation.profile;
  out.ignore_limits = validation.ignore_limits;
  out.validated = validation.level;
  return out;
}

std::vector<std::uint16_t> LintSettings::rules() const {
  const agal::Result<std::vector<std::uint16_t>> rules = agal::parse_lints(fmt::format("{}", fmt::join(lists, ",")));
  return rules ? *rules : std::vector<std::uint16_t>{};
}

void add_lint_options(CLI::App& app, LintSettings& settings) {
  const auto check = [](const std::string& list) {
    const agal::Result<std::vector<std::uint16_t>> rules = agal::parse_lints(list);
    return rules ? std::string() : rules.diagnostics()[0].message;
  };
  // A flag that may have a value, so that `--lint FILE` does not take the file for a list.
  CLI::Option* const option = app.add_flag(
      "--lint{all}", settings.lists, "Also run lints: all of them, or those in --lint=RULE,... ('-RULE' excludes one)");
  option->check(check)->group("Validation");
  std::vector<std::string_view> names{"all", "none"};
  for (const agal::RuleInfo& rule : agal::all_rules())
    if (rule.phase == agal::Phase::Lint) names.push_back(rule.slug);
  describe_choices(*option, names);
}

void add_target_option(CLI::App& app, CompileSettings& settings) {
  const auto store = [&settings](const std::vector<std::string>& names) {
    NamedTargets named = parse_targets("--target", "target", names);
    settings.targets = std::move(named.targets);
    settings.target_notes = std::move(named.notes);
  };
  CLI::Option* const option = app.add_option_function<std::vector<std::string>>(
                                     "-t,--target", store, fmt::format("Output languages, or 'all': {}", target_help()))
                                  ->type_name("TARGET[,TARGET...]")
                                  ->delimiter(',')
                                  ->allow_extra_args(false);
  describe_choices(*option, target_names());
}

void add_stage_options(CLI::App& app, CompileSettings& settings) {
  app.add_flag("--print-after-all", settings.print_after_all, "Print the program after each step to stderr");
  app.add_flag("--time-report", settings.time_report, "Print the time of each step to stderr");
}

void add_compile_options(CLI::App& app, CompileSettings& settings) {
  using agal::Optimization;
  agal::CompileOptions& options = settings.options;
  add_choice(app, "--env", "environment", environment_choices(), options.environment, "Environment of the SPIR-V");
  const Choices<Optimization> levels{{"full", Optimization::Full}, {"none", Optimization::None}};
  add_choice(app, "--optimize", "level", levels, options.optimization, "Optimization level (also -O and -O0)");
  app.add_flag("-g", options.debug_info, "Add source lines and names to the SPIR-V");
  app.add_flag_callback(
      "--no-validate-spirv", [&options] { options.validate_spirv = false; }, "Do not run the SPIR-V validator");
  add_interface_options(app, options);
  add_semantics_options(app, options.semantics);
  add_validation_options(app, options.validation);
}

std::optional<agal::Program> load(const std::string& path, const InputOptions& options, const Console& console,
                                  ExitStatus& status) {
  const agal::Result<std::vector<std::byte>> bytes = read_input(path);
  if (!bytes) {
    status = worse(status, console.report(bytes.diagnostics()));
    return std::nullopt;
  }
  return parse(*bytes, path, options, console, status);
}

std::optional<agal::Program> parse(std::span<const std::byte> bytes, const std::string& path,
                                   const InputOptions& options, const Console& console, ExitStatus& status) {
  if (const agal::Diagnostics found = container_given(bytes, path); !found.empty()) {
    status = worse(status, console.report(found));
    return std::nullopt;
  }
  agal::Result<agal::Program> program = agal::load_program(bytes, display_name(path), options.assemble);
  agal::Diagnostics& diagnostics = program.diagnostics();
  if (options.warnings_are_errors) diagnostics.promote_warnings();
  status = worse(status, console.report(diagnostics));
  if (!program || diagnostics.has_errors()) return std::nullopt;
  return std::move(*program);
}

}  // namespace agalc
