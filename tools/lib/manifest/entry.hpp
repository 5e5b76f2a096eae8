// One line of a manifest, validated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/result.hpp"
#include "manifest/json.hpp"
#include "manifest/status.hpp"

namespace agal::manifest {

/// Values that are passed on unchanged stay JSON.
struct Entry {
  std::string stem, hash, form, disassembly;
  std::string certainty = "exact";  // of a program; manifests of older versions do not have it
  std::optional<Use> use;           // unset: the run had no log
  std::string family;               // "": the program does not sample, or the manifest is of an older version
  std::vector<std::string> samplers;
  std::optional<Stage> stage;  // unset: the line is about a file
  std::uint32_t version = 0, tokens = 0;
  Status status = Status::Unreadable;
  std::vector<std::pair<std::string, std::uint32_t>> opcodes;
  std::vector<Partner> partners;
  std::vector<std::pair<std::string, std::string>> outputs;  // name, path
  std::vector<ProofAnswer> proofs;                           // of products
  Json origins = Json::array(), templates = Json::array(), not_expressible = Json::object(),
       diagnostics = Json::array();
  Json incomplete;                  // of a file: null, or an object
  std::optional<ContentKind> kind;  // of a file; manifests of older versions do not have it
};

/// Parses a line. Every fault is an AGAL1053 with this file and line number. Unknown keys are ignored.
Result<Entry> parse_entry(std::string_view line, const std::string& file, std::uint32_t number);

/// AGAL1053.
Diagnostic malformed(const std::string& file, std::uint32_t line, std::string_view fault);

/// One of the places of the products of a program.
struct Place {
  std::string stem, container;
  std::string form;  // as the program was found there
};

/// The messages of the entry about one of its places. Values that are unknown, or not of the expected type, are left
/// out.
Diagnostics diagnostics_at(const Entry& entry, const Place& place);

/// In the order of the origins; the first is at the entry's own stem.
std::vector<Place> places_of(const Entry& entry);

/// The path at `place` of the product that is `path` at the stem of the entry.
std::string path_at(const Entry& entry, const Place& place, const std::string& path);

/// The paths of all products at one place of the entry, the disassembly first.
std::vector<std::string> products_at(const Entry& entry, const Place& place);

}  // namespace agal::manifest
