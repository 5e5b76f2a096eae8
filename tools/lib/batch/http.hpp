// A client of HTTP: http_curl.cpp with libcurl, or http_absent.cpp in builds without it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace agal::batch {

struct HttpReply {
  int status = 0;     // of HTTP; 0: there is no complete answer
  std::string body;   // of a GET
  std::string error;  // why there is no complete answer
  bool may_succeed_later = false;

  bool good() const { return status >= 200 && status < 300; }
};

struct HttpTimeouts {
  std::chrono::milliseconds connect{3000};
  std::chrono::milliseconds request{10000};
};

/// Requests, from any number of threads. Connections are kept, and used again.
class HttpClient {
 public:
  /// Whether this build has one. Without it, no request is answered.
  static bool is_available();

  explicit HttpClient(const HttpTimeouts& timeouts);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// A request ends early, without an answer, when `wanted` becomes false. An answer of more than `max_bytes` is an
  /// error.
  HttpReply get(const std::string& url, std::size_t max_bytes, const std::atomic<bool>& wanted);
  HttpReply put(const std::string& url, std::string_view bytes, const std::atomic<bool>& wanted);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agal::batch
