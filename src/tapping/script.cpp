// Builds the script: functions on Object.prototype that call the real methods and then record the call.
#include "tapping/script.hpp"

#include <fmt/format.h>

#include "avm2/assembler.hpp"
#include "tapping/method_reads.hpp"

namespace agal::tapping {
namespace {

using avm2::AbcBuilder;
using avm2::Code;

constexpr std::string_view state_functions =
#include "tapping/script.def"
    ;
constexpr std::string_view frame_functions =
#include "tapping/frames.def"
    ;

// Adds the function that replaces a method. Exceptions of the script are dropped, so that they do not affect the game.
std::uint32_t add_tapped(AbcBuilder& abc, const TappedMethod& method, bool records) {
  Code code(abc, "...rest; outcome receiver");
  code.assemble("this =receiver");
  code.assemble(fmt::format("try state this \"{}\" receiver(2) =receiver end_try", method.name));
  code.assemble(fmt::format("receiver .{} receiver rest apply(2) =outcome", method.name));
  constexpr auto told = "try state receiver rest outcome \"{}\" {}(4); end_try";
  if (!method.note.empty()) code.assemble(fmt::format(told, method.name, method.note));
  if (records) code.assemble(fmt::format(told, method.name, "record"));
  return abc.add(code.assemble("outcome returnvalue"));
}

// Adds `bind_function`. It returns values other than replaced methods unchanged.
std::uint32_t add_bind(AbcBuilder& abc) {
  Code bound(abc, "...rest");
  const std::uint32_t number = abc.add(bound.assemble("::boundMethod ::boundObject rest apply(2) returnvalue"));
  Code code(abc, "object, method; kept");
  code.assemble("state .functions method [] iffalse:other");
  code.assemble("{} =kept kept object .boundObject= kept method .boundMethod= kept pushwith");
  return abc.add(code.assemble(fmt::format("newfunction:{} returnvalue other: method returnvalue", number)));
}

}  // namespace

// Builds the script. It installs the functions unless the script of another SWF file has installed them.
base::ByteVector build_script(const NewNames& names, std::string_view game, std::string_view receiver) {
  const bool records = !receiver.empty();
  AbcBuilder abc;
  auto functions = abc.add_all(state_functions);
  if (records)
    for (auto& function : abc.add_all(frame_functions)) functions.push_back(std::move(function));
  Code code(abc, "; prototype");
  code.assemble("this pushscope ::Object .prototype =prototype");
  code.assemble(fmt::format("prototype \"{}\" hasOwnProperty(1) iftrue:end this {{}} =state", names[0]));
  for (const auto& [name, number] : functions) code.assemble(fmt::format("state newfunction:{} .{}=", number, name));
  code.assemble("state prepare(0);");
  if (records) code.assemble(fmt::format("state \"{}\" \"{}\" prepare_frames(2);", receiver, game));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    code.assemble(fmt::format("prototype \"{}\"", names[i]));
    code.assemble(fmt::format("newfunction:{} []=", add_tapped(abc, tapped_methods[i], records)));
    code.assemble(fmt::format("prototype \"{}\" pushfalse setPropertyIsEnumerable(2);", names[i]));
    code.assemble(fmt::format("state .functions prototype \"{}\" [] pushtrue []=", names[i]));
  }
  code.assemble(fmt::format("prototype \"{}\" newfunction:{} []=", bind_function, add_bind(abc)));
  code.assemble(fmt::format("prototype \"{}\" pushfalse setPropertyIsEnumerable(2);", bind_function));
  abc.add(code.assemble(fmt::format("state \"{}\" start(1); end: returnvoid", game)));
  return abc.build();
}

}  // namespace agal::tapping
