// Runs commands in cmd.exe.
#include <windows.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "interrupts.hpp"
#include "os/files.hpp"
#include "os/process.hpp"
#include "shell.hpp"

namespace agalc {
namespace {

int number_of(DWORD error) { return os::error_number({static_cast<int>(error), std::system_category()}); }

class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  ~Handle() {
    if (handle_ != nullptr) ::CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

// Opens a handle for the standard streams of the command: stdin is empty, and outputs are discarded.
HANDLE open_nothing() {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  return ::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                       OPEN_EXISTING, 0, nullptr);
}

// Creates a job, so that the command can be ended with its descendants.
HANDLE create_job() {
  const HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (job != nullptr) ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof(limits));
  return job;
}

// Starts the command suspended, so that it does not run before it is in the job.
DWORD start(const std::string& command, HANDLE nothing, PROCESS_INFORMATION& process) {
  const std::string shell = os::environment_variable("ComSpec").value_or("cmd.exe");
  // /s: the quotes around the command are removed, and those inside it are kept.
  std::wstring line = std::filesystem::path("\"" + shell + "\" /d /s /c \"" + command + "\"").native();
  STARTUPINFOW startup{};
  startup.cb = sizeof(startup);
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = startup.hStdOutput = startup.hStdError = nothing;
  const BOOL started = ::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_SUSPENDED, nullptr,
                                        nullptr, &startup, &process);
  return started != 0 ? ERROR_SUCCESS : ::GetLastError();
}

}  // namespace

ShellOutcome run_shell(const std::string& command, std::chrono::milliseconds timeout) {
  using Clock = std::chrono::steady_clock;
  using Kind = ShellOutcome::Kind;
  if (InterruptGuard::interrupted()) return {Kind::Interrupted, 0};
  const Handle nothing(open_nothing()), job(create_job());
  PROCESS_INFORMATION started{};
  if (const DWORD error = start(command, nothing.get(), started); error != ERROR_SUCCESS)
    return {Kind::NotStarted, number_of(error)};
  const Handle process(started.hProcess), thread(started.hThread);
  ::AssignProcessToJobObject(job.get(), process.get());
  ::ResumeThread(thread.get());

  const Clock::time_point end = Clock::now() + timeout;
  constexpr DWORD period = 5;  // the interval between checks, in milliseconds
  while (::WaitForSingleObject(process.get(), period) == WAIT_TIMEOUT) {
    const bool interrupted = InterruptGuard::interrupted();
    if (!interrupted && Clock::now() < end) continue;
    ::TerminateJobObject(job.get(), 1);
    ::WaitForSingleObject(process.get(), INFINITE);
    return {interrupted ? Kind::Interrupted : Kind::TimedOut, 0};
  }
  DWORD status = 0;
  ::GetExitCodeProcess(process.get(), &status);
  return {Kind::Exited, static_cast<int>(status)};
}

}  // namespace agalc
