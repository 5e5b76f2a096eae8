// The results as tables, for a terminal and for docs/performance.md.
#pragma once

#include <string>
#include <string_view>

#include "figures.hpp"

namespace agal::bench {

/// One row for every step and selection.
std::string terminal_table(const Figures& figures);

/// The verdicts, one per line.
std::string terminal_verdicts(const Figures& figures);

/// The generated part of docs/performance.md: the verdicts, the whole paths, and the steps by size.
std::string page_figures(const Figures& figures);

/// `page` with `text` between its marks `<!-- NAME: begin -->` and `<!-- NAME: end -->`. Throws std::runtime_error
/// if it does not have them.
std::string with_block(const std::string& page, std::string_view name, const std::string& text);

/// 1234567 as 1,234,567.
std::string grouped(double value);

}  // namespace agal::bench
