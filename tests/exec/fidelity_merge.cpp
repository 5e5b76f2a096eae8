#include "exec/fidelity_merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>

#include "base/text.hpp"

namespace agal::exec {
namespace {

constexpr std::array counters{"programs", "draws", "exact", "within", "regrouped", "explained", "undecided", "faults"};

[[noreturn]] void fail(std::string_view set, std::string_view text) {
  throw std::runtime_error(fmt::format("{}: {}", set, text));
}

std::uint64_t number(const Record& record, const char* key) { return record.at(key).get<std::uint64_t>(); }

std::string text(const Record& record) { return record.get<std::string>(); }

void add(Record& to, const Record& from, const char* key) { to[key] = number(to, key) + number(from, key); }

// Counts by reason.
void add_reasons(Record& to, const Record& from) {
  for (const auto& [reason, count] : from.items())
    to[reason] = to.value(reason, std::uint64_t{0}) + count.get<std::uint64_t>();
}

std::uint64_t sum(const Record& reasons) {
  std::uint64_t total = 0;
  for (const auto& [reason, count] : reasons.items()) total += count.get<std::uint64_t>();
  return total;
}

// The agreement on one set of programs.
class Agreement {
 public:
  explicit Agreement(std::string set) : set_(std::move(set)) {}

  void add_piece(const Record& piece) {
    const auto part = number(piece, "part"), parts = number(piece, "parts");
    const Record programs{
        {"entries", piece.at("entries")}, {"programs", piece.at("programs")}, {"unsuitable", piece.at("unsuitable")}};
    if (merged_.is_null()) {
      merged_ = {{"kind", "agreement"}, {"set", set_},   {"inputs", piece.at("inputs")},
                 {"entries", 0},        {"programs", 0}, {"unsuitable", Record::object()},
                 {"part", 1},           {"parts", 1},    {"backends", Record::array()}};
      parts_ = parts;
    }
    if (parts != parts_ || piece.at("inputs") != merged_.at("inputs")) fail(set_, "pieces of different runs");
    if (const auto [place, is_new] = programs_.try_emplace(part, programs); is_new) {
      add(merged_, piece, "entries");
      add(merged_, piece, "programs");
      add_reasons(merged_["unsuitable"], piece.at("unsuitable"));
    } else if (place->second != programs) {
      fail(set_, fmt::format("part {} has different programs on different backends", part));
    }
    for (const Record& backend : piece.at("backends")) add_backend(backend, part);
  }

  Record finished() const {
    for (const Record& backend : merged_.at("backends")) {
      const auto name = text(backend.at("name"));
      if (done_.at(name).size() != parts_)
        fail(set_, fmt::format("{} has {} of {} parts", name, done_.at(name).size(), parts_));
      const std::uint64_t seen =
          number(backend, "programs") + sum(backend.at("notExpressible")) + sum(merged_.at("unsuitable"));
      if (seen != number(merged_, "programs"))
        fail(set_, fmt::format("{} has {} of {} programs", name, seen, number(merged_, "programs")));
    }
    return merged_;
  }

 private:
  void add_backend(const Record& backend, std::uint64_t part) {
    const auto name = text(backend.at("name"));
    if (!done_[name].insert(part).second) fail(set_, fmt::format("{} has part {} twice", name, part));
    Record& all = merged_["backends"];
    const auto place =
        std::find_if(all.begin(), all.end(), [&](const Record& other) { return other.at("name") == name; });
    if (place == all.end()) {
      all.push_back(backend);
      return;
    }
    for (const char* key : counters) add(*place, backend, key);
    for (const Record& mismatch : backend.at("mismatches")) (*place)["mismatches"].push_back(mismatch);
    add_reasons((*place)["notExpressible"], backend.at("notExpressible"));
  }

  std::string set_;
  Record merged_;
  std::uint64_t parts_ = 0;
  std::map<std::uint64_t, Record> programs_;             // of each part
  std::map<std::string, std::set<std::uint64_t>> done_;  // the parts of each backend
};

// A measurement whose records have a list of backends, and rows whose lists have a column for each of them.
struct Table {
  const char* kind;
  const char* rows;                  // the key of the rows
  std::vector<const char*> of_row;   // that pieces have in common
  std::vector<const char*> columns;  // in each row
};

const std::vector<Table>& tables() {
  static const std::vector<Table> list{
      {"planted", "bugs", {"name", "what", "changed", "visible"}, {"caught"}},
      {"options", "options", {"option", "programs"}, {"numbers", "mismatches", "differing"}},
      {"opcodes", "opcodes", {"opcode"}, {"errors"}}};
  return list;
}

void append(Record& to, const Record& from) {
  for (const Record& each : from) to.push_back(each);
}

void add_columns(const Table& table, Record& merged, const Record& piece) {
  for (const Record& name : piece.at("backends")) {
    const Record& known = merged.at("backends");
    if (std::find(known.begin(), known.end(), name) != known.end())
      fail(table.kind, fmt::format("{} is there twice", text(name)));
  }
  append(merged["backends"], piece.at("backends"));
  Record& rows = merged[table.rows];
  if (rows.size() != piece.at(table.rows).size()) fail(table.kind, "pieces of different runs");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Record& more = piece.at(table.rows)[i];
    for (const char* key : table.of_row)
      if (rows[i].at(key) != more.at(key)) fail(table.kind, "pieces of different runs");
    for (const char* key : table.columns) append(rows[i][key], more.at(key));
  }
}

Record names_in(const Record& record) {
  Record names = Record::array();
  for (const Record& backend : record.at("backends"))
    names.push_back(backend.is_string() ? backend : backend.at("name"));
  return names;
}

void fail_unless_the_same_backends(const std::vector<Record>& records) {
  for (const Record& record : records)
    if (names_in(record) != names_in(records.front()))
      fail(record.value("set", text(record.at("kind"))),
           fmt::format("its backends are {}, and those of the first set {}", names_in(record).dump(),
                       names_in(records.front()).dump()));
}

void add_mismatches(std::vector<std::string>& lines, const Record& record) {
  for (const Record& backend : record.at("backends"))
    if (const std::size_t count = backend.at("mismatches").size(); count > 0)
      lines.push_back(fmt::format("{}: {} disagrees in {}", text(record.at("set")), text(backend.at("name")),
                                  agal::base::counted(count, "program")));
}

// A program counts if the backend shows the bug, cannot express the program, or hides the bug by a known bug of its
// own.
void add_missed_bugs(std::vector<std::string>& lines, const Record& record) {
  for (const Record& bug : record.at("bugs"))
    for (std::size_t i = 0; i < bug.at("caught").size(); ++i)
      if (const std::uint64_t seen = sum(bug.at("caught")[i]), visible = number(bug, "visible"); seen < visible)
        lines.push_back(fmt::format("planted {}: {} shows it in {} of {} programs", text(bug.at("name")),
                                    text(record.at("backends")[i]), seen, visible));
}

void add_wrong_options(std::vector<std::string>& lines, const Record& record) {
  for (const Record& option : record.at("options"))
    for (std::size_t i = 0; i < option.at("mismatches").size(); ++i)
      if (option.at("mismatches")[i] != 0)
        lines.push_back(fmt::format("{}: {} disagrees", text(option.at("option")), text(record.at("backends")[i])));
}

}  // namespace

std::vector<Record> merge_records(const std::vector<Record>& pieces) {
  std::vector<std::string> sets;
  std::map<std::string, Agreement> agreements;
  for (const Record& piece : pieces) {
    if (piece.at("kind") != "agreement") continue;
    const auto set = text(piece.at("set"));
    const auto [place, is_new] = agreements.try_emplace(set, set);
    if (is_new) sets.push_back(set);
    place->second.add_piece(piece);
  }
  std::vector<Record> merged;
  for (const std::string& set : sets) merged.push_back(agreements.at(set).finished());
  for (const Table& table : tables()) {
    Record whole;
    for (const Record& piece : pieces) {
      if (piece.at("kind") != table.kind) continue;
      if (whole.is_null())
        whole = piece;
      else
        add_columns(table, whole, piece);
    }
    if (!whole.is_null()) merged.push_back(std::move(whole));
  }
  fail_unless_the_same_backends(merged);
  return merged;
}

void add_devices(std::vector<Record>& records, const std::vector<Record>& of_devices) {
  for (const Record& device : of_devices) {
    const auto same_set = [&](const Record& record) {
      return record.at("kind") == "agreement" && record.at("set") == device.at("set") &&
             record.at("inputs") == device.at("inputs");
    };
    const auto record = std::find_if(records.begin(), records.end(), same_set);
    if (record == records.end()) fail(text(device.at("set")), "only other devices have run it");
    append((*record)["backends"], device.at("backends"));
  }
}

std::vector<std::string> failures_in(const std::vector<Record>& records) {
  std::vector<std::string> lines;
  for (const Record& record : records) {
    if (record.at("kind") == "agreement") add_mismatches(lines, record);
    if (record.at("kind") == "planted") add_missed_bugs(lines, record);
    if (record.at("kind") == "options") add_wrong_options(lines, record);
  }
  return lines;
}

}  // namespace agal::exec
