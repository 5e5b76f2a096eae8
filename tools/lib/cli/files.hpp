// Reads and writes files and the standard streams.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/result.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agalc {

/// The name of "-" in messages.
inline constexpr std::string_view stdin_name = "<stdin>";

/// Writes all bytes. Returns 0 or the value of `errno`.
int write_all(int descriptor, std::span<const std::byte> bytes);

/// Returns the name of an input in messages.
std::string display_name(const std::string& path);

/// Returns the stem of the products of an input: the file name without its folder and its last extension (`x.frag.agal`
/// gives `x.frag`), "stdin" for "-".
std::string stem_of(const std::string& path);

/// The maximum size of a file with a program. It is much larger than any program, and ends the reading of endless
/// inputs (/dev/zero).
inline constexpr std::size_t max_program_file_bytes = std::size_t{64} << 20;
/// The maximum size of a container. A file that contains programs may be much larger than a program.
inline constexpr std::size_t max_container_file_bytes = std::size_t{1} << 30;

/// Returns the error AGAL1005.
agal::Diagnostics file_too_large(const std::string& path, std::size_t max_bytes);

/// Returns the content of the file, or of stdin for "-". Empty, too large and unreadable files and directories are
/// errors.
agal::Result<std::vector<std::byte>> read_input(const std::string& path,
                                                std::size_t max_bytes = max_program_file_bytes);

/// Returns the content of a file that is not a program, such as a mesh. If the file is empty, too large or a directory,
/// the error is the rule with the slug `malformed`, and its argument is the reason.
agal::Result<std::vector<std::byte>> read_data(const std::string& path, std::string_view malformed);

/// Returns the first bytes of a file, at most `count`; none if the file cannot be read.
std::vector<std::byte> first_bytes(const std::string& path, std::size_t count);

/// Writes a product to `path`, or to stdout for "-". A regular file is written under a temporary name in the same
/// folder and renamed, so that readers never see a partial file. A pipe or a device is written to directly.
[[nodiscard]] agal::Diagnostics write_output(const std::string& path, std::span<const std::byte> bytes);
[[nodiscard]] agal::Diagnostics write_output(const std::string& path, std::string_view text);

/// Like `write_output`, but returns an error if `path` is "-" and stdout is a terminal.
[[nodiscard]] agal::Diagnostics write_binary_output(const std::string& path, std::span<const std::byte> bytes);

/// Returns the path that a product named `path` is written to. If `path` is a link, this is the link's target, which
/// need not exist. The result is still a link if the links do not end.
os::fs::path followed(const std::string& path);
bool is_link(const os::fs::path& path);
// Returns a temporary name in the folder of `target`.
os::fs::path temporary_beside(const os::fs::path& target);

/// Returns true if the path exists and is not a regular file. Devices, pipes and sockets are written to directly.
bool is_special(const os::fs::path& path);

/// Returns the error AGAL1002 for a file, with the text of this `errno`.
agal::Diagnostics cannot_write(const std::string& path, int error);

/// Returns true if the value of -o names a folder, because it ends in a slash or the folder exists.
bool names_directory(const std::string& path);

/// Creates the folder and its parents.
agal::Diagnostics make_directory(const std::string& path);

/// Returns true if both paths name the same existing file.
bool same_file(const std::string& a, const std::string& b);

/// Returns true if this process has read the file with `read_input` or `read_data`, and the file is still at the path
/// that was read. Such a file is never overwritten. Only the first `max_remembered_files` files are remembered. That is
/// sufficient because most inputs are checked before a command begins.
bool was_read(const os::FileId& id);
inline constexpr std::size_t max_remembered_files = 65536;

/// Returns the error AGAL1007 if an output would replace a file that was read.
agal::Diagnostics check_not_read(const std::string& path);

/// Returns one rule of a depfile for make and Ninja: `outputs: input`.
std::string depfile_rule(const std::vector<std::string>& outputs, const std::string& input);

}  // namespace agalc
