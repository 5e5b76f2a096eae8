#include "remote_url.hpp"

#include <algorithm>
#include <string_view>

namespace agal::batch {

bool is_cache_url(const std::string& url) {
  std::string_view rest;
  for (const std::string_view scheme : {"http://", "https://"})
    if (url.starts_with(scheme)) rest = std::string_view(url).substr(scheme.size());
  return !rest.empty() && rest[0] != '/' && std::all_of(rest.begin(), rest.end(), [](char c) {
    return c > ' ' && c < 0x7f && c != '?' && c != '#' && c != '"' && c != '\\';
  });
}

std::string without_password(const std::string& url) {
  const std::size_t begin = url.find("://") + 3;
  const std::size_t at = std::min(url.find('/', begin), url.size());
  const std::size_t end = url.substr(0, at).rfind('@');
  return end == std::string::npos || end < begin ? url : url.substr(0, begin) + url.substr(end + 1);
}

}  // namespace agal::batch
