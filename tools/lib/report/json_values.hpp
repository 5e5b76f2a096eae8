// Values of the manifest that stay JSON. They come from untrusted files: values that are missing, or of another type
// than docs/manifest.schema.json says, have a default.
#pragma once

#include <cstdint>
#include <string>

#include "manifest/entry.hpp"
#include "manifest/status.hpp"

namespace agal::report {

using manifest::Json;

/// A member of an object, or null.
const Json& member(const Json& object, const char* key);
/// A number that is not negative, or 0.
std::uint64_t count_at(const Json& object, const char* key);
/// A text, or "".
std::string text_at(const Json& object, const char* key);
/// The elements that are objects; none if it is not a list.
Json objects_in(const Json& list);

/// The captures of a pair: one object for each run that uploaded it.
Json captures_of(const manifest::Partner& partner);
/// The number of uploads of a pair, if it is known; else null.
Json uploads_of(const Json& captures);
/// The use of a program or a pair, as the manifest calls it; null: there is no log.
Json use_of(const std::optional<manifest::Use>& use);

}  // namespace agal::report
