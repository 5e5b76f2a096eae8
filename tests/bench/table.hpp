// Figures as tables: for a terminal and for docs/performance.md.
#pragma once

#include <string>

#include "figures.hpp"

namespace agal::bench {

/// Every step over every selection, a row each.
std::string terminal_table(const Figures& figures);

/// The promises and whether they are kept, a line each.
std::string terminal_verdicts(const Figures& figures);

/// What stands in docs/performance.md between the marks: the promises, the whole paths, and the steps by size.
std::string page_figures(const Figures& figures);

/// `page` with `figures` between its marks `<!-- figures: begin -->` and `<!-- figures: end -->`. Throws
/// std::runtime_error where it has none.
std::string with_figures(const std::string& page, const std::string& figures);

}  // namespace agal::bench
