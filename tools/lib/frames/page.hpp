// The parts of the page around its data. The build embeds the files in page/ as strings (report/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace agal::frames::page {

extern const std::span<const std::string_view> head;    // before the data
extern const std::span<const std::string_view> script;  // from the end of the data to the end of the script
extern const std::span<const std::string_view> tail;

}  // namespace agal::frames::page
