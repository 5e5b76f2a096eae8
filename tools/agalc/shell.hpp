// Runs commands of the user in the shell.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace agalc {

/// The outcome of a command.
struct ShellOutcome {
  enum class Kind : std::uint8_t { Exited, Signaled, TimedOut, Interrupted, NotStarted };
  Kind kind = Kind::NotStarted;
  int value = 0;  // the exit status, the number of the signal, or the errno of a failed start

  bool succeeded() const { return kind == Kind::Exited && value == 0; }
  /// Returns the outcome as text: "exit status 1", "ended by signal 11".
  std::string text() const;
};

/// Runs the command in the shell of the system (`sh -c`, or `cmd /c` on Windows) with empty stdin, and discards its
/// output. After the time limit, or on SIGINT or SIGTERM during the lifetime of an `InterruptGuard`, the command is
/// killed with its descendants.
ShellOutcome run_shell(const std::string& command, std::chrono::milliseconds timeout);

}  // namespace agalc
