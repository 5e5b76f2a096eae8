// Child processes.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace agal::exec::msl {

/// A command that runs concurrently. The output on both streams goes to a file.
class Command {
 public:
  enum class Status { Running, Succeeded, Failed };

  /// `words` are the program, found on PATH, and its arguments.
  Command(const std::vector<std::string>& words, std::filesystem::path output);
  ~Command();  // kills it if it still runs
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Polls without waiting. A command that takes longer than `limit` is killed and counts as failed.
  Status status();
  Status wait();
  /// The output so far.
  std::string output() const;

  static constexpr std::chrono::seconds limit{300};

 private:
  pid_t process_ = -1;
  Status status_ = Status::Running;
  std::filesystem::path output_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The words of a text, separated by blanks.
std::vector<std::string> words_of(const std::string& text);

/// The content of a file, "" if it cannot be read.
std::string file_text(const std::filesystem::path& path);

}  // namespace agal::exec::msl
