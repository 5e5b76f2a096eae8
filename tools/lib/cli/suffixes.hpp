// The content that the suffix of an output promises.
#pragma once

#include <optional>
#include <string>

#include "agal/diagnostic.hpp"
#include "agal/target.hpp"
#include "outputs.hpp"

namespace agalc {

/// Replaces the capital letters of ASCII.
std::string lower(std::string text);

/// Returns the last extension of a path with its dot, in small letters; "" if there is none.
std::string extension_of(const std::string& path);

/// Returns the target that the name of a product implies (`x.spv`, `x.essl100.glsl`, `x.metal`); nullopt if there is
/// none.
std::optional<agal::Target> target_of(const std::string& path);

/// Returns what the suffix promises if an output of this kind does not have it: "essl300" for x.essl300.glsl, "GLSL or
/// GLSL ES" for x.glsl, "AGAL" for x.agal. Returns "" if the suffix promises nothing, or fits. `target` is the target
/// of a shader.
std::string contradicted_by(const std::string& path, Writes writes, std::optional<agal::Target> target = {});

/// Returns the warning AGAL1044 if the suffix of an output promises something else.
agal::Diagnostics check_suffix(const std::string& path, Writes writes, std::optional<agal::Target> target = {});

/// Returns true if a path that is not a folder has the suffix of a file that commands read or write. An option for a
/// file or a folder then takes it as a file.
bool names_file(const std::string& path);

/// Returns true if -o can name a folder that is created: the path does not exist, and it is not the name of a file.
bool may_become_folder(const std::string& path);

}  // namespace agalc
