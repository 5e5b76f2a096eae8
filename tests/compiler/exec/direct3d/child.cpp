#include "exec/direct3d/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "support/wine.hpp"

namespace agal::exec::direct3d {
namespace {

constexpr int seconds = 120;  // the time limit for an answer

struct Pipe {
  Pipe() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    out = End(ends[0]);
    in = End(ends[1]);
  }
  End out, in;
};

// The renderer of wine's Direct3D. OpenGL passes varyings by register, like Direct3D does. Vulkan passes them by name,
// and would hide a wrong register.
std::string renderer() {
  const char* const chosen = std::getenv("AGAL_DIRECT3D_RENDERER");
  return chosen != nullptr ? chosen : "gl";
}

}  // namespace

// ----------------------------------------------------------------------------------------------------------- processes

Process::Process(const std::string& command, int in, int out, int extra) : id_(::fork()) {
  if (id_ != 0) return;
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(in < 0 ? nothing : in, STDIN_FILENO);
  ::dup2(out < 0 ? nothing : out, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  // dup2 does not change a descriptor that already has the number, so it must be made inheritable.
  if (extra == 3) ::fcntl(extra, F_SETFD, 0);
  if (extra >= 0) ::dup2(extra, 3);
  ::execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
  ::_exit(127);
}

Process::~Process() {
  if (id_ <= 0) return;
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
}

Process::Process(Process&& other) noexcept : id_(std::exchange(other.id_, 0)) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(id_, other.id_);
  return *this;
}

End::End(End&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

End& End::operator=(End&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void End::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

// --------------------------------------------------------------------------------------------------------------- child

Child::Child(const std::string& program) {
  ::signal(SIGPIPE, SIG_IGN);
  std::string display;
  if (start_display(display)) start(program, display);
}

// Starts a display server, which chooses a free number and writes it.
bool Child::start_display(std::string& display) {
  Pipe number;
  display_ = Process("Xvfb -displayfd 3 -screen 0 320x240x24 -nolisten tcp", -1, -1, number.in.get());
  number.in.close();
  from_ = std::move(number.out);
  for (char c = 0; read(&c, 1) && c != '\n';) display += c;
  if (display.empty()) fault_ = "Xvfb does not start";
  return fault_.empty();
}

void Child::start(const std::string& program, const std::string& display) {
  Pipe requests, replies;
  const std::string command = fmt::format("env DISPLAY=:{} WINE_D3D_CONFIG=renderer={} {} '{}'", display, renderer(),
                                          test::wine_command(program), test::windows_path(test::d3dcompiler()));
  program_ = Process(command, requests.out.get(), replies.in.get());
  replies.in.close();
  to_ = std::move(requests.in);
  from_ = std::move(replies.out);
  Greeting greeting;
  if (!receive(greeting)) greeting.fault = "the program for Windows does not start";
  fault_ = greeting.fault;
  device_ = fmt::format("{}, renderer {}", greeting.device, renderer());
}

Reply Child::run(Request& request) {
  Reply reply;
  if (fault_.empty() && (!send(encode(request)) || !receive(reply))) fault_ = "the program for Windows does not answer";
  if (!fault_.empty()) reply = {fault_, {}, {}, {}, {}};
  return reply;
}

bool Child::send(const std::string& bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  std::string all(reinterpret_cast<const char*>(&size), sizeof size);
  all += bytes;
  for (std::size_t sent = 0; sent < all.size();) {
    const ssize_t count = ::write(to_.get(), all.data() + sent, all.size() - sent);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

template <class Message>
bool Child::receive(Message& message) {
  std::uint32_t size = 0;
  if (!read(reinterpret_cast<char*>(&size), sizeof size)) return false;
  std::string bytes(size, '\0');
  return read(bytes.data(), size) && decode(bytes, message);
}

bool Child::read(char* to, std::size_t size) {
  while (size > 0) {
    pollfd ready{from_.get(), POLLIN, 0};
    if (::poll(&ready, 1, seconds * 1000) <= 0) return false;
    const ssize_t count = ::read(from_.get(), to, size);
    if (count <= 0) return false;
    to += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace agal::exec::direct3d
