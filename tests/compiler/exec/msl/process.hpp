// Runs child processes.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace agal::exec::msl {

/// A command that runs concurrently. Both of its output streams go to a file.
class Command {
 public:
  enum class Status { Running, Succeeded, Failed };

  /// Starts a command. `words` are the program, which is found on PATH, and its arguments.
  Command(const std::vector<std::string>& words, std::filesystem::path output);
  ~Command();  // kills the command if it still runs
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Returns the status without waiting. A command that takes longer than `limit` is killed and has failed.
  Status status();
  Status wait();
  /// Returns the output so far.
  std::string output() const;

  static constexpr std::chrono::seconds limit{300};

 private:
  pid_t process_ = -1;
  Status status_ = Status::Running;
  std::filesystem::path output_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Splits a text at blanks.
std::vector<std::string> words_of(const std::string& text);

/// Returns the content of a file; "" if it cannot be read.
std::string file_text(const std::filesystem::path& path);

}  // namespace agal::exec::msl
