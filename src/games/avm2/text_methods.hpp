// Methods of texts that the executor evaluates.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "avm2/values.hpp"

namespace agal::avm2 {

/// Returns true for a method of String that makes a part of a text, or a text with other cases of letters.
bool makes_text(std::string_view method);

/// Returns the result of a method of String, such as `substr`. Returns nullopt if the text or an argument is not known,
/// or if the text is not ASCII. `replace`, `split` and `concat` are evaluated elsewhere.
std::optional<Value> result_of_text(Values& values, std::string_view method, Value text,
                                    const std::vector<Value>& arguments);

}  // namespace agal::avm2
