#include "written_texts.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <mutex>
#include <vector>

#include "hash.hpp"
#include "manifest/disassemblies.hpp"
#include "manifest/status.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agal::batch {
namespace {

namespace fs = agalc::os::fs;
namespace os = agalc::os;

constexpr std::string_view journal_suffix = ".part";

std::string journal_of(const std::string& manifest) { return fmt::format(".{}{}", manifest, journal_suffix); }

bool is_manifest(const std::string& name) { return name == Shard{}.manifest_name() || shard_of_manifest(name); }

bool is_journal(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(journal_suffix)) return false;
  name.remove_prefix(1);
  name.remove_suffix(journal_suffix.size());
  return is_manifest(std::string(name));
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
    names.push_back(entry->path().filename().generic_string());
  return names;
}

// Calls `visit` for each file `*.agal` below the folder.
template <class Visit>
void visit_texts(const std::string& folder, const std::string& below, const Visit& visit) {
  for (const std::string& name : names_in(folder)) {
    if (name[0] == '.') continue;
    const std::string path = fmt::format("{}/{}", folder, name);
    const std::optional<os::FileStatus> status = os::status_of(path);
    if (!status) continue;
    if (status->type == os::FileType::Folder)
      visit_texts(path, below + name + "/", visit);
    else if (name.ends_with(manifest::disassembly_suffix))
      visit(path, below + name);
  }
}

}  // namespace

agalc::RecordedFiles written_texts(const std::string& folder) {
  agalc::RecordedFiles written;
  for (const std::string& name : names_in(folder)) {
    const std::string path = fmt::format("{}/{}", folder, name);
    if ((!is_manifest(name) && !is_journal(name)) || !agalc::is_regular(path)) continue;
    const os::MappedFile file(path);
    manifest::for_each_disassembly({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()},
                                   [&](std::string_view text, std::string_view hash) { written.add(text, hash); });
  }
  return written;
}

std::set<std::string> foreign_texts(const std::string& folder, const agalc::RecordedFiles& written) {
  std::set<std::string> foreign;
  visit_texts(folder, "", [&](const std::string& path, const std::string& relative) {
    const std::optional<std::string> hash = agalc::hash_of_file(path);
    if (!hash || !written.contains(relative, *hash)) foreign.insert(relative);
  });
  return foreign;
}

Journal::Journal(const std::string& folder, const Shard& shard)
    : path_(fmt::format("{}/{}", folder, journal_of(shard.manifest_name()))) {}

Diagnostics Journal::add(std::string_view stem, std::string_view text_hash) {
  const std::lock_guard<os::Mutex> lock(busy_);
  if (!file_ && os::status_of(path_) && !agalc::is_regular(path_)) return cannot_write(path_, EINVAL);
  if (!file_) file_ = Descriptor(os::open_file(path_, os::Open::Append));
  if (!file_) return cannot_write(path_, errno);
  const int error = write_all(file_.get(), bytes_of(manifest::disassembly_line(stem, text_hash)));
  return error == 0 ? Diagnostics{} : cannot_write(path_, error);
}

void Journal::remove() {
  file_.close();  // on Windows, open files cannot be removed
  os::remove_file(path_);
}

void remove_journals(const std::string& folder) {
  for (const std::string& name : names_in(folder))
    if (is_journal(name)) os::remove_file(fmt::format("{}/{}", folder, name));
}

}  // namespace agal::batch
