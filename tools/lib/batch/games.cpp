#include "games.hpp"

#include <algorithm>

namespace agal::batch {
namespace {

// "out/lib.zip!game.log" becomes "game".
std::string name_of(std::string_view container) {
  container.remove_prefix(container.find_last_of("/\\!") + 1);
  return std::string(container.substr(0, container.rfind('.')));
}

}  // namespace

void Games::note(const manifest::Record& record) {
  if (record.kind == manifest::ContentKind::Log) {
    const bool damaged = record.incomplete && !record.incomplete->lost.empty();
    for (const Origin& origin : record.origins)
      if (damaged) damaged_.insert(name_of(origin.container));
    return;
  }
  for (const Origin& origin : record.origins) {
    if (origin.certainty == Certainty::Captured) {
      logs_.insert(name_of(origin.container));
      continue;
    }
    std::string file = origin.container.substr(0, origin.container.find('!'));
    if (!only_)
      only_ = std::move(file);
    else
      several_ = several_ || *only_ != file;
  }
}

bool Games::is_captured(std::string_view container) const {
  const auto is_whole = [&](const std::string& log) { return !damaged_.contains(log); };
  if (!several_ && only_ == container) return !logs_.empty() && std::all_of(logs_.begin(), logs_.end(), is_whole);
  const std::string name = name_of(container);
  return logs_.contains(name) && is_whole(name);
}

}  // namespace agal::batch
