#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>
#include <vector>

#include "http.hpp"

namespace agal::batch {
namespace {

// One request in progress.
struct Transfer {
  std::size_t max_bytes;  // of the answer
  const std::atomic<bool>& wanted;
  std::string body{};
};

std::size_t take_bytes(char* bytes, std::size_t size, std::size_t count, void* data) {
  Transfer& transfer = *static_cast<Transfer*>(data);
  if (transfer.body.size() + size * count > transfer.max_bytes) return 0;  // ends it with CURLE_WRITE_ERROR
  transfer.body.append(bytes, size * count);
  return size * count;
}

int still_wanted(void* data, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const Transfer*>(data)->wanted.load() ? 0 : 1;
}

template <class T, std::size_t N>
bool is_one_of(const std::array<T, N>& values, T value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

constexpr std::array temporary_errors{CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING,
                                      CURLE_PARTIAL_FILE,         CURLE_RECV_ERROR,      CURLE_SEND_ERROR};
constexpr std::array temporary_statuses{408L, 429L, 500L, 502L, 503L, 504L};

}  // namespace

struct HttpClient::State {
  HttpTimeouts timeouts{};
  curl_slist* upload_headers = nullptr;
  std::mutex guard;
  std::vector<CURL*> idle{};  // each with its connection

  CURL* take() {
    const std::lock_guard<std::mutex> lock(guard);
    if (idle.empty()) return create();
    CURL* const handle = idle.back();
    idle.pop_back();
    return handle;
  }

  CURL* create() const {
    CURL* const handle = curl_easy_init();
    if (handle == nullptr) return nullptr;
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(timeouts.connect.count()));
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(timeouts.request.count()));
    curl_easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
    curl_easy_setopt(handle, CURLOPT_USERAGENT, "agalc");
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &take_bytes);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &still_wanted);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    return handle;
  }

  HttpReply perform(CURL* handle, const std::string& url, Transfer transfer) {
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
    const CURLcode code = curl_easy_perform(handle);
    HttpReply reply;
    if (code != CURLE_OK) {
      reply.error = code == CURLE_WRITE_ERROR ? "the answer is too large" : curl_easy_strerror(code);
      reply.may_succeed_later = is_one_of(temporary_errors, code);
    } else {
      long status = 0;
      curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
      reply.status = static_cast<int>(status);
      reply.body = std::move(transfer.body);
      reply.may_succeed_later = is_one_of(temporary_statuses, status);
    }
    const std::lock_guard<std::mutex> lock(guard);
    idle.push_back(handle);
    return reply;
  }
};

bool HttpClient::is_available() { return true; }

HttpClient::HttpClient(const HttpTimeouts& timeouts) : state_(std::make_unique<State>()) {
  // Before other threads make handles: older versions of libcurl need this.
  curl_global_init(CURL_GLOBAL_DEFAULT);
  state_->timeouts = timeouts;
  state_->upload_headers = curl_slist_append(nullptr, "Content-Type: application/octet-stream");
  // Some servers do not answer "Expect: 100-continue", and libcurl would wait for a second.
  state_->upload_headers = curl_slist_append(state_->upload_headers, "Expect:");
}

HttpClient::~HttpClient() {
  for (CURL* const handle : state_->idle) curl_easy_cleanup(handle);
  curl_slist_free_all(state_->upload_headers);
}

HttpReply HttpClient::get(const std::string& url, std::size_t max_bytes, const std::atomic<bool>& wanted) {
  CURL* const handle = state_->take();
  if (handle == nullptr) return {.error = "libcurl has no memory"};
  curl_easy_setopt(handle, CURLOPT_HTTPGET, 1L);
  curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, static_cast<char*>(nullptr));
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, static_cast<curl_slist*>(nullptr));
  return state_->perform(handle, url, {max_bytes, wanted});
}

// The bytes are given at once, rather than read by a function, so that libcurl can send them again if the server has
// closed a connection that was kept.
HttpReply HttpClient::put(const std::string& url, std::string_view bytes, const std::atomic<bool>& wanted) {
  constexpr std::size_t max_answer_bytes = std::size_t{1} << 20;
  CURL* const handle = state_->take();
  if (handle == nullptr) return {.error = "libcurl has no memory"};
  curl_easy_setopt(handle, CURLOPT_POST, 1L);
  curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, "PUT");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, state_->upload_headers);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, bytes.data());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(bytes.size()));
  return state_->perform(handle, url, {max_answer_bytes, wanted});
}

}  // namespace agal::batch
