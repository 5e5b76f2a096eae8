#include "inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "console/console.hpp"
#include "descriptor.hpp"
#include "glob.hpp"
#include "names.hpp"
#include "os/files.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

using agalc::os::folder_id, agalc::os::FolderId;

// A name in a folder. Sorted like whole paths: the name of a folder as if it ended in a slash.
struct Name {
  std::string name;
  bool folder = false;
  bool taken = false;  // already returned, as the partner of an earlier one

  std::string key() const { return folder ? name + "/" : name; }
};

std::string joined(const std::string& folder, const std::string& name) {
  return folder.empty() || folder.back() == '/' ? folder + name : folder + "/" + name;
}

// A folder on the current path, and the position in it.
struct Level {
  std::string path;   // for system calls
  std::string below;  // relative to the root of the walk
  std::vector<Name> names;
  std::size_t next = 0;
};

std::optional<Name> name_of(const fs::directory_entry& entry) {
  Name name{entry.path().filename().generic_string()};
  if (name.name[0] == '.') return std::nullopt;
  std::error_code failed;
  const bool link = entry.is_symlink(failed);
  name.folder = !link && entry.is_directory(failed);
  if (!name.folder && !entry.is_regular_file(failed)) return std::nullopt;
  return name;
}

// An absolute path relative to the working directory, because messages and manifests must not contain the location of
// the inputs on the disk.
std::string from_here(const std::string& argument) {
  const fs::path path(argument);
  if (!path.has_root_directory()) return argument;
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  // On Windows, the path may lack a drive.
  return failed ? argument : fs::absolute(path, failed).lexically_proximate(here).generic_string();
}

// The path from which the stem of a named file is derived. An absolute path contains the location on this machine, so
// only the file name is kept; a relative path is kept completely.
std::string own_path(const std::string& argument) {
  const fs::path path = fs::path(argument).lexically_normal();
  return clean_path(path.has_root_directory() ? path.filename().generic_string() : path.generic_string());
}

}  // namespace

struct Inputs::State {
  InputOptions options;
  std::vector<FolderId> excluded;
  std::vector<std::string> excluded_paths;  // canonical, with a slash at the end
  std::string base;                         // absolute, with a slash at the end; "" if there is none
  std::vector<Name> arguments;              // sorted
  std::size_t next_argument = 0;
  std::vector<Level> levels;
  std::set<fs::path> walked;  // folders that were named
  std::optional<Glob> glob;   // of the current walk
  bool matching = false;      // the walk is for a pattern rather than for a folder
  std::string last_parent;    // of the last named file, and whether it is in an excluded folder
  bool last_parent_excluded = false;
  Diagnostics diagnostics;

  std::optional<InputItem> next();
  void begin(const std::string& argument);
  bool enter(const std::string& path, const std::string& below);
  std::optional<InputItem> step();
  std::optional<InputItem> file_in(Level& level, Name& name);
  std::optional<InputItem> named_file(Name& argument);
  InputFile found_file(const Level& level, const std::string& name) const;
  InputFile named(const std::string& path) const;
  bool lies_in_excluded(const std::string& path);
  std::optional<std::string> below_base(const std::string& path) const;
};

// The path relative to the base; nullopt: it is not below the base, or there is no base.
std::optional<std::string> Inputs::State::below_base(const std::string& path) const {
  if (base.empty()) return std::nullopt;
  std::error_code failed;
  const std::string whole = fs::absolute(path, failed).lexically_normal().generic_string();
  if (failed || whole.compare(0, base.size(), base) != 0) return std::nullopt;
  return clean_path(std::string_view(whole).substr(base.size()));
}

InputFile Inputs::State::named(const std::string& path) const {
  const std::optional<std::string> below = below_base(path);
  return {from_here(path), below ? *below : own_path(path), false};
}

bool Inputs::State::lies_in_excluded(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().generic_string();
  if (parent != last_parent || next_argument <= 1) {
    last_parent = parent;
    std::error_code failed;
    const std::string whole = fs::weakly_canonical(parent.empty() ? "." : parent, failed).generic_string() + "/";
    last_parent_excluded = std::any_of(excluded_paths.begin(), excluded_paths.end(), [&](const std::string& folder) {
      return whole.compare(0, folder.size(), folder) == 0;
    });
  }
  return last_parent_excluded;
}

std::optional<InputItem> Inputs::State::next() {
  for (;;) {
    if (!levels.empty()) {
      if (std::optional<InputItem> item = step()) return item;
      continue;
    }
    if (next_argument >= arguments.size()) return std::nullopt;
    Name& argument = arguments[next_argument++];
    if (argument.taken) continue;
    std::error_code ignored;
    const fs::file_status status = fs::status(argument.name, ignored);
    if (fs::is_directory(status) || (!fs::exists(status) && Glob::is_pattern(argument.name))) {
      begin(argument.name);
      continue;
    }
    if (std::optional<InputItem> item = named_file(argument)) return item;
  }
}

// A folder or a pattern.
void Inputs::State::begin(const std::string& argument) {
  glob.reset();
  std::error_code ignored;
  matching = !fs::is_directory(argument, ignored);
  // A folder with two names is one input.
  if (!matching && !walked.insert((fs::absolute(argument, ignored) / "").lexically_normal()).second) return;
  if (matching) glob.emplace(argument);
  const std::string folder = matching ? glob->folder() : argument;
  if (!enter(from_here(folder), "") && !matching)
    diagnostics.append(agalc::usage_error(fmt::format("the input {} is in an output folder", argument),
                                          "choose an output folder outside the inputs"));
}

// False: this folder is excluded.
bool Inputs::State::enter(const std::string& path, const std::string& below) {
  const std::string folder = path.empty() ? "." : path;
  const std::optional<FolderId> id = folder_id(folder);
  if (id && std::find(excluded.begin(), excluded.end(), *id) != excluded.end()) return false;
  Level level{path, below, {}, 0};
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
    if (std::optional<Name> name = name_of(*entry)) level.names.push_back(*std::move(name));
  if (failed) diagnostics.append(cannot_read(folder, agalc::os::error_number(failed)));
  std::sort(level.names.begin(), level.names.end(), [](const Name& a, const Name& b) { return a.key() < b.key(); });
  levels.push_back(std::move(level));
  return true;
}

std::optional<InputItem> Inputs::State::step() {
  Level& level = levels.back();
  if (level.next >= level.names.size()) {
    levels.pop_back();
    return std::nullopt;
  }
  Name& name = level.names[level.next++];
  if (name.taken) return std::nullopt;
  const std::string below = joined(level.below, name.name);
  const Glob::Match match = glob ? glob->match(below) : Glob::Match::Both;
  if (name.folder) {
    const bool inside = match == Glob::Match::Inside || match == Glob::Match::Both;
    // Copied first: adding a level invalidates `level`.
    if (inside) enter(joined(level.path, name.name), below);
    return std::nullopt;
  }
  const bool whole = match == Glob::Match::Whole || match == Glob::Match::Both;
  return whole ? file_in(level, name) : std::nullopt;
}

InputFile Inputs::State::found_file(const Level& level, const std::string& name) const {
  const std::string path = joined(level.path, name);
  if (const std::optional<std::string> below = below_base(path)) return {path, *below, !matching};
  // For an absolute pattern, paths relative to the beginning of the pattern are sufficient to distinguish files.
  const bool whole = matching && !fs::path(glob->folder()).has_root_directory();
  return {path, whole ? own_path(path) : clean_path(joined(level.below, name)), !matching};
}

std::optional<InputItem> Inputs::State::file_in(Level& level, Name& name) {
  InputItem item{found_file(level, name.name), std::nullopt};
  const std::optional<std::string> partner = partner_of(name.name);
  if (!partner) return item;
  const auto at = std::lower_bound(level.names.begin(), level.names.end(), *partner,
                                   [](const Name& a, const std::string& key) { return a.key() < key; });
  if (at == level.names.end() || at->folder || at->name != *partner || at->taken) return item;
  if (glob) {
    const Glob::Match match = glob->match(joined(level.below, at->name));
    if (match == Glob::Match::None || match == Glob::Match::Inside) return item;
  }
  at->taken = true;
  item.partner = found_file(level, at->name);
  return item;
}

std::optional<InputItem> Inputs::State::named_file(Name& argument) {
  if (lies_in_excluded(argument.name)) {
    diagnostics.append(agalc::usage_error(fmt::format("the input {} is in an output folder", argument.name),
                                          "choose an output folder outside the inputs"));
    return std::nullopt;
  }
  InputItem item{named(argument.name), std::nullopt};
  const fs::path path(argument.name);
  const std::optional<std::string> name = partner_of(path.filename().generic_string());
  if (!name) return item;
  const std::string partner = joined(path.parent_path().generic_string(), *name);
  const auto at = std::lower_bound(arguments.begin(), arguments.end(), partner,
                                   [](const Name& a, const std::string& key) { return a.name < key; });
  std::error_code ignored;
  if (at == arguments.end() || at->name != partner || at->taken || fs::is_directory(partner, ignored)) return item;
  at->taken = true;
  item.partner = named(partner);
  return item;
}

Inputs::Inputs(InputOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
  std::error_code failed;
  for (const std::string& folder : state_->options.excluded) {
    if (const std::optional<FolderId> id = folder_id(folder)) state_->excluded.push_back(*id);
    state_->excluded_paths.push_back(fs::weakly_canonical(folder, failed).generic_string() + "/");
  }
  if (!state_->options.base.empty()) {
    state_->base = fs::absolute(state_->options.base, failed).lexically_normal().generic_string();
    if (state_->base.back() != '/') state_->base += '/';
  }
  std::vector<std::string>& arguments = state_->options.arguments;
  for (std::string& argument : arguments) argument = fs::path(argument).generic_string();
  std::sort(arguments.begin(), arguments.end());
  arguments.erase(std::unique(arguments.begin(), arguments.end()), arguments.end());
  state_->arguments.reserve(arguments.size());
  for (std::string& argument : arguments) state_->arguments.push_back({std::move(argument)});
  arguments = {};
}

Inputs::~Inputs() = default;
Inputs::Inputs(Inputs&&) noexcept = default;
Inputs& Inputs::operator=(Inputs&&) noexcept = default;

std::optional<InputItem> Inputs::next() { return state_->next(); }

Diagnostics Inputs::take_diagnostics() { return std::exchange(state_->diagnostics, {}); }

std::uint64_t count_inputs(const InputOptions& options) {
  std::uint64_t count = 0;
  Inputs inputs(options);
  while (const std::optional<InputItem> item = inputs.next()) count += item->partner ? 2u : 1u;
  return count;
}

}  // namespace agal::batch
