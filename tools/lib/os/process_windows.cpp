#include "os/process.hpp"

#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <windows.h>
// Must be included after windows.h.
#include <psapi.h>
#include <shellapi.h>

#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <filesystem>

#ifdef __MINGW32__
// Replaces the function of the C library that libstdc++ uses to convert text to paths. That function uses the code page
// of the system, although libstdc++ converts paths to text as UTF-8. With this one, text is UTF-8 in both directions.
// It is in this file because the linker must find it before the C library's function. A byte that is not part of a
// character is converted to the same value.
extern "C" std::size_t mbrtowc(wchar_t* to, const char* text, std::size_t size, std::mbstate_t* state) {
  if (text == nullptr) return 0;
  // The state holds the second half of a surrogate pair. The last byte of its character is not consumed yet.
  if (state != nullptr && *state != 0) {
    if (to != nullptr) *to = static_cast<wchar_t>(*state);
    *state = 0;
    return 1;
  }
  if (size == 0) return static_cast<std::size_t>(-2);
  const auto code = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const int length = code(0) >= 0xf0 ? 4 : code(0) >= 0xe0 ? 3 : code(0) >= 0xc0 ? 2 : 1;
  wchar_t found[2]{};
  const int units = static_cast<std::size_t>(length) <= size
                        ? ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, length, found, 2)
                        : 0;
  if (to != nullptr) *to = units > 0 ? found[0] : static_cast<wchar_t>(code(0));
  if (units == 2 && state != nullptr) *state = found[1];
  if (units == 0) return code(0) == 0 ? 0 : 1;
  return units == 2 ? 3 : found[0] == 0 ? 0 : static_cast<std::size_t>(length);
}
#endif

namespace agalc::os {
namespace {

namespace fs = std::filesystem;

std::string utf8_of(const wchar_t* text) { return fs::path(text).string(); }

}  // namespace

void prepare_process() {
  for (const int stream : {0, 1, 2}) ::_setmode(stream, _O_BINARY);
  // Unless stderr is a console, it is buffered here, and messages would appear after later output of stdout.
  std::setvbuf(stderr, nullptr, _IONBF, 0);
  // Consoles interpret escape sequences only on request.
  DWORD mode = 0;
  const HANDLE errors = ::GetStdHandle(STD_ERROR_HANDLE);
  if (::GetConsoleMode(errors, &mode) != 0) ::SetConsoleMode(errors, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  // Messages are UTF-8.
  static const UINT before = ::GetConsoleOutputCP();
  if (before == 0 || before == CP_UTF8 || ::SetConsoleOutputCP(CP_UTF8) == 0) return;
  std::atexit([] { ::SetConsoleOutputCP(before); });
}

// Ignores the arguments of main, because they are in the code page of the system, which has few characters, and their
// patterns are already expanded.
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

// File names do not contain quotes, so they need not be escaped.
std::string shell_quoted(std::string_view path) {
  std::string out = "\"";
  for (const char c : path) out += c;
  return out + "\"";
}

std::string executable_path() {
  std::wstring path(32'768, L'\0');  // paths are not longer
  const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  return fs::path(path.substr(0, length)).string();
}

}  // namespace agalc::os
