// Builds the script: a function for each method, which calls it and then records the call, and a function on
// Object.prototype that gives them to the game.
#include "tap/script.hpp"

#include <fmt/format.h>

#include "avm2/assembler.hpp"
#include "tap/method_reads.hpp"

namespace agal::tapping {
namespace {

using avm2::AbcBuilder;
using avm2::Code;

constexpr std::string_view state_functions =
#include "tap/script.def"
    ;
constexpr std::string_view frame_functions =
#include "tap/frames.def"
    ;

// Adds the function that replaces a method. Exceptions of the script are dropped, so that they do not affect the game.
std::uint32_t add_tapped(AbcBuilder& abc, const TappedMethod& method, bool records) {
  Code code(abc, "...rest; outcome");
  code.assemble(fmt::format("this .{} this rest apply(2) =outcome", method.name));
  constexpr auto told = "try state this rest outcome \"{}\" {}(4); end_try";
  if (!method.note.empty()) code.assemble(fmt::format(told, method.name, method.note));
  if (records) code.assemble(fmt::format(told, method.name, "record"));
  return abc.add(code.assemble("outcome returnvalue"));
}

// Adds `bind_function`. For an object of Stage3D and the name of a replaced method, it returns an object whose property
// of this name is the function, bound to the object. Otherwise it returns the object itself, so that other objects keep
// their properties.
std::uint32_t add_bind(AbcBuilder& abc) {
  Code bound(abc, "...rest");
  const std::uint32_t number = abc.add(bound.assemble("::boundMethod ::boundObject rest apply(2) returnvalue"));
  Code code(abc, "object, name; kept holder");
  code.assemble("name typeof \"string\" ifne:other");
  code.assemble("state .functions name hasOwnProperty(1) iffalse:other");
  code.assemble("state object is_stage(1) iffalse:other");
  code.assemble("name object in iffalse:other");
  code.assemble("{} =holder {} =kept kept object .boundObject= kept state .functions name [] .boundMethod=");
  code.assemble("kept pushwith holder name");
  return abc.add(code.assemble(fmt::format("newfunction:{} []= holder returnvalue other: object returnvalue", number)));
}

}  // namespace

// Builds the script. It installs the functions unless the script of another SWF file has installed them.
base::ByteVector build_script(std::string_view game, std::string_view receiver) {
  const bool records = !receiver.empty();
  AbcBuilder abc;
  auto functions = abc.add_all(state_functions);
  if (records)
    for (auto& function : abc.add_all(frame_functions)) functions.push_back(std::move(function));
  Code code(abc, "; prototype");
  code.assemble("this pushscope ::Object .prototype =prototype");
  code.assemble(fmt::format("prototype \"{}\" hasOwnProperty(1) iftrue:end this {{}} =state", bind_function));
  for (const auto& [name, number] : functions) code.assemble(fmt::format("state newfunction:{} .{}=", number, name));
  code.assemble("state prepare(0);");
  if (records) code.assemble(fmt::format("state \"{}\" \"{}\" prepare_frames(2);", receiver, game));
  for (const TappedMethod& method : tapped_methods) {
    if (method.note.empty() && !records) continue;
    const std::uint32_t number = add_tapped(abc, method, records);
    code.assemble(fmt::format("state .functions \"{}\" newfunction:{} []=", method.name, number));
  }
  code.assemble(fmt::format("prototype \"{}\" newfunction:{} []=", bind_function, add_bind(abc)));
  code.assemble(fmt::format("prototype \"{}\" pushfalse setPropertyIsEnumerable(2);", bind_function));
  abc.add(code.assemble(fmt::format("state \"{}\" start(1); end: returnvoid", game)));
  return abc.build();
}

}  // namespace agal::tapping
