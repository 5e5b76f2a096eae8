#include "proofs/dxc.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "cli/files.hpp"
#include "os/temporary_folder.hpp"
#include "proofs/dialect.hpp"
#include "proofs/foreign.hpp"
#include "prove/reference_module.hpp"

namespace agal::proofs {
namespace {

// Returns the command that compiles a file to SPIR-V with the meaning that Direct3D gives to it: the layout of constant
// buffers, and discarded pixels that continue. It is not optimized.
std::vector<std::string> command_for(const std::string& dxc, const std::string& folder, Stage stage,
                                     const std::string& entry_point) {
  std::vector<std::string> command{dxc,
                                   "-spirv",
                                   "-Od",
                                   "-HV",
                                   "2018",
                                   "-T",
                                   stage == Stage::Vertex ? "vs_6_0" : "ps_6_0",
                                   "-E",
                                   entry_point,
                                   "-fvk-use-dx-layout",
                                   "-fspv-reflect"};
  for (const std::string_view extension :
       {"SPV_EXT_demote_to_helper_invocation", "SPV_GOOGLE_hlsl_functionality1", "SPV_GOOGLE_user_type"})
    command.push_back(fmt::format("-fspv-extension={}", extension));
  for (const char kind : {'b', 's', 't', 'u'})
    command.insert(command.end(), {fmt::format("-fvk-{}-shift", kind), fmt::to_string(dxc_shift), "all"});
  command.insert(command.end(), {"-Fo", folder + "/out.spv", folder + "/in.hlsl"});
  return command;
}

// Returns the first error: "3:9: use of undeclared identifier 'uv'". Returns "" if there is none.
std::string dxc_error(std::string_view output) {
  constexpr std::string_view mark = "error: ";
  const std::size_t at = output.find(mark);
  if (at == output.npos) return {};
  std::string_view place = output.substr(0, at);
  place.remove_prefix(place.rfind('\n') + 1);
  constexpr std::string_view file = "in.hlsl:";
  const std::size_t name = place.rfind(file);
  place = name == place.npos ? std::string_view() : place.substr(name + file.size());
  const std::string_view rest = output.substr(at + mark.size());
  return fmt::format("{}{}", place, rest.substr(0, rest.find('\n')));
}

// Runs DXC on a text, and reads and validates the words.
ReadText run_dxc(const std::string& dxc, const std::string& text, Stage stage, const std::string& entry_point,
                 const agalc::os::ChildLimits& limits) {
  const agalc::os::TemporaryFolder folder("agalc-prove");
  if (folder.path().empty()) return undecided(fmt::format("cannot create {} for DXC", folder.wanted()));
  if (!agalc::write_output(folder.path() + "/in.hlsl", text).empty())
    return undecided(fmt::format("cannot write to {} for DXC", folder.path()));
  const agalc::os::ChildResult child =
      agalc::os::run_program(command_for(dxc, folder.path(), stage, entry_point), limits);
  if (!child.fault.empty()) return undecided("DXC " + child.fault);
  if (child.exit_status != 0) {
    std::string error = dxc_error(child.output);
    if (error.empty()) return undecided(fmt::format("DXC ended with exit status {}", child.exit_status));
    return {{}, std::move(error), ReadStatus::Rejected};
  }
  const Result<std::vector<std::byte>> bytes = agalc::read_input(folder.path() + "/out.spv");
  if (!bytes || !prove::begins_like_module(*bytes)) return undecided("DXC did not write SPIR-V");
  ReadText read{prove::as_words(*bytes), {}, ReadStatus::Read};
  // OpenGL does not have rules for the layout of blocks, and Direct3D's layout is not one of Vulkan's.
  const ForeignCheck check = check_foreign_words(read.words, Environment::OpenGL45, limits);
  if (check.status == ReadStatus::Undecided) return undecided(check.fault);
  if (check.status == ReadStatus::Rejected)
    return undecided(fmt::format("the SPIR-V that DXC makes of it is not valid: {}", check.fault));
  return read;
}

}  // namespace

std::string dxc_path() { return agalc::os::find_program("dxc"); }

ReadText read_by_dxc(const std::string& dxc, const std::string& text, Stage stage, const TextDialect& dialect,
                     const std::string& entry_point, const agalc::os::ChildLimits& limits) {
  if (text.size() > max_text_bytes) return undecided(text_too_long);
  const HlslText hlsl = examine_hlsl(text, dialect, FrontEnd::Dxc);
  if (!hlsl.undecided.empty()) return undecided(hlsl.undecided);
  const TextFacts facts = examine(hlsl.text, dialect);
  if (!facts.undecided.empty()) return undecided(facts.undecided);
  ReadText read = run_dxc(dxc, hlsl.text, stage, entry_point, limits);
  if (read.status != ReadStatus::Read) return read;
  return restored_hlsl(dxc_interface(read.words, stage), stage, hlsl);
}

}  // namespace agal::proofs
