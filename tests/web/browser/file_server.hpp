// Serves the files of a folder over HTTP, for pages whose scripts read files: browsers do not allow this for file:.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace agal::browser {

/// The files of a folder: with `Fixed`, the browser keeps them, and what it compiled, until it ends.
enum class Files : std::uint8_t { MayChange, Fixed };

/// A server on this machine alone, on a port that the system chooses. It ends with the object, or with the process.
class FileServer {
 public:
  /// Starts Python, and waits until it listens.
  FileServer(const std::filesystem::path& folder, Files kept);
  ~FileServer();
  FileServer(const FileServer&) = delete;
  FileServer& operator=(const FileServer&) = delete;

  /// Returns the address of the folder, without a slash at its end: "http://127.0.0.1:4711"; "" if it does not serve.
  const std::string& address() const { return address_; }
  /// Returns true if python3 is not in $PATH.
  bool lacks_python() const { return lacks_python_; }

 private:
  pid_t process_ = 0;
  int input_ = -1;  // the server ends when this is closed
  std::string address_;
  bool lacks_python_ = false;
};

}  // namespace agal::browser
