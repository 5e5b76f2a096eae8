// Runs commands in the shell of POSIX systems.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>

#include "interrupts.hpp"
#include "shell.hpp"

namespace agalc {
namespace {

// Runs in the child process between fork and exec. It must not allocate memory.
[[noreturn]] void become_shell(const char* command) {
  ::setpgid(0, 0);
  const int nothing = ::open("/dev/null", O_RDWR);
  if (nothing >= 0)
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  std::signal(SIGXFSZ, SIG_DFL);  // restore the default, because agalc ignores SIGXFSZ
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(127);
}

ShellOutcome outcome_of(int status) {
  using Kind = ShellOutcome::Kind;
  if (WIFSIGNALED(status)) return {Kind::Signaled, WTERMSIG(status)};
  return {Kind::Exited, WEXITSTATUS(status)};
}

}  // namespace

ShellOutcome run_shell(const std::string& command, std::chrono::milliseconds timeout) {
  using Clock = std::chrono::steady_clock;
  using Kind = ShellOutcome::Kind;
  if (InterruptGuard::interrupted()) return {Kind::Interrupted, 0};
  const pid_t child = ::fork();
  if (child < 0) return {Kind::NotStarted, errno};
  if (child == 0) become_shell(command.c_str());
  ::setpgid(child, child);  // the child does the same, because either process may run first

  const Clock::time_point end = Clock::now() + timeout;
  std::chrono::microseconds pause(100);
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return outcome_of(status);
    if (ended < 0 && errno != EINTR) return {Kind::NotStarted, errno};
    const bool interrupted = InterruptGuard::interrupted();
    if (interrupted || Clock::now() >= end) {
      ::kill(-child, SIGKILL);
      while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      return {interrupted ? Kind::Interrupted : Kind::TimedOut, 0};
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(5000));
  }
}

}  // namespace agalc
