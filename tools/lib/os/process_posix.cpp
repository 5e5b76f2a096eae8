#include "os/process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace agalc::os {

namespace {

// Opens closed standard streams, so that files that are opened later do not get their numbers. Writing to a stdout that
// was closed is still an error.
void open_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (::fcntl(stream, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR));  // gets this number
}

}  // namespace

void prepare_process() {
  open_standard_streams();
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

std::vector<std::string> arguments_of_main(int argc, char** argv) { return {argv + 1, argv + argc}; }

std::optional<std::string> environment_variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

int process_id() { return ::getpid(); }

std::uint64_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
}

std::string shell_quoted(std::string_view path) {
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string executable_path() { return "/proc/self/exe"; }

}  // namespace agalc::os
