// agalc batch: converts any number of programs, from files and containers, to a folder of products.
#include "batch/batch.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "agal/host.hpp"
#include "batch/shard.hpp"
#include "ci_reports.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/recorded_files.hpp"
#include "cli/repeats.hpp"
#include "commands.hpp"
#include "frame_pages.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "os/filesystem.hpp"
#include "os/process.hpp"
#include "os/terminal.hpp"
#include "port/port.hpp"
#include "proofs/products.hpp"
#include "report/report.hpp"
#include "target_names.hpp"

namespace agalc {
namespace {

using agal::batch::ProgressMode;

constexpr std::string_view batch_notes =
    R"(Inputs are files, folders (searched for AGAL, SWF, SWC and ZIP files) and quoted patterns ('shaders/**/*.agal');
@FILE reads any number of them from a file.
docs/batch.md describes the products, docs/shards.md how to distribute the work.)";

// The maximum number of messages that are printed. The manifest contains all messages.
constexpr std::size_t max_messages = 100;

enum class ProgressChoice : std::uint8_t { Auto, Bar, Plain, None };

class Batch {
 public:
  agal::batch::BatchOptions options;
  CompileSettings settings;
  InputOptions input;
  LintSettings lints;
  CiReportPaths ci_reports;
  std::string report;
  agal::Diagnostics target_notes;
  agal::batch::CacheOptions cache;
  ProgressChoice progress = ProgressChoice::Auto;
  bool auto_shard = false, no_cache = false, merge = false, quiet = false, fail_if_empty = false,
       fail_if_incomplete = false;

  explicit Batch(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  agal::Diagnostics find_shard();
  agal::Diagnostics check() const;
  void complete_options();
  ExitStatus convert();
  ExitStatus merge_manifests() const;
  ExitStatus write_reports() const;
  ExitStatus write_module(const std::string& manifest) const;
  agal::Diagnostics check_module() const;
  bool is_whole() const;
  void tell(const agal::Diagnostics& diagnostics);

  const Console& console_;
  std::size_t told_ = 0;
  Repeats repeats_;
};

// Determines the shard for `--shard auto`.
agal::Diagnostics Batch::find_shard() {
  if (!auto_shard) return {};
  const agal::Result<agal::batch::ScheduledShard> found =
      agal::batch::scheduled_shard(&agal::batch::process_environment);
  if (!found) return found.diagnostics();
  options.shard = found->shard;
  if (!quiet && console_.for_people())
    print_error(fmt::format("shard {}/{}, by {}\n", found->shard.index, found->shard.count, found->scheduler));
  return {};
}

agal::Diagnostics Batch::check() const {
  if (merge && !options.inputs.empty()) return usage_error("--merge-manifests does not take inputs");
  if (merge && (auto_shard || !options.shard.whole()))
    return usage_error("--merge-manifests cannot be combined with --shard", "pass it when all shards are done");
  if (merge) return {};
  if (options.inputs.empty()) return usage_error("no inputs", "pass files, folders or patterns");
  if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 0)
    return usage_error("batch does not read programs from stdin", "use agalc compile");
  std::error_code failed;
  if (!options.base.empty() && !os::fs::is_directory(options.base, failed))
    return usage_error(fmt::format("the value of --base, {}, is not a folder", options.base),
                       "name a folder that contains the inputs");
  if (options.convert.emit.targets.empty() && !options.convert.emit.reflect)
    return usage_error("no products are requested", "pass --emit, for example --emit spv,essl300,reflect");
  if (options.prune && (auto_shard || !options.shard.whole()))
    return usage_error("--prune cannot be combined with --shard", "pass it with --merge-manifests");
  return {};
}

void Batch::complete_options() {
  options.convert.compile = settings.options;
  options.convert.lint = lints.options(settings.options.validation);
  options.convert.warnings_are_errors = input.warnings_are_errors;
  options.assemble = input.assemble;
  if (cache.folder.empty()) cache.folder = os::environment_variable("AGAL_CACHE_DIR").value_or("");
  if (!cache.folder.empty() && !no_cache) options.cache = cache;
  const bool terminal = os::is_terminal(os::Stream::Error) && console_.format == DiagnosticsFormat::Text;
  if (quiet) progress = ProgressChoice::None;
  switch (progress) {
    case ProgressChoice::Auto: options.progress = terminal ? ProgressMode::Bar : ProgressMode::Plain; break;
    case ProgressChoice::Bar: options.progress = ProgressMode::Bar; break;
    case ProgressChoice::Plain: options.progress = ProgressMode::Plain; break;
    case ProgressChoice::None: options.progress = ProgressMode::None; break;
  }
  if (progress == ProgressChoice::Auto && console_.format == DiagnosticsFormat::Json)
    options.progress = ProgressMode::None;
}

void Batch::tell(const agal::Diagnostics& diagnostics) {
  if (!console_.for_people()) return static_cast<void>(console_.report(diagnostics));
  agal::Diagnostics shown;
  const std::size_t before = told_;
  for (const agal::Diagnostic& diagnostic : repeats_.first(diagnostics))
    if (lists_a_file(diagnostic) || told_++ < max_messages) shown.add(diagnostic);
  console_.report(shown);
  if (told_ > max_messages && before <= max_messages) console_.report(only(make_diagnostic("more-messages", {})));
}

ExitStatus Batch::convert() {
  if (options.convert.prove && !quiet) tell(agal::proofs::unproved(options.convert.emit.targets));
  const agal::batch::Listener listener{[this](const agal::Diagnostics& found) { tell(found); },
                                       [] { return InterruptGuard::interrupted(); }};
  const agal::batch::Outcome outcome = run_batch(options, listener);
  if (told_ <= max_messages) console_.report(repeats_.counts());
  if (InterruptGuard::interrupted()) print_error("interrupted: no manifest was written\n");
  ExitStatus status = outcome.status;
  if (outcome.complete) status = worse(status, write_reports());
  if (outcome.complete && !quiet && console_.for_people()) print_error(summary_text(outcome.summary, outcome.elapsed));
  if (outcome.complete && fail_if_empty && outcome.summary.programs() + outcome.summary.elsewhere == 0)
    status = worse(status, console_.report(only(make_diagnostic("none-found", {}, {"the inputs"}))));
  if (outcome.complete && fail_if_incomplete && outcome.summary.incomplete > 0)
    status = worse(status, console_.report(only(make_diagnostic("incomplete", {}, {"the inputs"}))));
  return status;
}

// Writes the module of the host, and with `--prune` removes modules of earlier runs. Only a manifest of all shards has
// all programs of a module.
ExitStatus Batch::write_module(const std::string& manifest) const {
  if (!is_whole()) return ExitStatus::Done;
  agal::port::Module module;
  if (settings.options.host) {
    agal::Result<agal::port::Module> made =
        agal::port::make_module(*settings.options.host, manifest, options.output, settings.options);
    if (!made) return console_.report(made.diagnostics());
    module = *std::move(made);
  }
  agal::batch::MoreFiles files;
  if (options.prune) files.removed = agal::port::old_modules(options.output, module);
  for (agal::port::File& file : module.files) files.written.push_back({std::move(file.name), std::move(file.text)});
  const ExitStatus status = console_.report(agal::batch::write_files(options.output, files));
  return worse(status, console_.report(module.diagnostics));
}

ExitStatus Batch::write_reports() const {
  const std::string manifest = fmt::format("{}/{}", options.output, options.shard.manifest_name());
  ExitStatus status = write_module(manifest);
  status = worse(status, console_.report(write_ci_reports(manifest, options.output, ci_reports)));
  if (report.empty()) return status;
  agal::report::ReportOptions report_options;
  status = worse(status, console_.report(write_frame_pages(console_, manifest, report, report_options.frames)));
  return worse(status, console_.report(agal::report::write_report(manifest, options.output, report, report_options)));
}

// Checks that the host's module can follow the options. Without the log of a game, there is no module.
agal::Diagnostics Batch::check_module() const {
  if (!settings.options.host || !is_whole()) return {};
  agal::Diagnostics wrong =
      agal::port::check_options(*settings.options.host, settings.options, options.convert.emit.targets);
  if (wrong.has_errors() && !merge && has_log(options)) return wrong;
  return {};
}

bool Batch::is_whole() const { return options.shard.whole() && !auto_shard; }

ExitStatus Batch::merge_manifests() const {
  const ExitStatus status = console_.report(agal::batch::merge_shards(options.output, options.prune));
  return status == ExitStatus::Done ? write_reports() : status;
}

ExitStatus Batch::run() {
  if (!quiet) console_.report(target_notes);
  agal::batch::Emit& emit = options.convert.emit;
  if (emit.targets.empty() && !emit.reflect && settings.options.host) {
    emit.targets = settings.targets;
    for (const agal::Target target : agal::port::module_targets(*settings.options.host)) emit.targets.push_back(target);
    std::sort(emit.targets.begin(), emit.targets.end());
  }
  if (const ExitStatus status = console_.report(check()); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(check_module()); status != ExitStatus::Done) return status;
  std::vector<PlannedFile> planned{
      {fmt::format("{}/{}", options.output, options.shard.manifest_name()), Writes::Other}};
  if (settings.options.host && is_whole())
    for (const std::string& path : agal::port::module_paths(*settings.options.host, options.output))
      planned.push_back({path, Writes::Other});
  if (const ExitStatus status = console_.report(console_.outputs.check_planned(planned, options.inputs));
      status != ExitStatus::Done)
    return status;
  if (merge) return merge_manifests();
  if (const ExitStatus status = console_.report(find_shard()); status != ExitStatus::Done) return status;
  complete_options();
  ExitStatus status = ExitStatus::Done;
  bool interrupted = false;
  {
    const InterruptGuard guard;
    status = convert();
    interrupted = InterruptGuard::interrupted();
  }
  if (interrupted) end_by_signal();
  return status;
}

void add_emit_option(CLI::App& app, Batch& batch) {
  const auto store = [&app, &batch](const std::vector<std::string>& names) {
    NamedTargets named = parse_targets(app, "--emit", "product", names, agal::batch::reflect_product.name);
    // The targets are sorted in the order of the table, so that the order of the arguments does not matter.
    std::sort(named.targets.begin(), named.targets.end());
    batch.options.convert.emit = {std::move(named.targets), named.other};
    batch.target_notes = std::move(named.notes);
  };
  CLI::Option* const option =
      app.add_option_function<std::vector<std::string>>("-e,--emit,-t,--target", store,
                                                        fmt::format("Products to make from each program, or 'all': {}",
                                                                    target_help(agal::batch::reflect_product.name)))
          ->type_name("NAME[,NAME...]")
          ->delimiter(',')
          ->allow_extra_args(false);
  describe_choices(*option, target_names(agal::batch::reflect_product.name));
}

void add_cache_options(CLI::App& app, Console& console, Batch& batch) {
  add_own_folder(app, console, "--cache-dir", batch.cache.folder,
                 "Folder of the cache; the default is $AGAL_CACHE_DIR");
  app.add_option("--cache-size", batch.cache.max_bytes, "Maximum size of the cache; the default is 1G")
      ->transform(CLI::AsSizeValue(false))
      ->transform(CLI::Validator(
          [](const std::string& text) { return text.starts_with('-') ? "the size is negative" : std::string(); }, ""))
      ->type_name("SIZE")
      ->take_last();
  app.add_flag("--no-cache", batch.no_cache, "Do not use a cache, even if the environment names one");
}

void add_shard_options(CLI::App& app, Batch& batch) {
  app.add_option_function<std::string>(
         "--shard",
         [&batch](const std::string& text) {
           batch.auto_shard = text == "auto";
           const std::optional<agal::batch::Shard> shard =
               batch.auto_shard ? agal::batch::Shard{} : agal::batch::parse_shard(text);
           if (!shard) throw CLI::ValidationError("--shard", "'" + text + "' is not a shard such as 1/4, or auto");
           batch.options.shard = *shard;
         },
         "Convert only the I-th of N shards of the programs; auto takes I and N from a job array")
      ->type_name("I/N|auto")
      ->take_last();
  app.add_flag("--merge-manifests", batch.merge, "Merge the manifests of all shards in the folder into one");
  app.add_flag("--prune", batch.options.prune, "Remove products of the last run that this run does not make");
  add_overwrite_option(app, batch.options.overwrite);
}

}  // namespace

Action build_batch(CLI::App& app, Console& console) {
  const auto batch = std::make_shared<Batch>(console);
  add_examples(app,
               {"agalc batch game.swf -o out --emit spv,essl300,msl21,reflect",
                "agalc batch shaders/ -o out --emit all --cache-dir cache --report out/report.html",
                "agalc batch shaders/ -o out --emit spv,hlsl50 --prove",
                "agalc batch game.swf game.log -o out --emit all --fill usual",
                "agalc batch shaders/ -o out --emit spv --shard 1/2",
                "agalc batch shaders/ -o out --emit spv --shard 2/2", "agalc batch -o out --merge-manifests"},
               batch_notes);
  app.add_option("IN", batch->options.inputs, "Files, folders or patterns");
  add_own_folder(app, console, "-o,--output", batch->options.output, "Folder for the products and manifest.jsonl")
      ->required();
  add_emit_option(app, *batch);
  add_host_choice(app, batch->settings);
  app.add_flag("--prove", batch->options.convert.prove, "Prove each product before it is written, as agalc prove does");
  app.add_option("--base", batch->options.base, "Name products by their path relative to this folder")
      ->type_name("DIR")
      ->take_last();
  add_number(app, "-j,--jobs", batch->options.threads, 1u, 1024u, "Number of threads; the default is one per core");
  add_cache_options(app, console, *batch);
  add_shard_options(app, *batch);
  const Choices<ProgressChoice> modes{{"auto", ProgressChoice::Auto},
                                      {"bar", ProgressChoice::Bar},
                                      {"plain", ProgressChoice::Plain},
                                      {"none", ProgressChoice::None}};
  add_choice(app, "--progress", "mode", modes, batch->progress, "How to show progress; auto shows a bar on a terminal");
  add_output_file(app, console, "--report", batch->report, Writes::Other,
                  "Also write an HTML report, as agalc report does")
      ->group("Reports");
  add_ci_report_options(app, console, batch->ci_reports);
  add_failure_options(app, batch->fail_if_empty, batch->fail_if_incomplete);
  add_fill_option(app, batch->options.extract);
  app.add_flag("-q,--quiet", batch->quiet, "Do not print progress or a summary to stderr");
  add_input_options(app, batch->input);
  add_compile_options(app, batch->settings);
  add_lint_options(app, batch->lints);
  add_console_options(app, console);
  return [batch] { return batch->run(); };
}

}  // namespace agalc
