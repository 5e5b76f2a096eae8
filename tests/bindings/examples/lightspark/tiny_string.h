// Declares the part of Lightspark that the adapter uses.
#pragma once

#include <string>

namespace lightspark {

class tiny_string {
 public:
  tiny_string() = default;
  tiny_string(const char* text, bool copy = false) : text_(text) { static_cast<void>(copy); }
  tiny_string(const std::string& text) : text_(text) {}
  const char* raw_buf() const { return text_.c_str(); }

 private:
  std::string text_;
};

}  // namespace lightspark

enum LogLevel { LOG_ERROR };
std::string& log_text();
#define LOG(level, ...)                     \
  do {                                      \
    std::ostringstream stream;              \
    stream << level << ": " << __VA_ARGS__; \
    log_text() += stream.str();             \
  } while (false)
#include <sstream>
