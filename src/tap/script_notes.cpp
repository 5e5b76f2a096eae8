// What the script tells about each kind of method. Each function has the parameters (object, rest, result, method).
#include "tap/script_parts.hpp"

namespace agal::tapping {
namespace {

constexpr std::uint32_t self = 0;  // the state
constexpr std::uint32_t object = 1, rest = 2, result = 3, method = 4;
constexpr std::uint32_t note_parameters = 4;
constexpr std::int32_t told_draws = 4;

Code& argument(Code& code, std::int32_t index) { return code.local(rest).number(index).item(); }

Code& add(Code& code) { return code.op(Avm2Opcode::add); }

// function (object, rest, result, method) {
//   if (!(object is Program3D)) return;
//   var vertex = base64(rest[0], 0, rest[0].length), fragment = …;
//   var key = ";vertex=" + vertex + ";fragment=" + fragment, pair = pairs[key], known = pair;
//   if (!known) pairs[key] = pair = pair_count = pair_count + 1;
//   programs[object] = pair; uploads = uploads + 1;
//   tell("upload;number=" + uploads + ";pair=" + pair + (known ? "" : key));
// }
Code note_upload(AbcBuilder& abc) {
  constexpr std::uint32_t key = 5, pair = 6, data = 7;
  Code code(abc, note_parameters);
  const Code::Label end = code.label(), known = code.label();
  code.local(object).lex("flash.display3D", "Program3D").op(Avm2Opcode::istypelate).if_false(end);
  for (const std::int32_t index : {0, 1}) {
    code.text(index == 0 ? ";vertex=" : ";fragment=").local(self);
    argument(code, index).number(0);
    argument(code, index).get("length").call("base64", 3);
    add(code);
  }
  add(code).set(key);
  code.local(key).set(data).local(self).get("pairs").local(key).item().set(pair);
  code.local(pair).op(Avm2Opcode::convert_b).op(Avm2Opcode::not_);
  const Code::Label fresh = code.label();
  code.if_true(fresh).text("").set(data).jump(known);
  code.place(fresh).local(self).get("pair_count").op(Avm2Opcode::increment).set(pair);
  code.local(self).local(pair).put("pair_count").local(self).get("pairs").local(key).local(pair).put_item();
  code.place(known).local(self).get("programs").local(object).local(pair).put_item();
  code.local(self).local(self).get("uploads").op(Avm2Opcode::increment).put("uploads");
  code.local(self).text("upload;number=").local(self).get("uploads");
  add(code).text(";pair=");
  add(code).local(pair);
  add(code).local(data);
  add(code).call_void("tell", 1);
  return code.place(end).op(Avm2Opcode::returnvoid);
}

}  // namespace

void add_notes(AbcBuilder& abc, std::vector<Part>& parts) { parts.push_back({"upload", abc.add(note_upload(abc))}); }

}  // namespace agal::tapping
