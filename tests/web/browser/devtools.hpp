// Controls headless Chromium through its DevTools protocol on a pair of pipes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agal::browser {

/// Returns the path of Chromium, from $AGAL_CHROMIUM or $PATH, or an empty path if it is not found.
std::filesystem::path find_browser();

class DevTools {
 public:
  /// `folder` is for the files of the browser. `flags` are added to the flags that every page needs. `limit` is for
  /// each answer, on a machine that may be busy.
  DevTools(const std::filesystem::path& browser, const std::filesystem::path& folder,
           const std::vector<std::string>& flags = {}, std::chrono::seconds limit = std::chrono::seconds(120));
  ~DevTools();
  DevTools(const DevTools&) = delete;
  DevTools& operator=(const DevTools&) = delete;

  /// Returns the fatal error, after which nothing works, with the last messages of the browser; "" if there is none.
  const std::string& fault() const { return fault_; }

  /// Loads the page of an address, and waits until it is loaded.
  void open(const std::string& address);
  /// Loads the page again, and waits until it is loaded.
  void reload();
  /// Returns the value of an expression in the page. Waits for promises.
  nlohmann::json evaluate(const std::string& expression);
  /// Presses a key in the page: "ArrowDown", "/".
  void press(const std::string& key);
  /// Calls a method of the protocol.
  nlohmann::json call(const std::string& method, nlohmann::json parameters = nlohmann::json::object());

  /// Returns the errors since the page was opened: exceptions, errors on the console, violations of its security
  /// policy.
  const std::vector<std::string>& complaints() const { return complaints_; }
  /// Returns the addresses requested since the page was opened, except the page's own address and data.
  const std::vector<std::string>& requests() const { return requests_; }

 private:
  void start(const std::filesystem::path& browser, const std::vector<std::string>& flags);
  void fail(const std::string& fault);
  void load(const std::string& method, nlohmann::json parameters);
  void send(const nlohmann::json& message);
  nlohmann::json receive();
  void hear(const nlohmann::json& event);

  std::filesystem::path folder_;
  std::chrono::milliseconds limit_;
  pid_t process_ = 0;
  int to_ = -1, from_ = -1, next_ = 0;
  bool loaded_ = false;
  std::string fault_, session_, buffer_;
  std::vector<std::string> complaints_, requests_;
};

}  // namespace agal::browser
