// Files and the standard streams.
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

/// The name of "-" in messages and as a stem.
inline constexpr std::string_view stdin_name = "<stdin>";

/// Writes all of it. Returns 0, or the value of `errno`.
int write_all(int descriptor, std::span<const std::byte> bytes);

/// The name of an input in messages.
std::string display_name(const std::string& path);

/// The stem of the products of an input: the file name without its folder and its last extension (`x.frag.agal` gives
/// `x.frag`), "stdin" for "-".
std::string stem_of(const std::string& path);

/// Much larger than any program; stops at endless inputs (/dev/zero).
inline constexpr std::size_t max_program_file_bytes = std::size_t{64} << 20;
/// A file that contains programs may be much larger.
inline constexpr std::size_t max_container_file_bytes = std::size_t{1} << 30;

/// AGAL1005.
agal::Diagnostics file_too_large(const std::string& path, std::size_t max_bytes);

/// The content of the file, or of stdin for "-". Empty, too large and unreadable files and directories are errors.
agal::Result<std::vector<std::byte>> read_input(const std::string& path,
                                                std::size_t max_bytes = max_program_file_bytes);

/// Likewise, of a file that is not a program, such as a mesh. If it is empty, too large or a directory, the error is
/// the rule with the slug `malformed`, whose argument is the reason.
agal::Result<std::vector<std::byte>> read_data(const std::string& path, std::string_view malformed);

/// The beginning of a file: at most so many bytes, none if it cannot be read.
std::vector<std::byte> first_bytes(const std::string& path, std::size_t count);

/// Writes a product to `path`, or to stdout for "-". A regular file is written under a temporary name in the same
/// folder and renamed, so that readers never see a partial file; a pipe or a device is written to directly.
agal::Diagnostics write_output(const std::string& path, std::span<const std::byte> bytes);
agal::Diagnostics write_output(const std::string& path, std::string_view text);

/// Like `write_output`, but an error if `path` is "-" and stdout is a terminal.
agal::Diagnostics write_binary_output(const std::string& path, std::span<const std::byte> bytes);

/// Where a product named `path` is written: the target, if it is a link. And the temporary name next to it.
os::fs::path followed(const std::string& path);
os::fs::path temporary_beside(const os::fs::path& target);

/// Whether the path exists and is not a regular file: devices, pipes and sockets are written to directly.
bool is_special(const os::fs::path& path);

/// AGAL1002 about a file, with the text of this errno.
agal::Diagnostics cannot_write(const std::string& path, int error);

/// Whether -o names a folder: it ends in a slash or is one already.
bool names_directory(const std::string& path);

/// Creates the folder and its parents.
agal::Diagnostics make_directory(const std::string& path);

/// Whether both name one existing file.
bool same_file(const std::string& a, const std::string& b);

/// Whether this process has read the file with `read_input` or `read_data`. Such a file is never overwritten. Only the
/// first `max_remembered_files` files are known: most inputs are checked before a command begins, and the rest are few.
bool was_read(const os::FileId& id);
inline constexpr std::size_t max_remembered_files = 65536;

/// The error if an output would replace a file that was read: AGAL1007.
agal::Diagnostics check_not_read(const std::string& path);

/// One rule of a depfile, as make and Ninja read it: `outputs: input`.
std::string depfile_rule(const std::vector<std::string>& outputs, const std::string& input);

}  // namespace agalc
