// The URL of a remote cache.
#pragma once

#include <string>

namespace agal::batch {

/// Whether this is the URL of a server: http or https, without a query and a fragment.
bool is_cache_url(const std::string& url);

/// The URL as it may be shown.
std::string without_password(const std::string& url);

}  // namespace agal::batch
