// Parses and validates one line of a manifest.
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

/// The content of a line. `stem` is the common beginning of the paths of all output files. Values that are passed on
/// unchanged stay JSON.
struct Entry {
  std::string stem, hash, form, disassembly;
  std::string certainty = "exact";  // only for programs; manifests of older versions do not have it
  std::optional<Use> use;           // unset: no input was a log of a game with uploads
  std::string family;               // "": the program does not sample, or the manifest is from an older version
  std::vector<std::string> samplers;
  std::optional<Stage> stage;  // unset: the line is about a file
  std::uint32_t version = 0, tokens = 0;
  Status status = Status::Unreadable;
  std::vector<std::pair<std::string, std::uint32_t>> opcodes;
  std::vector<Partner> partners;
  std::vector<std::pair<std::string, std::string>> outputs;  // output files: names for `--emit`, and paths
  std::vector<ProofAnswer> proofs;                           // answers of `--prove`, one per target
  Json origins = Json::array(), templates = Json::array(), not_expressible = Json::object(),
       diagnostics = Json::array();
  Json incomplete;                  // only for files: null, or an object
  std::optional<ContentKind> kind;  // only for files; manifests of older versions do not have it
};

/// Parses a line. Each fault is an AGAL1053 with this file and line number. Unknown keys are ignored.
Result<Entry> parse_entry(std::string_view line, const std::string& file, std::uint32_t number);

/// Creates an AGAL1053.
Diagnostic malformed(const std::string& file, std::uint32_t line, std::string_view fault);

/// A place where a program was found, with its own output files.
struct Place {
  std::string stem, container;
  std::string form;  // "assembly" or "bytecode", as found here
};

/// Returns the messages of the entry about one of its places. Unknown values, and values of an unexpected type, become
/// defaults.
Diagnostics diagnostics_at(const Entry& entry, const Place& place);

/// Returns the places in the order of the origins. The first one has the entry's own stem.
std::vector<Place> places_of(const Entry& entry);

/// Returns the path of an output file at `place`: `path` with the place's stem instead of the entry's.
std::string path_at(const Entry& entry, const Place& place, const std::string& path);

/// Returns the paths of all output files at one place of the entry. The disassembly is first.
std::vector<std::string> products_at(const Entry& entry, const Place& place);

}  // namespace agal::manifest
