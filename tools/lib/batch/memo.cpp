#include "memo.hpp"

#include "codec.hpp"

namespace agal::batch {
namespace {

// The identity is stored twice; the overhead of the containers is small.
std::size_t size_of(const std::string& identity, const std::string& encoded) {
  return 2 * identity.size() + encoded.size();
}

}  // namespace

std::optional<Conversion> Memo::find(const std::string& identity) {
  std::string encoded;
  {
    const std::lock_guard<std::mutex> lock(guard_);
    const auto at = encoded_.find(identity);
    if (at == encoded_.end()) return std::nullopt;
    encoded = at->second;
  }
  return decode(encoded);
}

void Memo::store(const std::string& identity, const Conversion& conversion) {
  std::string encoded = encode(conversion);
  const std::lock_guard<std::mutex> lock(guard_);
  const auto [at, fresh] = encoded_.emplace(identity, std::move(encoded));
  if (!fresh) return;
  bytes_ += size_of(identity, at->second);
  identities_.push_back(identity);
  while (bytes_ > max_bytes_) {
    const auto oldest = encoded_.find(identities_.front());
    bytes_ -= size_of(oldest->first, oldest->second);
    encoded_.erase(oldest);
    identities_.pop_front();
  }
}

}  // namespace agal::batch
