// Files and the standard streams.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/result.hpp"

namespace agalc {

/// What "-" is called in messages and as a stem.
inline constexpr std::string_view stdin_name = "<stdin>";

/// How messages name an input.
std::string display_name(const std::string& path);

/// The name that products of an input begin with: the file name without its folder and its last extension
/// (`x.frag.agal` gives `x.frag`), "stdin" for "-".
std::string stem_of(const std::string& path);

/// Far beyond any program, and an end to inputs that have none (/dev/zero).
inline constexpr std::size_t max_program_file_bytes = std::size_t{64} << 20;
/// A file with programs in it may be far larger.
inline constexpr std::size_t max_container_file_bytes = std::size_t{1} << 30;

/// AGAL1005.
agal::Diagnostics file_too_large(const std::string& path, std::size_t max_bytes);

/// The whole file, or stdin for "-". Files that are empty, too large, directories or not readable are errors.
agal::Result<std::vector<std::byte>> read_input(const std::string& path,
                                                std::size_t max_bytes = max_program_file_bytes);

/// Writes a product to `path`, or to stdout for "-". A regular file is written under a temporary name in the same
/// folder and renamed, so that nobody ever sees half of it; a pipe or a device is written to directly.
agal::Diagnostics write_output(const std::string& path, std::span<const std::byte> bytes);
agal::Diagnostics write_output(const std::string& path, std::string_view text);

/// As `write_output`, but refuses when `path` is "-" and stdout is a terminal.
agal::Diagnostics write_binary_output(const std::string& path, std::span<const std::byte> bytes);

/// Where a product named `path` is written: what it points to if it is a link. And the temporary name beside that.
std::filesystem::path followed(const std::string& path);
std::filesystem::path temporary_beside(const std::filesystem::path& target);

/// Whether the path is there and is no regular file: devices, pipes and sockets take what is written to them.
bool is_special(const std::filesystem::path& path);

/// AGAL1002 about a file, with the text of this errno.
agal::Diagnostics cannot_write(const std::string& path, int error);

/// Whether -o names a folder: it ends in a slash or is one already.
bool names_directory(const std::string& path);

/// Makes the folder and those above it.
agal::Diagnostics make_directory(const std::string& path);

/// Whether both name one existing file.
bool same_file(const std::string& a, const std::string& b);

/// One rule of a depfile, as make and Ninja read it: `outputs: input`.
std::string depfile_rule(const std::vector<std::string>& outputs, const std::string& input);

}  // namespace agalc
