// Runs the program for Windows (main.cpp) with wine on its own display.
#pragma once

#include <sys/types.h>

#include <string>

#include "exec/direct3d/protocol.hpp"

namespace agal::exec::direct3d {

/// A process that is killed with this object.
class Process {
 public:
  Process() = default;
  /// Runs a shell command with these descriptors as its stdin, stdout and descriptor 3. -1 stands for /dev/null, or for
  /// no descriptor 3.
  Process(const std::string& command, int in, int out, int extra = -1);
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;

 private:
  pid_t id_ = 0;
};

/// An end of a pipe.
class End {
 public:
  explicit End(int descriptor = -1) : descriptor_(descriptor) {}
  ~End() { close(); }
  End(End&& other) noexcept;
  End& operator=(End&& other) noexcept;
  void close();
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

class Child {
 public:
  /// Starts the display and the program. `program` is the path of direct3d.exe. If this fails, `fault` is the reason.
  explicit Child(const std::string& program);

  const std::string& fault() const { return fault_; }
  const std::string& device() const { return device_; }

  /// Runs a request. If the child does not answer, the reply has a fault, and so have all later ones.
  Reply run(Request& request);

 private:
  bool start_display(std::string& display);
  void start(const std::string& program, const std::string& display);
  bool send(const std::string& bytes);
  template <class Message>
  bool receive(Message& message);
  bool read(char* to, std::size_t size);

  Process display_, program_;
  End to_, from_;
  std::string fault_, device_;
};

}  // namespace agal::exec::direct3d
