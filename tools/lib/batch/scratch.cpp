#include "scratch.hpp"

#include <fmt/format.h>

#include <vector>

#include "cli/console.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agal::batch {
namespace {

namespace fs = agalc::os::fs;

constexpr std::string_view unique_suffix = ".XXXXXX";  // make_unique_folder replaces the X's

std::string label_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.substr(0, name.size() - std::min(name.size(), unique_suffix.size()));
}

// Removes the folders of runs that have ended. The parent is locked, so no other run changes it.
Diagnostics clean(const std::string& parent, const Scratch::Conflicts& conflicts) {
  std::vector<fs::path> dead;
  std::error_code failed;
  for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (!is_locked(entry->path().string()))
      dead.push_back(entry->path());
    else if (conflicts && conflicts(label_of(entry->path())))
      return agalc::only(agalc::make_diagnostic("output-in-use", parent));
  }
  for (const fs::path& folder : dead) fs::remove_all(folder, failed);
  return {};
}

}  // namespace

Result<std::unique_ptr<Scratch>> Scratch::open(const std::string& parent, const std::string& label,
                                               const Conflicts& conflicts) {
  const Result<Descriptor> locked = lock_folder(parent);
  if (!locked) return locked.diagnostics();
  Diagnostics found = clean(parent, conflicts);
  if (found.has_errors()) return found;

  std::string folder = fmt::format("{}/{}{}", parent, label, unique_suffix);
  if (const int failed = agalc::os::make_unique_folder(folder); failed != 0) return cannot_write(parent, failed);
  int error = 0;
  Descriptor lock = lock_run(folder, error);
  if (error != 0) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    agalc::os::remove_folder(parent);
    return cannot_write(folder, error);
  }
  return std::unique_ptr<Scratch>(new Scratch(parent, std::move(folder), std::move(lock)));
}

Scratch::~Scratch() {
  const Result<Descriptor> locked = lock_folder(parent_);
  lock_.close();  // on Windows, open files cannot be removed
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  agalc::os::remove_folder(parent_);  // fails if another run uses it
}

std::string Scratch::next_path() {
  return fmt::format("{}/{}", folder_, counter_.fetch_add(1, std::memory_order_relaxed));
}

}  // namespace agal::batch
