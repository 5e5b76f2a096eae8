#include "shard.hpp"

#include <fmt/format.h>

#include <charconv>

namespace agal::batch {
namespace {

constexpr std::string_view manifest_prefix = "manifest-", separator = "-of-", manifest_suffix = ".jsonl";

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Shard> shard(std::string_view index, std::string_view count) {
  const std::optional<std::uint32_t> i = number(index), n = number(count);
  if (!i || !n || *i < 1 || *i > *n || *n > max_shards) return std::nullopt;
  return Shard{*i, *n};
}

}  // namespace

bool Shard::owns(std::string_view content_hash) const {
  const std::string_view digits = content_hash.substr(content_hash.size() < 16 ? 0 : content_hash.size() - 16);
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return owns(value);
}

std::string Shard::manifest_name() const {
  return whole() ? "manifest.jsonl" : fmt::format("manifest-{}-of-{}.jsonl", index, count);
}

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return shard(text.substr(0, slash), text.substr(slash + 1));
}

std::optional<Shard> shard_of_manifest(std::string_view file_name) {
  const std::size_t suffix_at = file_name.size() - std::min(file_name.size(), manifest_suffix.size());
  if (file_name.substr(0, manifest_prefix.size()) != manifest_prefix) return std::nullopt;
  if (file_name.substr(suffix_at) != manifest_suffix || suffix_at < manifest_prefix.size()) return std::nullopt;
  const std::string_view middle = file_name.substr(manifest_prefix.size(), suffix_at - manifest_prefix.size());
  const std::size_t at = middle.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::optional<Shard> found = shard(middle.substr(0, at), middle.substr(at + separator.size()));
  // 1-of-1 is not a shard; its manifest has another name.
  return found && !found->whole() ? found : std::nullopt;
}

}  // namespace agal::batch
