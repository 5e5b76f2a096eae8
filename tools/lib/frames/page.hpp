// The page without its data: the files in page/, which the build embeds as strings (report/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace agal::frames::page {

extern const std::span<const std::string_view> head;    // up to the data
extern const std::span<const std::string_view> script;  // from there to the end of the script
extern const std::span<const std::string_view> tail;

}  // namespace agal::frames::page
