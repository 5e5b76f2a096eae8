// Figures as tables: for a terminal and for docs/performance.md.
#pragma once

#include <string>
#include <string_view>

#include "figures.hpp"

namespace agal::bench {

/// Every step over every selection, a row each.
std::string terminal_table(const Figures& figures);

/// The promises and whether they are kept, a line each.
std::string terminal_verdicts(const Figures& figures);

/// What stands in docs/performance.md between the marks: the promises, the whole paths, and the steps by size.
std::string page_figures(const Figures& figures);

/// `page` with `text` between its marks `<!-- NAME: begin -->` and `<!-- NAME: end -->`. Throws std::runtime_error
/// where it has none.
std::string with_block(const std::string& page, std::string_view name, const std::string& text);

/// 1234567 as 1,234,567.
std::string grouped(double value);

}  // namespace agal::bench
