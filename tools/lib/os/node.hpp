// The functions that the command imports from Node (bindings/js/src/command.node.js). Paths are UTF-8. Results are 0 or
// more, or the negated value of `errno`. A function that returns a text returns the text's size, and writes the text to
// `out` only if the size is at most `room`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace agalc::os::node {

#define AGAL_FROM_NODE(name) __attribute__((import_module("agalc"), import_name(#name)))

/// The status of a file. Each value has 64 bits.
struct Status {
  std::uint64_t type, size, size_on_disk, seconds, nanoseconds, device, number;
};

extern "C" {
AGAL_FROM_NODE(open) int agalc_node_open(const char* path, std::size_t size, int how);
AGAL_FROM_NODE(read) int agalc_node_read(int descriptor, void* bytes, std::size_t size);
AGAL_FROM_NODE(write) int agalc_node_write(int descriptor, const void* bytes, std::size_t size);
AGAL_FROM_NODE(writeAt)
int agalc_node_write_at(int descriptor, const void* bytes, std::size_t size, double position);
AGAL_FROM_NODE(close) int agalc_node_close(int descriptor);
AGAL_FROM_NODE(touch) int agalc_node_touch(int descriptor);
AGAL_FROM_NODE(status) int agalc_node_status(int descriptor, Status* out);
AGAL_FROM_NODE(statusOf) int agalc_node_status_of(const char* path, std::size_t size, int follow, Status* out);
AGAL_FROM_NODE(removeFile) int agalc_node_remove_file(const char* path, std::size_t size);
AGAL_FROM_NODE(removeFolder) int agalc_node_remove_folder(const char* path, std::size_t size);
AGAL_FROM_NODE(rename)
int agalc_node_rename(const char* from, std::size_t from_size, const char* to, std::size_t to_size);
AGAL_FROM_NODE(makeFolders) int agalc_node_make_folders(const char* path, std::size_t size);
/// Creates a folder with a unique name that begins with the path.
AGAL_FROM_NODE(makeUniqueFolder)
int agalc_node_make_unique_folder(const char* path, std::size_t size, char* out, std::size_t room);
/// Lists a folder. Each entry consists of a digit, which is its `FileType`, the name, and a zero.
AGAL_FROM_NODE(list) int agalc_node_list(const char* path, std::size_t size, char* out, std::size_t room);
/// Resolves the links of a path. The path need not exist completely.
AGAL_FROM_NODE(resolve) int agalc_node_resolve(const char* path, std::size_t size, char* out, std::size_t room);
AGAL_FROM_NODE(workingFolder) int agalc_node_working_folder(char* out, std::size_t room);
AGAL_FROM_NODE(temporaryFolder) int agalc_node_temporary_folder(char* out, std::size_t room);
/// Writes each argument followed by a zero.
AGAL_FROM_NODE(arguments) int agalc_node_arguments(char* out, std::size_t room);
AGAL_FROM_NODE(environment) int agalc_node_environment(const char* name, std::size_t size, char* out, std::size_t room);
AGAL_FROM_NODE(processId) int agalc_node_process_id();
AGAL_FROM_NODE(isTerminal) int agalc_node_is_terminal(int descriptor);
/// Returns 1 if the descriptor is a pipe, a file or a socket.
AGAL_FROM_NODE(hasData) int agalc_node_has_data(int descriptor);
AGAL_FROM_NODE(columns) int agalc_node_columns();
/// Waits for this many milliseconds.
AGAL_FROM_NODE(sleep) int agalc_node_sleep(double milliseconds);
/// Creates a lock file, and holds the lock until the descriptor is closed or this process ends. If another process
/// holds the lock, the function waits if `wait` is 1, and fails with EEXIST otherwise.
AGAL_FROM_NODE(lock) int agalc_node_lock(const char* path, std::size_t size, int wait);
AGAL_FROM_NODE(isLocked) int agalc_node_is_locked(const char* path, std::size_t size);
}

#undef AGAL_FROM_NODE

/// Converts a negative result, which is a negated `errno`, to -1 and sets `errno`.
int with_errno(int result);

/// Returns 0 or the value of `errno`.
inline int error_of(int result) { return result < 0 ? -result : 0; }

/// Returns the text that `ask` writes into a buffer. After a failure, returns "", and `error` is not 0.
template <class Ask>
std::string text_of(const Ask& ask, int& error) {
  std::string out(256, '\0');
  for (;;) {
    const int size = ask(out.data(), out.size());
    error = error_of(size);
    const bool complete = size <= static_cast<int>(out.size());
    out.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    if (complete) return out;
  }
}

}  // namespace agalc::os::node
