// The function of agal.h that takes a file.
#include <fmt/format.h>

#include <utility>

#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "c/load.hpp"
#include "c/objects.hpp"
#include "c/result.hpp"

namespace agal::c {
namespace {

void add_extraction(agal_result& result, std::span<const std::byte> file, const char* name,
                    const ExtractOptions& options) {
  Result<Extraction> found = extract(file, name == nullptr ? "" : name, options);
  if (!found || found->programs.empty())
    if (Diagnostics path = explain_path(file, name == nullptr ? "" : name); !path.empty())
      return result.add(std::move(path));
  if (found) {
    result.add_text("programs", to_json_lines(*found));
    for (std::size_t i = 0; i < found->programs.size(); ++i)
      result.add_bytes(fmt::format("program-{}", i), write_bytecode(found->programs[i].program));
  }
  result.add(std::move(found.diagnostics()));
}

}  // namespace
}  // namespace agal::c

using namespace agal;
using namespace agal::c;

extern "C" {

agal_result* agal_extract(const void* file, std::size_t size, const char* name, const agal_options* options) {
  if (file == nullptr && size != 0) return failed_result(AGAL_BAD_ARGUMENT, "the file is a null pointer\n");
  return make_result([&](agal_result& result) {
    add_extraction(result, {static_cast<const std::byte*>(file), size}, name,
                   options == nullptr ? ExtractOptions() : options->extract);
  });
}

}  // extern "C"
