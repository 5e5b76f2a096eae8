#include "compilers/fxc.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "compilers/over_files.hpp"
#include "support/wine.hpp"

namespace agal::compilers {

std::string missing_fxc() { return test::missing_wine(AGAL_FXC_PROGRAM); }

std::vector<Answer> compile_with_fxc(const std::vector<Module>& modules, std::string_view model,
                                     const std::string& entry_point) {
  std::vector<Module> distinct;
  std::map<std::pair<Stage, std::string>, std::size_t> numbers;  // indices in `distinct`
  for (const Module& module : modules)
    if (numbers.try_emplace({module.stage, module.bytes}, distinct.size()).second) distinct.push_back(module);
  // The output goes to a file, because processes of wine that end seconds later keep a pipe open.
  const std::string command =
      fmt::format(R"(sh -c "{} '{}' {} {} \$0 >\$0/output 2>&1; cat \$0/output")", test::wine_command(AGAL_FXC_PROGRAM),
                  test::windows_path(test::d3dcompiler()), model, entry_point);
  const std::vector<Answer> answers = read_answers(run_over(distinct, ".hlsl", command), distinct.size());
  std::vector<Answer> all;
  for (const Module& module : modules) all.push_back(answers[numbers.at({module.stage, module.bytes})]);
  return all;
}

}  // namespace agal::compilers
