// Reads values of the manifest that stay JSON. They come from untrusted files. Values that are missing, or that have
// another type than in docs/manifest.schema.json, have a default.
#pragma once

#include <cstdint>
#include <string>

#include "manifest/entry.hpp"
#include "manifest/status.hpp"

namespace agal::manifest {

/// Returns a member of an object, or null.
const Json& member(const Json& object, const char* key);
/// Returns a number that is not negative, or 0.
std::uint64_t count_at(const Json& object, const char* key);
/// Returns a text, or "".
std::string text_at(const Json& object, const char* key);
/// Returns the elements that are objects; none if `list` is not a list.
Json objects_in(const Json& list);

/// Returns the captures of a pair: an object for each run that uploaded it.
Json captures_of(const Partner& partner);
/// Returns the number of uploads of a pair, or null if it is unknown.
Json uploads_of(const Json& captures);
/// Returns the name of a use in the manifest; null if the use is unset.
Json use_of(const std::optional<Use>& use);

}  // namespace agal::manifest
