#include "games.hpp"

#include <algorithm>

namespace agal::batch {

std::string game_name(std::string_view container) {
  container.remove_prefix(container.find_last_of("/\\!") + 1);
  return std::string(container.substr(0, container.rfind('.')));
}

void GamePrograms::add(std::string_view container, const std::string& hash, const std::string& stem) {
  files_.emplace(container);
  stems_.try_emplace({game_name(container), hash}, stem);
}

const std::string* GamePrograms::find(std::string_view log, const std::string& hash) const {
  const auto program = stems_.find({game_name(files_.size() == 1 ? std::string_view(*files_.begin()) : log), hash});
  return program != stems_.end() ? &program->second : nullptr;
}

void Games::note(const manifest::Record& record) {
  if (record.kind == manifest::ContentKind::Log) {
    const bool damaged = record.incomplete && !record.incomplete->lost.empty();
    for (const Origin& origin : record.origins)
      if (damaged) damaged_.insert(game_name(origin.container));
    return;
  }
  for (const Origin& origin : record.origins) {
    if (origin.certainty == Certainty::Captured) {
      logs_.insert(game_name(origin.container));
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
  const std::string name = game_name(container);
  return logs_.contains(name) && is_whole(name);
}

}  // namespace agal::batch
