// The page without its data: the files in tools/pages/report, which the build embeds as strings (embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace agal::report::page {

extern const std::span<const std::string_view> head;    // up to the index
extern const std::span<const std::string_view> script;  // after the index, up to the other data
extern const std::span<const std::string_view> tail;

}  // namespace agal::report::page
