// The pages of frames that a report links to.
#pragma once

#include <string>
#include <vector>

#include "console/console.hpp"
#include "report/report.hpp"

namespace agalc {

/// For each SWF file NAME.swf of a manifest that has a file of frames NAME.frames beside it, writes the page
/// NAME.frames.html beside the report, and appends it to `pages`. Games with the same name have the same page: the
/// first one. A file of frames that is damaged is an error (AGAL1150 to AGAL1153), and does not have a page.
agal::Diagnostics write_frame_pages(const Console& console, const std::string& manifest, const std::string& report,
                                    std::vector<agal::report::FramePage>& pages);

}  // namespace agalc
