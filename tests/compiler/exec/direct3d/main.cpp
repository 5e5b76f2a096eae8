// Runs shaders on Direct3D 11. This is a program for Windows, which wine runs:
//
//     direct3d.exe DLL
//
// DLL is the path of d3dcompiler_47.dll. protocol.hpp describes the messages in the pipes.
#include <fcntl.h>
#include <io.h>

#include <iostream>

#include "exec/direct3d/device.hpp"

namespace agal::exec::direct3d {
namespace {

// Creates a desktop, because wine's Direct3D has a window. The desktop of another process would end with the
// display of that process.
void make_desktop() {
  const std::string name = "agal" + std::to_string(GetCurrentProcessId());
  const HDESK desktop = CreateDesktopA(name.c_str(), nullptr, nullptr, 0, GENERIC_ALL, nullptr);
  if (desktop == nullptr || SetThreadDesktop(desktop) == 0) throw Fault("a desktop cannot be made");
}

template <class Message>
void send(Message& message) {
  const std::string bytes = encode(message);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  std::cout.write(reinterpret_cast<const char*>(&size), sizeof size);
  std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  std::cout.flush();
}

bool receive(Request& request) {
  std::uint32_t size = 0;
  if (!std::cin.read(reinterpret_cast<char*>(&size), sizeof size)) return false;
  std::string bytes(size, '\0');
  return std::cin.read(bytes.data(), size) && decode(bytes, request);
}

std::string wine_version() {
  const HMODULE library = GetModuleHandleA("ntdll.dll");
  using Function = const char*(CDECL*)();
  const auto version = reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(library, "wine_get_version")));
  return version != nullptr ? std::string("wine ") + version() + ", " : "";
}

int run(const char* compiler) {
  Greeting greeting;
  try {
    make_desktop();
    Device device(compiler);
    greeting.device = wine_version() + device.name();
    send(greeting);
    for (Request request; receive(request); request = {}) {
      Reply reply = device.run(request);
      send(reply);
    }
    return 0;
  } catch (const Fault& fault) {
    greeting.fault = fault.what();
    send(greeting);
    return 1;
  }
}

}  // namespace
}  // namespace agal::exec::direct3d

int main(int count, char** arguments) {
  _setmode(_fileno(stdin), _O_BINARY);
  _setmode(_fileno(stdout), _O_BINARY);
  return count == 2 ? agal::exec::direct3d::run(arguments[1]) : 2;
}
