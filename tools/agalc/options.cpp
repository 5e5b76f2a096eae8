#include "options.hpp"

#include <algorithm>
#include <charconv>

#include "agal/host.hpp"
#include "agal/options.hpp"
#include "base/format.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "library_options.hpp"
#include "target_names.hpp"
#include "wrong_input_hints.hpp"

namespace agalc {
namespace {

// Adds an option with a list of entries that have a key. An entry replaces the entry of --host with its key.
template <class T>
CLI::Option* add_named_list(CLI::App& app, const std::string& name, const std::string& form, std::vector<T>& list,
                            const std::string& help, const std::string& letter = {}) {
  const auto store = [&list, name](const std::vector<std::string>& texts) {
    using Values = agal::options::Values<std::vector<T>>;
    const std::string text = agal::base::joined(texts, ",");
    std::optional<std::vector<T>> found = Values::parse(text);
    if (!found) throw CLI::ValidationError("--" + name, Values::fault(text));
    for (const T& entry : *found) {
      using agal::options::key_of;
      std::erase_if(list, [&](const T& each) { return key_of(each) == key_of(entry); });
      list.push_back(entry);
    }
  };
  return app.add_option_function<std::vector<std::string>>(letter + "--" + name, store, help)
      ->type_name(form)
      ->delimiter(',')
      ->allow_extra_args(false);
}

// Parses names of entry points. SPIR-V allows any name, but unusual names are rejected here, because they are probably
// typing errors. A stage that the text does not name has the entry point of the host.
agal::EntryPoints parse_entry_points(const std::string& text, std::optional<agal::Host> host) {
  agal::EntryPoints found = agal::options::entry_points_of(host);
  if (const std::string fault = agal::options::Values<agal::EntryPoints>::read(text, found); !fault.empty())
    throw CLI::ValidationError("--entry-point", fault);
  for (const std::string& name : {found.vertex, found.fragment})
    if (!agal::is_identifier(name)) throw CLI::ValidationError("--entry-point", "'" + name + "' is not an identifier");
  return found;
}

}  // namespace

void add_semantics_options(CLI::App& app, agal::Semantics& semantics) {
  const std::string group = "Ambiguities of AGAL (the first choice is the default)";
  add_library_choice(app, "ifg", "meaning", semantics.ifg)->group(group);
  add_library_choice(app, "domain", "domain", semantics.domain)->group(group);
  add_library_choice(app, "nrm-zero", "value", semantics.normalize_zero)->group(group);
  add_library_choice(app, "index", "conversion", semantics.index_conversion)->group(group);
  add_library_choice(app, "indirect-offset", "sign", semantics.offset_sign)->group(group);
  add_library_choice(app, "unwritten", "value", semantics.unwritten)->group(group);
  app.add_flag_callback(
         "--no-clamp", [&semantics] { semantics.clamp_index = false; },
         "Do not clamp relative addresses to the constant array")
      ->group(group);
}

namespace {

void add_interface_options(CLI::App& app, agal::CompileOptions& options) {
  const std::string group = "Shader interface";
  add_library_choice(app, "writer", "writer", options.writer)->group("Output");
  add_library_choice(app, "constants", "mode", options.constants)->group(group);
  add_library_choice(app, "clip-z", "range", options.clip_z)->group(group);
  add_library_flag(app, "flip-y", options.flip_y)->group(group);
  add_library_choice(app, "precision", "bits", options.precision)->group(group);
  add_library_choice(app, "samplers", "form", options.samplers)->group(group);
  add_number(app, "--varyings", options.varyings, 1u, agal::max_varyings, library_help("varyings"))->group(group);
  add_named_list(app, "bind", "RESOURCE=SET:BINDING", options.bindings,
                 "Change the binding of a resource: fs0=1:5 is set 1, binding 5 (may be repeated)")
      ->group(group);
  add_library_choice(app, "layout", "layout", options.layout)->group(group);
  const std::string repeated = " (may be repeated)";
  add_named_list(app, "rename", "REGISTERS=NAME", options.renames, library_help("rename", repeated))->group(group);
  add_library_choice(app, "names", "names", options.names)->group(group);
  add_named_list(app, "semantics", "REGISTER=SEMANTIC", options.hlsl_semantics, library_help("semantics", repeated))
      ->group(group);
  app.add_flag_callback(
         "--no-version", [&options] { options.version_line = false; }, "Omit the line #version of GLSL and GLSL ES")
      ->group(group);
  app.add_option_function<std::string>(
         "--entry-point",
         [&options](const std::string& text) { options.entry_points = parse_entry_points(text, options.host); },
         library_help("entry-point"))
      ->type_name("NAME")
      ->take_last()
      ->group(group);
}

}  // namespace

// A hole cannot contain '=', so the first '=' separates it from its text.
void add_fill_option(CLI::App& app, agal::ExtractOptions& options) {
  const auto store = [&options](const std::vector<std::string>& list) {
    for (const std::string& fill : list) {
      const std::size_t equals = fill.find('=');
      if (fill == "usual")
        options.fills.use_defaults = true;
      else if (equals == std::string::npos || equals == 0)
        throw CLI::ValidationError("--fill", "'" + fill + "' is neither HOLE=TEXT nor usual");
      else
        options.fills.holes.emplace_back(fill.substr(0, equals), fill.substr(equals + 1));
    }
  };
  app.add_option_function<std::vector<std::string>>(
         "--fill", store,
         "Replace a hole in templates, as in '<?\?\?>=<2d,linear,mipnone,clamp>'; 'usual' fills the others (may be "
         "repeated)")
      ->type_name("HOLE=TEXT")
      ->allow_extra_args(false);
}

void add_failure_options(CLI::App& app, bool& if_empty, bool& if_incomplete) {
  app.add_flag("--fail-if-empty", if_empty, "Exit with status 1 if the inputs do not contain a program");
  app.add_flag("--fail-if-incomplete", if_incomplete,
               "Exit with status 1 if an input may upload programs that are not known");
}

void add_input_options(CLI::App& app, InputOptions& options) {
  add_library_choice(app, "stage", "stage", options.assemble.stage);
  add_number(app, "--agal-version", options.assemble.version, 1u, agal::newest_version, library_help("agal-version"));
  add_library_flag(app, "lenient", options.assemble.lenient);
  add_library_choice(app, "dialect", "name", options.assemble.dialect);
  add_named_list(app, "define", "NAME=NUMBER", options.assemble.definitions,
                 library_help("define", " (may be repeated)"), "-D,");
  app.add_flag("--werror", options.warnings_are_errors, "Treat warnings as errors (also -Werror)");
}

void add_validation_options(CLI::App& app, agal::ValidateOptions& options) {
  const Choices<bool> strict{{"adobe", true}};
  const std::string group = "Validation";
  add_library_choice(app, "validate", "level", options.level)->group(group);
  add_library_flag(app, "adobe-order", options.adobe_order)->group(group);
  add_choice(app, "--strict", "order", strict, options.adobe_order, "The same as --adobe-order")->group(former_names);
  add_library_choice(app, "profile", "profile", options.profile)->group(group);
  app.add_option("--max-tokens", options.max_tokens, library_help("max-tokens"))
      ->type_name("NUMBER")
      ->take_last()
      ->group(group);
  add_library_flag(app, "ignore-limits", options.ignore_limits)->group(group);
  add_library_flag(app, "allow-reserved", options.allow_reserved)->group(group);
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
  const agal::Result<std::vector<std::uint16_t>> rules = agal::parse_lints(agal::base::joined(lists, ","));
  return rules ? *rules : std::vector<std::uint16_t>{};
}

void add_lint_options(CLI::App& app, LintSettings& settings) {
  const auto check = [](const std::string& list) {
    const agal::Result<std::vector<std::uint16_t>> rules = agal::parse_lints(list);
    return rules ? std::string() : rules.diagnostics()[0].message;
  };
  // A flag with an optional value, so that `--lint FILE` does not use the file as a list.
  CLI::Option* const option = app.add_flag(
      "--lint{all}", settings.lists, "Also run lints: all of them, or those in --lint=RULE,... ('-RULE' excludes one)");
  option->check(check)->group("Validation");
  std::vector<std::string_view> names{"all", "none"};
  for (const agal::RuleInfo& rule : agal::all_rules())
    if (rule.phase == agal::Phase::Lint) names.push_back(rule.slug);
  describe_choices(*option, names);
}

void add_host_choice(CLI::App& app, CompileSettings& settings) {
  const auto choices = library_choices<agal::Host>();
  const auto store = [&settings, choices](std::size_t i) {
    const agal::Host host = choices[i].second;
    agal::set_host(settings.options, host);
    settings.targets = {agal::info(host).target};
  };
  add_names(app, "--host", "host", choice_names(choices), store, library_help("host"))->type_name("HOST");
}

void add_target_option(CLI::App& app, CompileSettings& settings) {
  const auto store = [&app, &settings](const std::vector<std::string>& names) {
    NamedTargets named = parse_targets(app, "--target", "target", names);
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
  app.add_flag("--time-report", settings.options.time_steps, "Print the time of each step to stderr");
}

void add_compile_options(CLI::App& app, CompileSettings& settings) {
  agal::CompileOptions& options = settings.options;
  options.validate_spirv = true;
  add_library_choice(app, "env", "environment", options.environment);
  add_library_choice(app, "optimize", "level", options.optimization, " (also -O and -O0)");
  app.add_flag("-g", options.debug_info, library_help("debug-info"));
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
  if (const agal::Diagnostics found = other_file_given(bytes, path); !found.empty()) {
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
