// The shared library of the C interface as tests see it: its symbols, and libraries with the interface of a header,
// which stand for other versions of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "agal/agal.h"

namespace agal::capi {

// The numbers in the names of shared libraries begin at 0.
inline constexpr int soversion = AGAL_ABI_VERSION - 1;
inline constexpr const char* description = "tests/capi/agal.abi";
inline constexpr const char* header_path = "include/agal/agal.h";

struct Ended {
  int status = -1;
  std::string text;  // of both streams
};
Ended run(const std::string& command);

/// A name or a path as a word of a shell.
std::string quoted(const std::filesystem::path& word);

/// The declarations that follow AGAL_API in the text of a header, without AGAL_API and the semicolon.
std::vector<std::string> declarations(const std::string& header);

/// The names of the functions, sorted.
std::vector<std::string> functions(const std::string& header);

/// What the library exports, sorted: `name@@VERSION`.
std::vector<std::string> exports(const std::filesystem::path& library);

/// Compiles a library, with debug information, that has the functions of the header and does nothing, in a folder of
/// its own in `folder`. Fails the current test if it does not compile.
std::filesystem::path library_of(const std::string& header, const std::filesystem::path& folder, int version);

/// The description that is compared with.
std::filesystem::path described();

/// Why abidiff cannot be used, "" if it can.
std::string missing_abidiff();

/// Compares two libraries or descriptions; the status is 0 if there is no difference that the options ask for.
Ended diff(const std::string& options, const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace agal::capi
