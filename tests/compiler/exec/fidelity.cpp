// Executes programs on every backend, and measures their agreement with the interpreter. tools/lab/fidelity runs all
// measurements, and fidelity_report.py writes the page.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "agal/assembly.hpp"
#include "exec/entries.hpp"
#include "exec/fidelity_records.hpp"
#include "exec/record.hpp"

namespace {

using namespace agal;
using namespace agal::exec;

struct Settings {
  std::vector<std::string> backends;
  std::vector<std::string> facilities;  // facilities whose backends are added to `backends`
  std::string device;                   // a part of the device's name, or "" for the software renderers
  std::string json;                     // the file for the record, or ""
  std::string set = "programs";
  std::vector<std::string> files;
  std::uint32_t generated = 0;
  std::array<std::uint32_t, 2> sizes{8, 48};
  bool own = false, shared = false;
  std::size_t first = 0, limit = 1u << 30, shown = 10;
  Slice part;
  std::string saved;
  CampaignOptions campaign;
};

void print(const Record& record, std::size_t shown) {
  fmt::print("{} entries, {} programs\n", record["entries"].get<std::uint64_t>(),
             record["programs"].get<std::uint64_t>());
  for (const auto& [reason, count] : record["unsuitable"].items())
    fmt::print("  {} executed nowhere: {}\n", count.get<std::uint64_t>(), reason);
  constexpr std::array columns{"programs", "draws", "exact", "within", "regrouped", "explained", "undecided", "faults"};
  fmt::print("{:16}", "backend");
  for (const char* column : columns) fmt::print(" {:>10}", column);
  fmt::print(" {:>10}\n", "mismatches");
  for (const Record& backend : record["backends"]) {
    fmt::print("{:16}", backend["name"].get<std::string>());
    for (const char* column : columns) fmt::print(" {:>10}", backend[column].get<std::uint64_t>());
    fmt::print(" {:>10}   {}\n", backend["mismatches"].size(), backend["device"].get<std::string>());
    for (const auto& [reason, count] : backend["notExpressible"].items())
      fmt::print("    {} not expressible: {}\n", count.get<std::uint64_t>(), reason);
    for (std::size_t i = 0; i < std::min(shown, backend["mismatches"].size()); ++i)
      fmt::print("    {}\n", backend["mismatches"][i].get<std::string>());
  }
}

bool disagrees(const Record& record) {
  for (const Record& backend : record["backends"])
    if (!backend["mismatches"].empty()) return true;
  return false;
}

void write(const Record& record, const std::string& path) {
  if (!path.empty()) std::ofstream(path) << record.dump(1) << "\n";
}

// Parses a part such as "2/5", the second of five parts.
Slice parse_part(const std::string& text) {
  Slice part;
  const char *const begin = text.data(), *const end = begin + text.size();
  const auto number = std::from_chars(begin, end, part.number);
  const auto count = number.ptr == end ? number : std::from_chars(number.ptr + 1, end, part.count);
  const bool good = number.ec == std::errc{} && number.ptr != end && *number.ptr == '/' && count.ec == std::errc{} &&
                    count.ptr == end && part.number >= 1 && part.number <= part.count;
  if (!good) throw CLI::ValidationError("--part", "'" + text + "' is not a part, such as 2/5");
  return part;
}

// Keeps the entries of one part. Each part has entries of all sizes.
void keep(std::vector<Entry>& entries, Slice part) {
  std::size_t i = 0;
  std::erase_if(entries, [&](const Entry&) { return i++ % part.count != part.number - 1; });
}

std::vector<Entry> entries_of(const Settings& settings) {
  std::vector<Entry> entries;
  const auto append = [&](std::vector<Entry> more) {
    std::move(more.begin(), more.end(), std::back_inserter(entries));
  };
  if (!settings.files.empty()) append({entry_of_files(settings.files)});
  if (settings.own) append(own_entries().entries);
  if (settings.shared) {
    EntryList list = shared_entries();
    if (!list.missing.empty()) fmt::print("missing: {}\n", list.missing);
    append(std::move(list.entries));
  }
  append(generated_entries(settings.generated, settings.sizes[0], settings.sizes[1]));
  const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(std::min(settings.first, entries.size()));
  entries.erase(entries.begin(), begin);
  if (entries.size() > settings.limit) entries.resize(settings.limit);
  keep(entries, settings.part);
  return entries;
}

// The facilities with backends that can run on a device chosen by name.
constexpr std::array on_devices{test::Facility::Vulkan, test::Facility::Gl};

std::vector<test::Facility> facilities_for(const Settings& settings) {
  if (settings.device.empty()) return backend_facilities();
  return {on_devices.begin(), on_devices.end()};
}

// Adds the name of the device to the names of backends.
Backends labeled(Backends backends, const std::string& device) {
  if (device.empty()) return backends;
  for (std::unique_ptr<Backend>& backend : backends) {
    std::string name = fmt::format("{} on {}", backend->name(), device);
    const Variation variation = backend->variation();
    backend = with_variation({std::move(backend), ""}, std::move(name), variation).backend;
  }
  return backends;
}

Backends open(const Settings& settings) {
  std::vector<std::string> names = settings.backends, missing;
  for (const test::Facility facility : facilities_for(settings)) {
    const bool all = !settings.device.empty() && names.empty() && settings.facilities.empty();
    if (!all && std::ranges::find(settings.facilities, test::info(facility).name) == settings.facilities.end())
      continue;
    std::ranges::move(backend_names(facility, RunLength::Long), std::back_inserter(names));
  }
  Backends backends = open_backends(names, missing);
  if (backends.empty() && !settings.device.empty() && !missing.empty()) throw std::runtime_error(missing.front());
  for (const std::string& reason : missing) fmt::print("missing: {}\n", reason);
  return labeled(std::move(backends), settings.device);
}

// Returns a function that writes each program with a mismatch to a folder, with its inputs and the compiled shader.
auto saver(const std::string& folder) {
  return [folder, number = 0](const Subject& subject, const Job& job, const Mismatch& mismatch) mutable {
    const std::string stem = fmt::format("{:04}-{}", number++, mismatch.backend);
    save(subject, mismatch.draw, folder, stem);
    std::ofstream(folder + "/" + stem + ".txt") << mismatch.text() << "\n\n"
                                                << disassemble(subject.program) << "\n"
                                                << job.shader.text;
  };
}

int agreement(Settings settings) {
  settings.campaign.progress = [](std::string_view text) { fmt::print(stderr, "\r{:60}", text); };
  if (!settings.saved.empty()) settings.campaign.on_mismatch = saver(settings.saved);
  const CampaignResult result = run_campaign(entries_of(settings), open(settings), settings.campaign);
  fmt::print(stderr, "\n");
  const Record record = record_of(result, settings.set, settings.part, settings.campaign.draws);
  print(record, settings.shown);
  write(record, settings.json);
  return disagrees(record) ? 1 : 0;
}

int prove(const Settings& settings) {
  const Record record = proofs_record(prove_entries(entries_of(settings), settings.campaign.compile), settings.set);
  fmt::print("{:32} {:>10} {:>10} {:>10}\n", "backend", "proved", "undecided", "different");
  bool different = false;
  for (const Record& backend : record["backends"]) {
    fmt::print("{:32} {:>10} {:>10} {:>10}\n", backend["name"].get<std::string>(),
               backend["proved"].get<std::uint64_t>(), backend["undecided"].get<std::uint64_t>(),
               backend["different"].size());
    different = different || !backend["different"].empty();
  }
  write(record, settings.json);
  return different ? 1 : 0;
}

// Prints the facilities of the backends that this machine or the device has. A missing device is an error.
int facilities(const Settings& settings) {
  bool any = false;
  for (const test::Facility facility : facilities_for(settings)) {
    std::vector<std::string> missing;
    if (!open_backends(backend_names(facility, RunLength::Long), missing).empty()) {
      fmt::print("{}\n", test::info(facility).name);
      any = true;
    }
    // If a device does not have the API, all reasons are the same.
    if (!settings.device.empty() && missing.size() > 1) missing.resize(1);
    for (const std::string& reason : missing) fmt::print(stderr, "missing: {}\n", reason);
  }
  return any || settings.device.empty() ? 0 : 1;
}

int run(int argc, char** argv) {
  CLI::App app{"Executes programs on every backend and compares with the interpreter"};
  app.require_subcommand(1);
  Settings settings;
  settings.campaign.compile.validation.level = ValidationLevel::Warn;
  std::vector<std::string> known;
  for (const test::Facility facility : backend_facilities()) known.emplace_back(test::info(facility).name);
  const auto with_device = [&](CLI::App* command) {
    command->add_option("--device", settings.device,
                        "Instead of software renderers, the device of Vulkan and OpenGL that has this in its name");
    return command;
  };
  const auto with_measurement = [&](CLI::App* command) {
    command->add_option("--json", settings.json, "Write the measurement here");
    command->add_option("--backends", settings.backends, "Only these, or those whose names contain one of these")
        ->delimiter(',');
    command->add_option("--facilities", settings.facilities, "Only the backends that need one of these")
        ->delimiter(',')
        ->check(CLI::IsMember(known));
    return with_device(command);
  };
  const auto with_programs = [&](CLI::App* command) {
    command->add_option("files", settings.files, "Programs: bytecode or assembly; two files of both stages are a pair");
    command->add_option("--set", settings.set, "What the programs are, for the page");
    command->add_option("--generated", settings.generated, "So many pairs made by agal-smith");
    command->add_option("--size", settings.sizes, "Of generated programs, in tokens: smallest and largest");
    command->add_flag("--own", settings.own, "corpus/");
    command->add_flag("--shared", settings.shared, "The programs of ../shared/corpus; none without that folder");
    command->add_option("--first", settings.first, "Skip so many entries");
    command->add_option("--limit", settings.limit, "Take so many entries");
    return command;
  };
  CLI::App* agree = with_programs(with_measurement(app.add_subcommand("agreement", "Run programs")));
  agree->add_option("--draws", settings.campaign.draws, "Inputs for each program")
      ->check(CLI::Range(1u, max_job_draws));
  agree->add_option("--seed", settings.campaign.seed, "Of the inputs");
  agree->add_option("--show", settings.shown, "Programs whose mismatches are printed, for each backend");
  agree->add_option("--save", settings.saved,
                    "Write each program that disagrees here, with the inputs on which it does");
  agree->add_option_function<std::string>(
      "--part", [&](const std::string& text) { settings.part = parse_part(text); }, "One part of them: 2/5");
  CLI::App* planted = with_measurement(app.add_subcommand("planted", "Plant bugs and see whether they are caught"));
  CLI::App* options = with_measurement(app.add_subcommand("options", "Run the other half of each option"));
  CLI::App* opcodes = with_measurement(app.add_subcommand("opcodes", "Measure each opcode alone"));
  CLI::App* proofs =
      with_programs(app.add_subcommand("proofs", "Prove programs in the language of each backend, without a device"));
  proofs->add_option("--json", settings.json, "Write the measurement here");
  CLI::App* names =
      with_device(app.add_subcommand("facilities", "List the facilities of the backends that this machine has"));
  CLI11_PARSE(app, argc, argv);
  // The backends read this variable.
  if (!settings.device.empty()) ::setenv("AGAL_DEVICE", settings.device.c_str(), 1);
  if (agree->parsed()) return agreement(settings);
  if (planted->parsed()) write(planted_record(open(settings), own_entries().entries), settings.json);
  if (options->parsed()) write(options_record(open(settings), 20), settings.json);
  if (opcodes->parsed()) write(opcodes_record(open(settings), max_job_draws), settings.json);
  if (proofs->parsed()) return prove(settings);
  if (names->parsed()) return facilities(settings);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "agal-fidelity: {}\n", error.what());
    return 1;
  }
}
