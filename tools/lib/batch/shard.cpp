#include "shard.hpp"

#include <fmt/format.h>

#include <charconv>

namespace agal::batch {
namespace {

constexpr std::string_view separator = "-of-";

// The names of files of which each shard has one.
struct FileName {
  std::string_view prefix, suffix;
};
constexpr FileName manifest_file{"manifest-", ".jsonl"}, index_file{"index-", ".bin"};

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

std::string name_of(const FileName& name, const Shard& shard) {
  return fmt::format("{}{}{}{}{}", name.prefix, shard.index, separator, shard.count, name.suffix);
}

// 1-of-1 is not a shard; its files have other names.
std::optional<Shard> shard_of_name(const FileName& name, std::string_view file_name) {
  if (!file_name.starts_with(name.prefix) || !file_name.ends_with(name.suffix)) return std::nullopt;
  if (file_name.size() < name.prefix.size() + name.suffix.size()) return std::nullopt;
  file_name.remove_prefix(name.prefix.size());
  file_name.remove_suffix(name.suffix.size());
  const std::size_t at = file_name.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::optional<Shard> found = shard(file_name.substr(0, at), file_name.substr(at + separator.size()));
  return found && !found->whole() ? found : std::nullopt;
}

}  // namespace

std::uint64_t Shard::number_of(std::string_view content_hash) {
  const std::string_view digits = content_hash.substr(content_hash.size() < 16 ? 0 : content_hash.size() - 16);
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

std::string Shard::manifest_name() const { return whole() ? "manifest.jsonl" : name_of(manifest_file, *this); }

std::string Shard::index_name() const { return name_of(index_file, *this); }

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return shard(text.substr(0, slash), text.substr(slash + 1));
}

std::optional<Shard> shard_of_manifest(std::string_view file_name) { return shard_of_name(manifest_file, file_name); }

std::optional<Shard> shard_of_index(std::string_view file_name) { return shard_of_name(index_file, file_name); }

}  // namespace agal::batch
