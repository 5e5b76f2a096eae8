// The script: functions on Object.prototype that call the real methods and then tell about the call. The comments give
// the ActionScript that each function is.
#include "tapping/script.hpp"

#include <algorithm>

#include "avm2/assembler.hpp"
#include "tapping/script_parts.hpp"

namespace agal::tapping {
namespace {

// function (...rest) {
//   var receiver = this;
//   try { receiver = state.receiver(this, "METHOD"); } catch (e) {}
//   var result = receiver.METHOD.apply(receiver, rest);
//   try { state.NOTE(receiver, rest, result, "METHOD"); } catch (e) {}
//   return result;
// }
Code tapped(AbcBuilder& abc, const TappedMethod& method) {
  constexpr std::uint32_t arguments = 1, outcome = 2, receiver = 3;
  Code code(abc, 0, Code::Rest::Yes);
  code.local(self).set(receiver);
  code.begin_try();
  code.state().local(self).text(method.name).call("receiver", 2).set(receiver);
  code.end_try();
  code.local(receiver).get(method.name).local(receiver).local(arguments).call("apply", 2).set(outcome);
  code.begin_try();
  code.state().local(receiver).local(arguments).local(outcome).text(method.name).call_void(method.note, 4);
  code.end_try();
  return code.local(outcome).op(Avm2Opcode::returnvalue);
}

// if (!Object.prototype.hasOwnProperty(NEW)) {
//   state = {…};
//   Object.prototype.NEW = function …; Object.prototype.setPropertyIsEnumerable("NEW", false);
//   try { state.start(); } catch (e) {}
// }
Code install(AbcBuilder& abc, const NewNames& names, const std::vector<Part>& parts) {
  constexpr std::uint32_t global = 0, prototype = 1;
  Code code(abc, 0);
  const Code::Label end = code.label();
  code.local(global).op(Avm2Opcode::pushscope);
  code.lex({}, "Object").get("prototype").set(prototype);
  code.local(prototype).text(names[0]).call("hasOwnProperty", 1).if_true(end);
  code.local(global).new_object().set_state();
  for (const Part& part : parts) code.state().function(part.function).put(part.name);
  code.state().call_void("prepare", 0);
  for (std::size_t i = 0; i < names.size(); ++i) {
    code.local(prototype).text(names[i]).function(abc.add(tapped(abc, tapped_methods[i]))).put_item();
    code.local(prototype).text(names[i]).op(Avm2Opcode::pushfalse).call_void("setPropertyIsEnumerable", 2);
  }
  code.state().call_void("start", 0);
  return code.place(end).op(Avm2Opcode::returnvoid);
}

}  // namespace

ByteVector build_script(const NewNames& names) {
  AbcBuilder abc;
  std::vector<Part> parts;
  add_log(abc, parts);
  add_notes(abc, parts);
  abc.add(install(abc, names, parts));
  return abc.build();
}

}  // namespace agal::tapping
