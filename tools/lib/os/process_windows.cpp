#include "os/process.hpp"

#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <windows.h>
// After windows.h.
#include <psapi.h>
#include <shellapi.h>

#include <cstdlib>
#include <filesystem>

namespace agalc::os {
namespace {

namespace fs = std::filesystem;

std::string utf8_of(const wchar_t* text) { return fs::path(text).string(); }

}  // namespace

void prepare_process() {
  for (const int stream : {0, 1, 2}) ::_setmode(stream, _O_BINARY);
  // Consoles obey escape sequences when they are asked to.
  DWORD mode = 0;
  const HANDLE errors = ::GetStdHandle(STD_ERROR_HANDLE);
  if (::GetConsoleMode(errors, &mode) != 0) ::SetConsoleMode(errors, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  // Messages are UTF-8.
  static const UINT before = ::GetConsoleOutputCP();
  if (before == 0 || before == CP_UTF8 || ::SetConsoleOutputCP(CP_UTF8) == 0) return;
  std::atexit([] { ::SetConsoleOutputCP(before); });
}

// The arguments of main are in the code page of the system, which has few characters, and patterns in them are
// expanded.
std::vector<std::string> arguments_of_main(int, char**) {
  int count = 0;
  wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  std::vector<std::string> out;
  for (int i = 1; i < count; ++i) out.push_back(utf8_of(words[i]));
  ::LocalFree(words);
  return out;
}

std::optional<std::string> environment_variable(const std::string& name) {
  const wchar_t* const value = ::_wgetenv(fs::path(name).c_str());
  return value != nullptr ? std::optional<std::string>(utf8_of(value)) : std::nullopt;
}

int process_id() { return ::_getpid(); }

std::uint64_t peak_memory() {
  PROCESS_MEMORY_COUNTERS counters{};
  counters.cb = sizeof(counters);
  return ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof(counters)) != 0
             ? counters.PeakWorkingSetSize
             : 0;
}

std::string executable_path() {
  std::wstring path(32'768, L'\0');  // no path is longer
  const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  return fs::path(path.substr(0, length)).string();
}

}  // namespace agalc::os
