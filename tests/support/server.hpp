// Programs that run during a test, such as servers.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace agal::test {

/// A process that is ended with this object. It is also ended if the test program is killed.
class Server {
 public:
  /// Starts a program, which is searched for in $PATH. Its stdout is read by `line`.
  explicit Server(const std::vector<std::string>& words);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The next line of its stdout, "" at the end.
  std::string line() const;
  void end();

 private:
  pid_t process_ = -1;
  int output_ = -1;
};

/// Requests to 127.0.0.1 do not go through a proxy, whatever the environment says, from here on.
void without_proxy();

/// A port of 127.0.0.1 that no program listens on at the moment.
std::uint16_t unused_port();

/// Waits until a program listens on the port, but not longer than ten seconds.
bool wait_for_port(std::uint16_t port);

}  // namespace agal::test
