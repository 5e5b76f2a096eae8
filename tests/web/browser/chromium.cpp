#include "browser/chromium.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <thread>
#include <vector>

#include "browser/flags.hpp"

namespace agal::browser {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Watchdogs are disabled, because compiling shaders on a busy machine may take long.
constexpr std::array<const char*, 4> webgl_flags{"--disable-gpu-watchdog", "--enable-unsafe-swiftshader",
                                                 "--ignore-gpu-blocklist", "--dump-dom"};

std::string contents_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string last_lines(const std::string& text, std::size_t max_bytes) {
  return text.size() <= max_bytes ? text : "…" + text.substr(text.size() - max_bytes);
}

// A child process in its own process group, so that its descendants can be killed with it.
class Process {
 public:
  Process(const std::vector<std::string>& command, const fs::path& out, const fs::path& err) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    error_ = posix_spawn(&id_, arguments[0], &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
  }
  ~Process() {
    if (error_ != 0) return;
    ::kill(-id_, SIGKILL);
    if (!ended_) ::waitpid(id_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Waits until the process ends. Returns the error if it fails or exceeds the limit, otherwise "".
  std::string wait(std::chrono::seconds limit) {
    if (error_ != 0) return fmt::format("does not start (error {})", error_);
    const Clock::time_point end = Clock::now() + limit;
    int status = 0;
    while (::waitpid(id_, &status, WNOHANG) == 0) {
      if (Clock::now() > end) return fmt::format("was not done after {} seconds", limit.count());
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ended_ = true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return WIFEXITED(status) ? fmt::format("ended with status {}", WEXITSTATUS(status))
                             : fmt::format("was ended by signal {}", WTERMSIG(status));
  }

 private:
  pid_t id_ = 0;
  int error_ = 0;
  bool ended_ = false;
};

}  // namespace

fs::path find_browser() {
  if (const char* const given = std::getenv("AGAL_CHROMIUM")) return fs::exists(given) ? given : "";
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    for (const char* const name : {"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"})
      if (const fs::path file = fs::path(folder) / name; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

Page load_page(const fs::path& browser, const fs::path& page, const fs::path& folder, std::chrono::seconds limit,
               const std::vector<std::string>& flags) {
  std::vector<std::string> command{browser.string()};
  command.insert(command.end(), common_flags.begin(), common_flags.end());
  command.insert(command.end(), webgl_flags.begin(), webgl_flags.end());
  command.insert(command.end(), flags.begin(), flags.end());
  command.push_back("--user-data-dir=" + (folder / "profile").string());
  command.push_back("file://" + page.string());
  const fs::path out = folder / "document.html", err = folder / "messages.txt";
  Process process(command, out, err);
  const std::string fault = process.wait(limit);
  if (!fault.empty())
    return {{},
            fmt::format("{} {}; its last messages:\n{}", browser.string(), fault, last_lines(contents_of(err), 2000))};
  return {contents_of(out), {}};
}

}  // namespace agal::browser
