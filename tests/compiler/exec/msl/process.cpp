#include "exec/msl/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>
#include <utility>

namespace agal::exec::msl {

Command::Command(const std::vector<std::string>& words, std::filesystem::path output) : output_(std::move(output)) {
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  if (words.empty() || posix_spawnp(&process_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0)
    status_ = Status::Failed;
  posix_spawn_file_actions_destroy(&actions);
}

Command::~Command() {
  if (status_ != Status::Running) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

Command::Status Command::status() {
  if (status_ != Status::Running) return status_;
  int result = 0;
  const pid_t ended = waitpid(process_, &result, WNOHANG);
  if (ended == process_) {
    status_ = WIFEXITED(result) && WEXITSTATUS(result) == 0 ? Status::Succeeded : Status::Failed;
  } else if (std::chrono::steady_clock::now() - begin_ > limit) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    status_ = Status::Failed;
  }
  return status_;
}

Command::Status Command::wait() {
  while (status() == Status::Running) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return status_;
}

std::string Command::output() const { return file_text(output_); }

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace agal::exec::msl
