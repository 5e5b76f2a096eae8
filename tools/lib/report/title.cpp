#include "title.hpp"

#include <algorithm>

#include "agal/games/extract.hpp"
#include "manifest/json_values.hpp"

namespace agal::report {
namespace {

using manifest::Json;
using manifest::text_at;

std::string base_name(const std::string& path) { return path.substr(path.find_last_of("/\\") + 1); }

// Returns the deepest folder that contains both files; "" if there is none.
std::string common_folder(const std::string& a, const std::string& b) {
  const std::string same(a.begin(), std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first);
  return same.substr(0, same.rfind('/') + 1);
}

bool is_log(const manifest::Entry& entry, const Json& origin) {
  return entry.kind == manifest::ContentKind::Log || text_at(origin, "certainty") == name(Certainty::Captured);
}

}  // namespace

void Title::Files::add(const std::string& file) {
  if (std::find(first.begin(), first.end(), file) != first.end()) return;
  const std::string own = file.substr(0, file.rfind('/') + 1);
  folder = folder ? common_folder(*folder, own) : own;
  if (first.size() < 3) first.push_back(file);
}

std::string Title::Files::text() const {
  if (first.empty()) return {};
  if (first.size() == 1) return base_name(first[0]);
  if (first.size() == 2) return base_name(first[0]) + " and " + base_name(first[1]);
  const std::string shared = folder->empty() ? std::string() : base_name(folder->substr(0, folder->size() - 1));
  if (!shared.empty() && shared != "." && shared != "..") return shared;
  return base_name(first[0]) + " and others";
}

void Title::add(const manifest::Entry& entry) {
  for (const Json& origin : entry.origins) {
    const std::string container = text_at(origin, "container");
    const std::string file = container.substr(0, container.find('!'));
    if (!file.empty()) (is_log(entry, origin) ? logs_ : files_).add(file);
  }
}

std::string Title::text() const {
  const std::string text = files_.text();
  return text.empty() ? logs_.text() : text;
}

}  // namespace agal::report
