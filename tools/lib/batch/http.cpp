#include "http.hpp"

#include <curl/curl.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>
#include <vector>

#include "console/console.hpp"

namespace agal::batch {
namespace {

// The functions of libcurl that are used.
struct Curl {
  decltype(&::curl_global_init) global_init = nullptr;
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_perform) easy_perform = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_slist_free_all) slist_free_all = nullptr;
  std::string missing;  // why it cannot be used
};

template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

Curl load_curl() {
  Curl curl;
  void* library = nullptr;
  // The name with the version of its interface, which has not changed since 2006; Debian has one for each TLS library.
  for (const char* const name : {"libcurl.so.4", "libcurl-gnutls.so.4"})
    if (library == nullptr) library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    curl.missing = "libcurl.so.4 is not installed";
    return curl;
  }
  const bool complete = find_function(library, "curl_global_init", curl.global_init) &&
                        find_function(library, "curl_easy_init", curl.easy_init) &&
                        find_function(library, "curl_easy_setopt", curl.easy_setopt) &&
                        find_function(library, "curl_easy_perform", curl.easy_perform) &&
                        find_function(library, "curl_easy_getinfo", curl.easy_getinfo) &&
                        find_function(library, "curl_easy_strerror", curl.easy_strerror) &&
                        find_function(library, "curl_easy_cleanup", curl.easy_cleanup) &&
                        find_function(library, "curl_slist_append", curl.slist_append) &&
                        find_function(library, "curl_slist_free_all", curl.slist_free_all);
  if (!complete || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) curl.missing = "libcurl.so.4 cannot be used";
  return curl;
}

// Never unloaded: libraries that it loads have handlers that run at the end of the process.
const Curl& loaded_curl() {
  static const Curl curl = load_curl();
  return curl;
}

// One request in progress.
struct Transfer {
  const Curl& curl;
  CURL* handle;
  std::size_t max_bytes;  // of the answer; 0: it is not kept
  const std::atomic<bool>& wanted;
  std::string body{};
};

bool is_good(long status) { return status >= 200 && status < 300; }

std::size_t take_bytes(char* bytes, std::size_t size, std::size_t count, void* data) {
  Transfer& transfer = *static_cast<Transfer*>(data);
  long status = 0;
  transfer.curl.easy_getinfo(transfer.handle, CURLINFO_RESPONSE_CODE, &status);
  // The page about an error.
  if (!is_good(status) || transfer.max_bytes == 0) return size * count;
  if (transfer.body.size() + size * count > transfer.max_bytes) return 0;  // ends it with CURLE_WRITE_ERROR
  transfer.body.append(bytes, size * count);
  return size * count;
}

int still_wanted(void* data, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const Transfer*>(data)->wanted.load() ? 0 : 1;
}

bool is_temporary(CURLcode code) {
  constexpr std::array temporary{CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING,
                                 CURLE_PARTIAL_FILE,         CURLE_RECV_ERROR,      CURLE_SEND_ERROR};
  return std::find(temporary.begin(), temporary.end(), code) != temporary.end();
}

bool is_temporary_status(long status) {
  constexpr std::array temporary{408L, 429L, 500L, 502L, 503L, 504L};
  return std::find(temporary.begin(), temporary.end(), status) != temporary.end();
}

}  // namespace

bool HttpReply::good() const { return is_good(status); }

std::string HttpReply::reason() const { return status == 0 ? error : fmt::format("HTTP {}", status); }

struct HttpClient::State {
  const Curl& curl;
  HttpTimeouts timeouts;
  curl_slist* headers = nullptr;  // of uploads
  std::mutex guard;
  std::vector<CURL*> idle;  // each with its connection

  State(const Curl& functions, const HttpTimeouts& limits) : curl(functions), timeouts(limits) {
    headers = curl.slist_append(nullptr, "Content-Type: application/octet-stream");
    // Some servers do not answer "Expect: 100-continue", and libcurl would wait for a second.
    headers = curl.slist_append(headers, "Expect:");
  }

  CURL* take() {
    {
      const std::lock_guard<std::mutex> lock(guard);
      if (!idle.empty()) {
        CURL* const handle = idle.back();
        idle.pop_back();
        return handle;
      }
    }
    CURL* const handle = curl.easy_init();
    if (handle == nullptr) return nullptr;
    curl.easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(timeouts.connect.count()));
    curl.easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(timeouts.request.count()));
    curl.easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
    curl.easy_setopt(handle, CURLOPT_USERAGENT, "agalc");
    curl.easy_setopt(handle, CURLOPT_WRITEFUNCTION, &take_bytes);
    curl.easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &still_wanted);
    curl.easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    return handle;
  }

  void give_back(CURL* handle) {
    const std::lock_guard<std::mutex> lock(guard);
    idle.push_back(handle);
  }

  HttpReply perform(const std::string& url, Transfer transfer) {
    CURL* const handle = transfer.handle;
    curl.easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl.easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    curl.easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
    const CURLcode code = curl.easy_perform(handle);
    HttpReply reply;
    if (code != CURLE_OK) {
      reply.error = code == CURLE_WRITE_ERROR ? "the answer is too large" : curl.easy_strerror(code);
      reply.may_succeed_later = is_temporary(code);
    } else {
      long status = 0;
      curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
      reply.status = static_cast<int>(status);
      reply.body = std::move(transfer.body);
      reply.may_succeed_later = is_temporary_status(status);
    }
    give_back(handle);
    return reply;
  }
};

HttpClient::HttpClient(std::unique_ptr<State> state) : state_(std::move(state)) {}

HttpClient::~HttpClient() {
  for (CURL* const handle : state_->idle) state_->curl.easy_cleanup(handle);
  state_->curl.slist_free_all(state_->headers);
}

Result<std::unique_ptr<HttpClient>> HttpClient::open(const HttpTimeouts& timeouts) {
  const Curl& curl = loaded_curl();
  if (!curl.missing.empty()) return agalc::usage_error(curl.missing);
  return std::unique_ptr<HttpClient>(new HttpClient(std::make_unique<State>(curl, timeouts)));
}

HttpReply HttpClient::get(const std::string& url, std::size_t max_bytes, const std::atomic<bool>& wanted) {
  CURL* const handle = state_->take();
  if (handle == nullptr) return {.error = "libcurl has no memory"};
  state_->curl.easy_setopt(handle, CURLOPT_HTTPGET, 1L);
  state_->curl.easy_setopt(handle, CURLOPT_CUSTOMREQUEST, static_cast<char*>(nullptr));
  state_->curl.easy_setopt(handle, CURLOPT_HTTPHEADER, static_cast<curl_slist*>(nullptr));
  return state_->perform(url, {state_->curl, handle, max_bytes, wanted});
}

// The bytes are given at once, rather than read by a function, so that libcurl can send them again if the server has
// closed a connection that was kept.
HttpReply HttpClient::put(const std::string& url, std::string_view bytes, const std::atomic<bool>& wanted) {
  CURL* const handle = state_->take();
  if (handle == nullptr) return {.error = "libcurl has no memory"};
  state_->curl.easy_setopt(handle, CURLOPT_POST, 1L);
  state_->curl.easy_setopt(handle, CURLOPT_CUSTOMREQUEST, "PUT");
  state_->curl.easy_setopt(handle, CURLOPT_HTTPHEADER, state_->headers);
  state_->curl.easy_setopt(handle, CURLOPT_POSTFIELDS, bytes.data());
  state_->curl.easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(bytes.size()));
  return state_->perform(url, {state_->curl, handle, 0, wanted});
}

}  // namespace agal::batch
