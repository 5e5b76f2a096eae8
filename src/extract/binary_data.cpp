// Data of any kind: where bytecode is looked for, and what becomes of what is found.
#include "agal/bytecode.hpp"
#include "extract/contents.hpp"
#include "extract/scan.hpp"

namespace agal::extraction {

void extract_bytecode(Collector& collector, const Part& part, Bytes bytes, bool whole) {
  ScanListener listener;
  listener.found = [&](BytecodeFind find) {
    FoundProgram found;
    found.program = std::move(find.program);
    found.origins.push_back({part.container->name, part.tag, part.offset + find.offset, part.name});
    found.program.name = display_name(*part.container, found.origins.back());
    collector.add(std::move(found), part.surroundings);
  };
  listener.refused = [&](std::size_t offset, const std::string& problem) {
    collector.report(Rule::NotAProgram, *part.container, part.offset + offset, {problem});
  };
  scan_bytecode(bytes, {.whole = whole, .cut = part.cut}, listener);
}

void extract_data(Collector& collector, const Part& part, Bytes bytes) {
  if (looks_like_container(bytes)) return extract_nested(collector, *part.container, part.name, bytes);
  extract_bytecode(collector, part, bytes, true);
}

}  // namespace agal::extraction
