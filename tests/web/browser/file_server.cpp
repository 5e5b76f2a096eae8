#include "browser/file_server.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace agal::browser {

FileServer::FileServer(const std::filesystem::path& folder, Files kept) {
  std::array<int, 2> input{}, output{};
  if (::pipe2(input.data(), O_CLOEXEC) != 0 || ::pipe2(output.data(), O_CLOEXEC) != 0) return;
  input_ = input[1];
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output[1], STDOUT_FILENO);
  std::string script = AGAL_SOURCE_DIR "/tests/web/browser/serve.py", served = folder.string();
  std::string caching = kept == Files::Fixed ? "max-age=3600" : "no-store";
  std::array<char*, 5> arguments{const_cast<char*>("python3"), script.data(), served.data(), caching.data(), nullptr};
  const int error = posix_spawnp(&process_, arguments[0], &files, nullptr, arguments.data(), environ);
  if (error != 0) process_ = 0;
  lacks_python_ = error == ENOENT;
  posix_spawn_file_actions_destroy(&files);
  ::close(input[0]);
  ::close(output[1]);
  for (char each = 0; ::read(output[0], &each, 1) == 1 && each != '\n';) address_ += each;
  ::close(output[0]);
}

FileServer::~FileServer() {
  ::close(input_);
  if (process_ > 0) ::waitpid(process_, nullptr, 0);
}

}  // namespace agal::browser
