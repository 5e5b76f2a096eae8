// HTTP: http.cpp is the only file here that includes libcurl, and loads it when it is first used. The libraries that it
// needs (about thirty) would otherwise be loaded at the start of every agalc.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "agal/result.hpp"

namespace agal::batch {

struct HttpReply {
  int status = 0;     // of HTTP; 0: there is no complete answer
  std::string body;   // of a GET
  std::string error;  // why there is no complete answer
  bool may_succeed_later = false;

  bool good() const;
  /// "HTTP 507", or `error`.
  std::string reason() const;
};

struct HttpTimeouts {
  std::chrono::milliseconds connect{3000};
  std::chrono::milliseconds request{10000};
};

/// Requests, from any number of threads. Connections are kept, and used again.
class HttpClient {
 public:
  /// An error has one diagnostic of any kind, whose message is the reason.
  static Result<std::unique_ptr<HttpClient>> open(const HttpTimeouts& timeouts);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// A request ends early, without an answer, when `wanted` becomes false. An answer of more than `max_bytes` is none.
  HttpReply get(const std::string& url, std::size_t max_bytes, const std::atomic<bool>& wanted);
  HttpReply put(const std::string& url, std::string_view bytes, const std::atomic<bool>& wanted);

 private:
  struct State;
  explicit HttpClient(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace agal::batch
