#include "agal/extract.hpp"

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "assembly/source.hpp"
#include "extract/contents.hpp"
#include "extract/scan.hpp"

namespace agal {
namespace {

using namespace agal::extraction;

// The file as the one program that it is.
void add_program(Collector& collector, const std::string& name, Program program, Bytes file) {
  FoundProgram found;
  found.form = looks_like_bytecode(file) ? FindForm::Bytecode : FindForm::Assembly;
  if (found.form == FindForm::Assembly) found.text.assign(reinterpret_cast<const char*>(file.data()), file.size());
  found.program = std::move(program);
  found.origins.push_back({name, 0, 0, {}});
  collector.add(std::move(found), {collector.count_container(), 0, 0, {}});
}

bool is_text(Bytes file) { return !assembly::find_non_text({reinterpret_cast<const char*>(file.data()), file.size()}); }

// A file that is no container: a program, or a file with programs in it.
Result<Extraction> extract_file(Collector& collector, Bytes file, const std::string& name) {
  Result<Program> program = load_program(file, name);
  if (program && (!looks_like_bytecode(file) || is_plausible(*program))) {
    collector.append(std::move(program.diagnostics()));
    add_program(collector, name, std::move(*program), file);
    return {std::move(collector.extraction()), std::move(collector.diagnostics())};
  }
  const Container container{name, {}, 1};
  Collector among(collector.options());
  Part part;
  part.container = &container;
  part.surroundings.container = among.count_container();
  extract_bytecode(among, part, file);
  // A program that players refuse is one all the same, unless there are others in it.
  if (program && among.extraction().programs.size() < 2) {
    add_program(collector, name, std::move(*program), file);
    return {std::move(collector.extraction()), std::move(program.diagnostics())};
  }
  if (!among.empty()) return {std::move(among.extraction()), std::move(among.diagnostics())};
  if (!looks_like_bytecode(file) && is_text(file)) return std::move(program.diagnostics());
  if (looks_like_bytecode(file)) return std::move(program.diagnostics());
  among.report(Rule::NoProgram, container, {});
  return std::move(among.diagnostics());
}

}  // namespace

namespace extraction {

void extract_contents(Collector& collector, const Container& container, Bytes bytes) {
  if (looks_like_swf(bytes)) return extract_swf(collector, container, bytes);
}

void extract_nested(Collector& collector, const Container& outer, const std::string& name, Bytes bytes) {
  Container inner{outer.name + "!" + name, name, outer.depth + 1};
  if (inner.depth > collector.options().max_nesting)
    return collector.report(Rule::NestedTooDeep, inner, {}, {std::to_string(collector.options().max_nesting)});
  extract_contents(collector, inner, bytes);
}

std::string printable(Bytes name) {
  constexpr std::size_t longest = 512;
  std::string out(reinterpret_cast<const char*>(name.data()), std::min(name.size(), longest));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  for (std::size_t from = 0; from < out.size();) {
    const std::optional<std::size_t> at = assembly::find_non_text(std::string_view(out).substr(from));
    if (!at) break;
    out[from + *at] = '?';
    from += *at + 1;
  }
  return out;
}

}  // namespace extraction

bool looks_like_container(std::span<const std::byte> file) { return looks_like_swf(file); }

Result<Extraction> extract(std::span<const std::byte> file, const std::string& name, const ExtractOptions& options) {
  Collector collector(options);
  if (!looks_like_container(file)) return extract_file(collector, file, name);
  extract_contents(collector, {name, {}, 1}, file);
  return {std::move(collector.extraction()), std::move(collector.diagnostics())};
}

}  // namespace agal
