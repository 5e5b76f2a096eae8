// agalc extract: extracts the programs in SWF, SWC and ZIP files, and in any other file.
#include "agal/games/extract.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <map>
#include <memory>
#include <tuple>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "base/bytes.hpp"
#include "base/format.hpp"
#include "base/text.hpp"
#include "batch/input_files.hpp"
#include "batch/load.hpp"
#include "batch/names.hpp"
#include "batch/sources.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/recorded_files.hpp"
#include "cli/repeats.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "os/filesystem.hpp"
#include "program_inputs.hpp"

namespace agalc {
namespace {

enum class Form : std::uint8_t { Bytecode, Assembly, Both };

class Extract {
 public:
  std::vector<std::string> inputs;
  std::string output;
  bool list = false, json = false, quiet = false, fail_if_empty = false, fail_if_incomplete = false, overwrite = false;
  Form form = Form::Both;
  agal::ExtractOptions options;

  explicit Extract(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  ExitStatus read(const agal::batch::InputFile& file);
  void add(agal::Extraction extraction);
  std::size_t merge(agal::FoundProgram found);
  std::vector<std::string> suffixes() const;
  std::vector<std::string> stems_in(const std::string& folder) const;
  ExitStatus write() const;
  std::string table() const, summary() const;
  void add(agal::FoundPair pair);

  const Console& console_;
  std::vector<std::string> read_, skipped_;  // paths
  Repeats repeats_;
  agal::Extraction all_;
  std::map<std::string, std::vector<std::size_t>> by_hash_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> paired_;  // the index of a pair by its programs
};

// Adds a program and returns its index. If another file has the same program, only the origins are added.
std::size_t Extract::merge(agal::FoundProgram found) {
  std::vector<std::size_t>& same = by_hash_[agal::content_hash(found.program)];
  for (const std::size_t index : same) {
    agal::FoundProgram& known = all_.programs[index];
    if (known.program.instructions != found.program.instructions) continue;
    known.origins.insert(known.origins.end(), found.origins.begin(), found.origins.end());
    return index;
  }
  same.push_back(all_.programs.size());
  all_.programs.push_back(std::move(found));
  return same.back();
}

template <class T>
void append(std::vector<T>& all, std::vector<T>& more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

// Adds a pair. If another file has the same pair, its captures are added. A player's upload replaces weaker evidence.
void Extract::add(agal::FoundPair pair) {
  const auto [row, fresh] = paired_.emplace(std::pair(pair.vertex, pair.fragment), all_.pairs.size());
  if (fresh) return all_.pairs.push_back(std::move(pair));
  agal::FoundPair& known = all_.pairs[row->second];
  if (known.captures.empty() && !pair.captures.empty()) known.evidence = std::move(pair.evidence);
  append(known.captures, pair.captures);
}

void Extract::add(agal::Extraction extraction) {
  std::vector<std::size_t> indices;
  for (agal::FoundProgram& found : extraction.programs) indices.push_back(merge(std::move(found)));
  for (agal::FoundPair& pair : extraction.pairs)
    add({indices[pair.vertex], indices[pair.fragment], std::move(pair.evidence), std::move(pair.captures)});
  append(all_.texts, extraction.texts);
  append(all_.unassigned, extraction.unassigned);
  append(all_.containers_missing_programs, extraction.containers_missing_programs);
  append(all_.too_many, extraction.too_many);
  append(all_.containers_loading_swfs, extraction.containers_loading_swfs);
  append(all_.lost, extraction.lost);
}

// Reads a file and adds its programs. A file in a folder that does not look like a program or a container is also
// searched, but if it does not contain a program, it is only counted.
ExitStatus Extract::read(const agal::batch::InputFile& file) {
  const std::string& path = file.path;
  const agal::Result<std::vector<std::byte>> bytes = read_input(path, max_container_file_bytes);
  const std::vector<std::byte> none;
  const std::vector<std::byte>& content = bytes ? *bytes : none;
  const agal::FileKind kind = agal::file_kind(content, path);
  const bool may_be_skipped = agal::batch::input_kind(kind, file, content.size()) == agal::batch::InputKind::Nothing;
  const auto skip = [&] {
    skipped_.push_back(path);
    return ExitStatus::Done;
  };
  if (!bytes && may_be_skipped && exit_status(bytes.diagnostics()) != ExitStatus::Io) return skip();
  // Other texts in a folder may begin like a program, so they count only if they are one.
  if (may_be_skipped && kind != agal::FileKind::Other && kind != agal::FileKind::Assembly) return skip();
  read_.push_back(path);
  if (!bytes) return console_.report(bytes.diagnostics());
  const std::size_t max_bytes = agal::batch::max_file_bytes(kind);
  if (bytes->size() > max_bytes) return console_.report(file_too_large(path, max_bytes));
  agal::Result<agal::Extraction> extraction = agal::extract(*bytes, display_name(path), options);
  const bool is_useless = !extraction || (extraction->programs.empty() && !extraction->incomplete());
  const bool is_unrelated =
      file.found && extraction && agal::batch::is_unrelated_source(kind, *extraction, extraction.diagnostics());
  if ((may_be_skipped && is_useless) || is_unrelated) {
    read_.pop_back();
    return skip();
  }
  if (extraction) add(*std::move(extraction));
  return console_.report(console_.for_people() ? repeats_.first(extraction.diagnostics()) : extraction.diagnostics());
}

ExitStatus Extract::run() {
  std::vector<agal::batch::InputFile> files;
  ExitStatus status = ExitStatus::Done;
  for (const std::string& input : inputs) status = worse(status, console_.report(find_inputs(input, files)));
  agal::Sources sources;
  for (const agal::batch::InputFile& file : files) agal::batch::note_source_file(file.path, sources);
  sources.finish();
  options.sources = &sources;
  for (const agal::batch::InputFile& file : files) status = worse(status, read(file));
  status = worse(status, console_.report(repeats_.counts()));
  if (!output.empty()) status = worse(status, write());
  const bool nothing_else = output.empty() && !json;
  if (json) status = worse(status, console_.report(write_output("-", to_json_lines(all_))));
  if ((list || nothing_else) && !json && !all_.programs.empty())
    status = worse(status, console_.report(write_output("-", table())));
  const std::string number = agal::base::counted(read_.size(), "file");
  if (!quiet && console_.for_people()) print_error(summary());
  if (fail_if_empty && all_.programs.empty())
    status = worse(status, console_.report(only(make_diagnostic("none-found", {}, {number}))));
  if (fail_if_incomplete && all_.incomplete())
    status = worse(status, console_.report(only(make_diagnostic("incomplete", {}, {number}))));
  return status;
}

std::string Extract::summary() const {
  return fmt::format(
      "{}: {}, {}{}\n", agal::base::counted(read_.size(), "file"), agal::base::counted(all_.programs.size(), "program"),
      agal::base::counted(all_.pairs.size(), "pair"),
      skipped_.empty() ? std::string()
                       : fmt::format("; {} skipped", agal::base::counted(skipped_.size(), "other file")));
}

// Returns the suffixes of the files that are written for each program.
std::vector<std::string> Extract::suffixes() const {
  if (form == Form::Both) return {".bin", ".agal"};
  return {form == Form::Bytecode ? ".bin" : ".agal"};
}

// Returns the names of the files in a folder that have one of these suffixes, without the suffix.
std::vector<std::string> Extract::stems_in(const std::string& folder) const {
  std::vector<std::string> stems;
  std::error_code error;
  for (os::fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    const std::string name = each->path().filename().generic_string();
    for (const std::string& suffix : suffixes())
      if (name.ends_with(suffix)) stems.push_back(name.substr(0, name.size() - suffix.size()));
  }
  return stems;
}

ExitStatus Extract::write() const {
  if (const ExitStatus status = console_.report(make_directory(output)); status != ExitStatus::Done) return status;
  struct Extracted {
    std::string name, bytes;
  };
  std::vector<Extracted> products;
  const std::vector<std::string> stems = agal::batch::file_stems(all_.programs, all_.pairs, stems_in(output));
  for (std::size_t i = 0; i < stems.size(); ++i) {
    const agal::Program& program = all_.programs[i].program;
    for (const std::string& suffix : suffixes()) {
      const bool is_text = suffix == ".agal";
      const std::vector<std::byte> bytecode = is_text ? std::vector<std::byte>() : agal::write_bytecode(program);
      products.push_back(
          {stems[i] + suffix, is_text ? agal::disassemble(program) : std::string(agal::base::as_text(bytecode))});
    }
  }
  const std::string folder = output.back() == '/' ? output : output + "/";
  FolderRecord record(folder, overwrite);
  std::vector<PlannedFile> files;
  for (const Extracted& product : products) {
    files.push_back({folder + product.name, Writes::Recorded});
    record.plan(product.name, [&] { return product.bytes; });
  }
  ExitStatus status = console_.report(console_.outputs.check_planned(files, read_));
  if (status == ExitStatus::Done) status = console_.report(record.check());
  if (status != ExitStatus::Done) return status;
  for (const Extracted& product : products)
    status = worse(status, console_.report(record.write(product.name, product.bytes)));
  return worse(status, console_.report(record.finish()));
}

std::string place(const agal::Origin& origin) {
  if (origin.line != 0) return fmt::format("{}:{}", origin.container, origin.line);
  if (origin.tag != 0) return fmt::format("{} tag {} at 0x{:x}", origin.container, origin.tag, origin.offset);
  return origin.offset != 0 ? fmt::format("{} at 0x{:x}", origin.container, origin.offset) : origin.container;
}

// Returns the distinct locations, truncated to fit a line. --format=json has all of them, with names.
std::string places(const std::vector<agal::Origin>& origins) {
  constexpr std::size_t max_shown = 4;
  std::vector<std::string> different;
  for (const agal::Origin& origin : origins)
    if (std::string text = place(origin); std::find(different.begin(), different.end(), text) == different.end())
      different.push_back(std::move(text));
  const std::size_t more = different.size() - std::min(different.size(), max_shown);
  different.resize(different.size() - more);
  return fmt::format("{}{}", agal::base::joined(different, ", "), more == 0 ? "" : fmt::format(", and {} more", more));
}

// The families of programs.
class Families {
 public:
  explicit Families(const std::vector<agal::FoundProgram>& programs)
      : families_(agal::find_families(programs)), of_(programs.size()) {
    for (const agal::ProgramFamily& family : families_)
      for (const std::size_t program : family.programs) of_[program] = &family;
  }
  const agal::ProgramFamily* of(std::size_t program) const { return of_[program]; }
  /// Returns the program that represents the family of a program in the table.
  std::size_t first(std::size_t program) const {
    return of_[program] != nullptr ? of_[program]->programs.front() : program;
  }

 private:
  std::vector<agal::ProgramFamily> families_;
  std::vector<const agal::ProgramFamily*> of_;
};

std::string short_hash(const agal::FoundProgram& found) {
  constexpr std::size_t shown_hash = 16;
  return agal::content_hash(found.program).substr(0, shown_hash);
}

// Prints the table of programs. Each family is one row.
std::string program_rows(const std::vector<agal::FoundProgram>& programs, const Families& families) {
  std::size_t width = 4;
  for (const agal::FoundProgram& found : programs) width = std::max(width, found.origins[0].name.size());
  std::string out = fmt::format("{:<8}  {:>4}  {:>6}  {:<16}  {:<8}  {:<{}}  {}\n", "stage", "agal", "tokens", "hash",
                                "certain", "name", width, "origins");
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (families.first(i) != i) continue;
    const agal::FoundProgram& found = programs[i];
    const std::string& name = found.origins[0].name;
    agal::base::append(out, "{:<8}  {:>4}  {:>6}  {}  {:<8}  {:<{}}  {}\n", agal::name(found.program.stage),
                       found.program.version, found.program.instructions.size(), short_hash(found),
                       agal::name(certainty_of(found)), name.empty() ? "-" : name, width, places(found.origins));
    if (const agal::ProgramFamily* const family = families.of(i))
      agal::base::append(out, "          and {} more: {}\n", family->programs.size() - 1, family->parameters);
  }
  return out;
}

std::string Extract::table() const {
  const Families families(all_.programs);
  std::string out = program_rows(all_.programs, families);
  if (!all_.pairs.empty()) out += "\npairs\n";
  // Pairs with the same families and the same reason are one row.
  std::map<std::tuple<std::size_t, std::size_t, std::string_view>, std::size_t> rows;
  for (const agal::FoundPair& pair : all_.pairs)
    ++rows[{families.first(pair.vertex), families.first(pair.fragment), pair.evidence}];
  for (const agal::FoundPair& pair : all_.pairs) {
    const std::size_t vertex = families.first(pair.vertex), fragment = families.first(pair.fragment);
    std::size_t& pairs = rows.at({vertex, fragment, pair.evidence});
    if (pairs == 0) continue;
    const std::string more = pairs > 1 ? fmt::format(" (and {} more)", pairs - 1) : "";
    pairs = 0;
    agal::base::append(out, "{}  {}  {}{}\n", short_hash(all_.programs[vertex]), short_hash(all_.programs[fragment]),
                       pair.evidence, more);
  }
  return out;
}

}  // namespace

Action build_extract(CLI::App& app, Console& console) {
  const auto command = std::make_shared<Extract>(console);
  add_inputs(app, command->inputs, "SWF, SWC, ZIP or any other files, or folders or patterns; - is stdin");
  add_output_folder(app, console, "-o,--output", command->output, "Write the programs into this folder");
  add_overwrite_option(app, command->overwrite);
  const auto choose = [command](std::size_t i) { (i == 0 ? command->list : command->json) = true; };
  add_names(app, "--format", "format", {"text", "json"}, choose,
            "Print a table of the programs, which is the default without -o, or one JSON object per line and program");
  app.add_flag("--list", command->list, "The same as --format=text")->group(former_names);
  app.add_flag("--json", command->json, "The same as --format=json")->group(former_names);
  const Choices<Form> forms{{"bytecode", Form::Bytecode}, {"assembly", Form::Assembly}, {"both", Form::Both}};
  add_choice(app, "--form", "form", forms, command->form, "Files to write for each program; the default is both");
  add_unpacking_limit(app, command->options.max_unpacked_bytes);
  add_failure_options(app, command->fail_if_empty, command->fail_if_incomplete);
  add_fill_option(app, command->options);
  app.add_flag("-q,--quiet", command->quiet, "Do not print a summary");
  add_examples(app, {"agalc extract game.swf", "agalc extract game.swf -o programs/ --form=assembly",
                     "agalc extract --format=json --fail-if-empty game.swf"});
  add_console_options(app, console);
  return [command] { return command->run(); };
}

}  // namespace agalc
