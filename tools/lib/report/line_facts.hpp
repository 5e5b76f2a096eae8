// What a line of the manifest says about certainty, uploads and missing programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/json_text.hpp"

namespace agal::report {

using manifest::Json;

/// Of one element of `pairs`.
struct PairFacts {
  Json captured = Json::array();  // objects, one for each run that uploaded the pair
  Json uploaded;                  // true or false; null: there is no log
};

/// Values come from untrusted files: those that are missing, or not as docs/manifest.schema.json says, have the values
/// below.
struct LineFacts {
  std::string certainty;         // "" for a file; "exact" for a program of which the manifest does not say it
  Json uploaded;                 // true or false; null: there is no log
  Json incomplete;               // an object; null: nothing is known to be missing
  std::vector<PairFacts> pairs;  // in the order of the line
};

LineFacts facts_of(std::string_view line);

/// A member of an object, or null.
const Json& member(const Json& object, const char* key);
/// A number that is not negative, or 0.
std::uint64_t count_at(const Json& object, const char* key);
/// A text, or "".
std::string text_at(const Json& object, const char* key);
/// The elements that are objects; none if it is not a list.
Json objects_in(const Json& list);

/// The number of uploads of a pair, if it is known; else whether the game uploaded it; null: there is no log.
Json uploads_of(const PairFacts& pair);

}  // namespace agal::report
