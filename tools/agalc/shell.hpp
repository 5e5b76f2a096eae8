// Commands that the user gives, run by the shell.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace agalc {

/// What became of a command.
struct ShellOutcome {
  enum class Kind : std::uint8_t { Exited, Signaled, TimedOut, Interrupted, NotStarted };
  Kind kind = Kind::NotStarted;
  int value = 0;  // the exit status, the signal, or why it could not be started (errno)

  bool succeeded() const { return kind == Kind::Exited && value == 0; }
  /// "exit status 1", "ended by signal 11", …
  std::string text() const;
};

/// Runs `sh -c command` with nothing on stdin and its output thrown away. Where the time is over, or SIGINT or SIGTERM
/// come while an `InterruptGuard` lives, the command is killed with all that it started.
ShellOutcome run_shell(const std::string& command, std::chrono::milliseconds timeout);

/// The path as one word of the shell.
std::string shell_quoted(std::string_view path);

/// While it lives, SIGINT and SIGTERM do not end agalc but are remembered.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  static bool interrupted();
};

}  // namespace agalc
