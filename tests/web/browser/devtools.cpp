#include "browser/devtools.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "browser/flags.hpp"

namespace agal::browser {
namespace {

using json = nlohmann::json;

// Commands and answers are sent through pipes. The CPU draws text and boxes, because an emulated GPU is slower.
constexpr std::array<const char*, 3> page_flags{"--window-size=1400,1000", "--remote-debugging-pipe",
                                                "--disable-gpu-rasterization"};

// The emulated driver advises against reading pixels, which the browser itself does if the CPU puts pages together.
bool is_advice(const json& entry) {
  return entry.value("text", "").find("GL Driver Message (OpenGL, Performance") != std::string::npos;
}

// A fault ends with the last messages of the browser.
constexpr std::size_t max_message_bytes = 2000;

}  // namespace

std::filesystem::path find_browser() {
  namespace fs = std::filesystem;
  if (const char* const given = std::getenv("AGAL_CHROMIUM")) return fs::exists(given) ? given : "";
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    for (const char* const name : {"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"})
      if (const fs::path file = fs::path(folder) / name; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

DevTools::DevTools(const std::filesystem::path& browser, const std::filesystem::path& folder,
                   const std::vector<std::string>& flags, std::chrono::seconds limit)
    : folder_(folder), limit_(limit) {
  start(browser, flags);
  json targets = call("Target.getTargets");
  for (const json& target : targets.value("targetInfos", json::array()))
    if (target.value("type", "") == "page" && session_.empty())
      session_ =
          call("Target.attachToTarget", {{"targetId", target["targetId"]}, {"flatten", true}}).value("sessionId", "");
  if (session_.empty() && fault_.empty()) fault_ = "the browser has no page";
  for (const char* domain : {"Page.enable", "Runtime.enable", "Log.enable", "Network.enable"}) call(domain);
}

DevTools::~DevTools() {
  for (const int descriptor : {to_, from_})
    if (descriptor >= 0) ::close(descriptor);
  if (process_ <= 0) return;
  ::kill(-process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

// Chromium reads commands from descriptor 3, and writes answers to 4.
void DevTools::start(const std::filesystem::path& browser, const std::vector<std::string>& flags) {
  ::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> commands{}, answers{};
  if (::pipe2(commands.data(), O_CLOEXEC) != 0 || ::pipe2(answers.data(), O_CLOEXEC) != 0) {
    fault_ = "no pipes";
    return;
  }
  // The ends are first moved away from 3 and 4, because a pipe may have one of these numbers itself.
  const int input = ::fcntl(commands[0], F_DUPFD_CLOEXEC, 10), output = ::fcntl(answers[1], F_DUPFD_CLOEXEC, 10);
  to_ = ::fcntl(commands[1], F_DUPFD_CLOEXEC, 10);
  from_ = ::fcntl(answers[0], F_DUPFD_CLOEXEC, 10);
  for (const int descriptor : {commands[0], commands[1], answers[0], answers[1]}) ::close(descriptor);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, (folder_ / "messages.txt").c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_adddup2(&files, input, 3);
  posix_spawn_file_actions_adddup2(&files, output, 4);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> words{browser.string()};
  words.insert(words.end(), common_flags.begin(), common_flags.end());
  words.insert(words.end(), page_flags.begin(), page_flags.end());
  words.insert(words.end(), flags.begin(), flags.end());
  words.push_back("--user-data-dir=" + (folder_ / "profile").string());
  words.push_back("about:blank");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = posix_spawn(&process_, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  ::close(input);
  ::close(output);
  if (error != 0) {
    process_ = 0;
    fault_ = "the browser does not start: error " + std::to_string(error);
  }
}

void DevTools::fail(const std::string& fault) {
  std::ifstream file(folder_ / "messages.txt", std::ios::binary);
  const std::string messages{std::istreambuf_iterator<char>(file), {}};
  fault_ = fault;
  if (!messages.empty())
    fault_ +=
        "; its last messages:\n" + messages.substr(messages.size() - std::min(messages.size(), max_message_bytes));
}

// Sends a message. Messages are JSON, each followed by a zero byte.
void DevTools::send(const json& message) {
  const std::string text = message.dump() + '\0';
  for (std::size_t sent = 0; sent < text.size() && fault_.empty();) {
    const ssize_t count = ::write(to_, text.data() + sent, text.size() - sent);
    if (count < 0 && errno != EINTR) fail("the browser has ended");
    if (count > 0) sent += static_cast<std::size_t>(count);
  }
}

json DevTools::receive() {
  while (fault_.empty()) {
    if (const std::size_t end = buffer_.find('\0'); end != std::string::npos) {
      json message = json::parse(buffer_.substr(0, end), nullptr, false);
      buffer_.erase(0, end + 1);
      return message;
    }
    pollfd waiting{from_, POLLIN, 0};
    std::array<char, 65536> bytes{};
    if (::poll(&waiting, 1, static_cast<int>(limit_.count())) <= 0) {
      fail("the browser does not answer within " + std::to_string(limit_.count() / 1000) + " seconds");
      break;
    }
    const ssize_t count = ::read(from_, bytes.data(), bytes.size());
    if (count <= 0)
      fail("the browser has ended");
    else
      buffer_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return {};
}

void DevTools::hear(const json& event) {
  const std::string method = event.value("method", "");
  const json parameters = event.value("params", json::object());
  if (method == "Page.loadEventFired") loaded_ = true;
  if (method == "Runtime.exceptionThrown") complaints_.push_back(parameters["exceptionDetails"].dump());
  if (method == "Runtime.consoleAPICalled" && parameters.value("type", "") == "error")
    complaints_.push_back(parameters["args"].dump());
  if (method == "Log.entryAdded" && !is_advice(parameters["entry"])) complaints_.push_back(parameters["entry"].dump());
  if (method == "Network.requestWillBeSent") {
    const std::string address = parameters["request"].value("url", "");
    if (address.rfind("data:", 0) != 0) requests_.push_back(address);
  }
}

json DevTools::call(const std::string& method, json parameters) {
  const int id = ++next_;
  json message{{"id", id}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) message["sessionId"] = session_;
  send(message);
  while (fault_.empty()) {
    json answer = receive();
    if (answer.is_object() && answer.value("id", 0) == id) {
      if (answer.contains("error")) fault_ = method + ": " + answer["error"].dump();
      return answer.value("result", json::object());
    }
    if (answer.is_object()) hear(answer);
  }
  return json::object();
}

void DevTools::open(const std::string& address) {
  // Loads an empty page first, because a change of only the fragment would not load the page.
  call("Page.navigate", {{"url", "about:blank"}});
  evaluate("0");
  complaints_.clear();
  requests_.clear();
  load("Page.navigate", {{"url", address}});
}

void DevTools::reload() { load("Page.reload", json::object()); }

// Calls a method that loads a page, and waits: the document is empty before the page is loaded.
void DevTools::load(const std::string& method, json parameters) {
  loaded_ = false;
  call(method, std::move(parameters));
  while (!loaded_ && fault_.empty()) hear(receive());
}

json DevTools::evaluate(const std::string& expression) {
  const json answer =
      call("Runtime.evaluate", {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails")) complaints_.push_back(answer["exceptionDetails"].dump());
  return answer.value("result", json::object()).value("value", json());
}

void DevTools::press(const std::string& key) {
  json event{{"type", "rawKeyDown"}, {"key", key}};
  if (key.size() == 1) event["type"] = "keyDown", event["text"] = key;
  call("Input.dispatchKeyEvent", event);
  event["type"] = "keyUp";
  event.erase("text");
  call("Input.dispatchKeyEvent", event);
}

}  // namespace agal::browser
