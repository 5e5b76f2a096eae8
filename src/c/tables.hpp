// The tables of the library as JSON, for agal_list.
#pragma once

#include <string>
#include <string_view>

namespace agal::c {

/// The table as a list of objects; "" for an unknown name.
std::string table_as_json(std::string_view name);

}  // namespace agal::c
