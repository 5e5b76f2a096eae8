// Formatting numbers in messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace agal {

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

/// A number and a noun: "1 file", "2 files", "1,024 files". `many` is for irregular plurals.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

}  // namespace agal
