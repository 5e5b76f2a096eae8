#include "cli/cli.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Opens a pseudoterminal. agalc refuses to write binaries to terminals.
int open_terminal() {
  const int controller = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (controller < 0 || ::grantpt(controller) != 0 || ::unlockpt(controller) != 0) return -1;
  return ::open(::ptsname(controller), O_RDWR | O_NOCTTY);
}

void redirect(int from, int to) {
  if (from < 0) ::_exit(126);
  ::dup2(from, to);
}

// Drops the two capabilities that allow root to read and write all files, from the next exec on.
void give_up_powers_of_root() {
  ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE);
  ::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH);
}

}  // namespace

const char* tested_command() {
  const char* const other = std::getenv("AGAL_TESTED_COMMAND");
  return other != nullptr ? other : AGALC;
}

base::ByteVector bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

bool runs_as_anybody() { return ::geteuid() != 0 || ::prctl(PR_CAPBSET_READ, CAP_SETPCAP) == 1; }

Cli::~Cli() {
  // Restores the permissions that a test has removed, so that the folder can be deleted.
  std::error_code ignored;
  fs::permissions(folder_, fs::perms::owner_all, ignored);
}

Outcome Cli::execute(const char* program, const std::vector<std::string>& arguments, const std::string& input,
                     Stdout to) const {
  // The streams are files next to the folder, so that `list` shows only files that agalc created. Several commands may
  // run at once.
  static std::atomic<int> number{0};
  const std::string base = folder_.string() + "." + std::to_string(number++);
  std::ofstream(base + ".in", std::ios::binary) << input;
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t child = ::fork();
  if (child == 0) {
    const char* const file = to == Stdout::Full ? "/dev/full" : "";
    const std::string out = *file != '\0' ? file : base + ".out";
    redirect(::open((base + ".in").c_str(), O_RDONLY), STDIN_FILENO);
    redirect(::open((base + ".err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    redirect(to == Stdout::Terminal ? open_terminal() : ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600),
             STDOUT_FILENO);
    if (to == Stdout::Closed) ::close(STDOUT_FILENO);
    if (::chdir(folder_.c_str()) != 0) ::_exit(126);
    if (::geteuid() == 0) give_up_powers_of_root();
    ::alarm(AGAL_COMMAND_SECONDS);
    ::execv(program, argv.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  Outcome run;
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  run.out = slurp(base + ".out");
  run.err = slurp(base + ".err");
  for (const char* suffix : {".in", ".out", ".err"}) fs::remove(base + suffix);
  return run;
}

void Cli::write(const std::string& name, const std::string& content) const {
  fs::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << content;
}

std::string Cli::read(const std::string& name) const { return slurp(folder_ / name); }

std::vector<std::string> Cli::list(const std::string& name) const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / name))
    if (entry.path().filename() != record_name) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string bytecode(std::size_t tokens) {
  const std::string header("\xa0\x01\0\0\0\xa1\x01", 7);
  const std::string token("\0\0\0\0\0\0\x0f\x03\0\0\0\xe4\x04\0\0\0\0\0\0\0\0\0\0\0", 24);
  std::string out = header;
  for (std::size_t i = 0; i < tokens; ++i) out += token;
  return out;
}

}  // namespace agal::cli
