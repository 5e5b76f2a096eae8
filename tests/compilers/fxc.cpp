#include "compilers/fxc.hpp"

#include <fmt/format.h>

#include "compilers/over_files.hpp"
#include "support/wine.hpp"

namespace agal::compilers {

std::string missing_fxc() { return test::missing_wine(AGAL_FXC_PROGRAM); }

std::vector<Answer> compile_with_fxc(const std::vector<Module>& modules, std::string_view model,
                                     const std::string& entry_point) {
  // To a file first: processes of wine that end seconds later hold the pipe open.
  const std::string command =
      fmt::format(R"(sh -c "{} '{}' {} {} \$0 >\$0/output 2>&1; cat \$0/output")", test::wine_command(AGAL_FXC_PROGRAM),
                  test::windows_path(test::d3dcompiler()), model, entry_point);
  return read_answers(run_over(modules, ".hlsl", command), modules.size());
}

}  // namespace agal::compilers
