// The log of the script: records, lines, checksums, base64.
#include "tapping/script_parts.hpp"

namespace agal::tapping {
namespace {

constexpr std::int32_t max_part_length = 400;

// function () {
//   run = uint(Math.random() * 0x7fffffff).toString(16); listening = false;
//   records = uploads = pair_count = 0;
//   pairs = {}; draws = {}; states = {}; constants = {}; keys = []; current = context = null;
//   programs = new Dictionary(true); objects = new Dictionary(true);
// }
Code prepare(AbcBuilder& abc) {
  Code code(abc, 0);
  code.local(self).lex({}, "Math").call("random", 0).number(0x7fffffff).op(Avm2Opcode::multiply);
  code.op(Avm2Opcode::convert_i).number(16).call("toString", 1).put("run");
  code.local(self).op(Avm2Opcode::pushfalse).put("listening");
  for (const char* counter : {"records", "uploads", "pair_count"}) code.local(self).number(0).put(counter);
  for (const char* map : {"pairs", "draws", "states", "constants"}) code.local(self).new_object().put(map);
  code.local(self).new_array(0).put("keys");
  for (const char* object : {"current", "context"}) code.local(self).op(Avm2Opcode::pushnull).put(object);
  for (const char* map : {"programs", "objects"})
    code.local(self).lex("flash.utils", "Dictionary").op(Avm2Opcode::pushtrue).construct(1).put(map);
  return code.op(Avm2Opcode::returnvoid);
}

// function () {
//   try {
//     tell("start;player=" + escape(Capabilities.version) + ";type=" + escape(Capabilities.playerType));
//   } catch (e) {}
// }
Code start(AbcBuilder& abc) {
  Code code(abc, 0);
  code.begin_try();
  code.local(self).text("start");
  for (const auto& [field, property] : {std::pair(";player=", "version"), std::pair(";type=", "playerType")})
    code.text(field)
        .op(Avm2Opcode::add)
        .find("escape")
        .lex("flash.system", "Capabilities")
        .get(property)
        .call("escape", 1)
        .op(Avm2Opcode::add);
  code.call_void("tell", 1).end_try();
  return code.op(Avm2Opcode::returnvoid);
}

// function (line) {
//   trace(line);
//   try {
//     if ((listening || records == 1) && ExternalInterface.available)
//       listening = ExternalInterface.call("agalcTap", line) === true;
//   } catch (e) {}
// }
Code write_line(AbcBuilder& abc) {
  constexpr std::uint32_t line = 1;
  Code code(abc, 1);
  code.find("trace").local(line).call_void("trace", 1);
  code.begin_try();
  const Code::Label ask = code.label(), skip = code.label();
  code.local(self).get("listening").if_true(ask);
  code.local(self).get("records").number(1).branch(Avm2Opcode::ifne, skip);
  code.place(ask).lex("flash.external", "ExternalInterface").get("available").if_false(skip);
  code.local(self).lex("flash.external", "ExternalInterface").text("agalcTap").local(line).call("call", 2);
  code.op(Avm2Opcode::pushtrue).op(Avm2Opcode::strictequals).put("listening");
  code.place(skip).end_try();
  return code.op(Avm2Opcode::returnvoid);
}

// function (text) {
//   var a = 1, b = 0;
//   for (var i = 0; i < text.length; ++i) { a = (a + text.charCodeAt(i)) % 65521; b = (b + a) % 65521; }
//   return (b * 65536 + a).toString(16);
// }
Code checksum(AbcBuilder& abc) {
  constexpr std::uint32_t text = 1, a = 2, b = 3, i = 4;
  constexpr std::int32_t modulus = 65521;
  Code code(abc, 1);
  const Code::Label next = code.label(), end = code.label();
  code.number(1).set(a).number(0).set(b).number(0).set(i);
  code.loop(next).local(i).local(text).get("length").branch(Avm2Opcode::ifnlt, end);
  code.local(a).local(text).local(i).call("charCodeAt", 1).op(Avm2Opcode::add);
  code.number(modulus).op(Avm2Opcode::modulo).set(a);
  code.local(b).local(a).op(Avm2Opcode::add).number(modulus).op(Avm2Opcode::modulo).set(b);
  code.local(i).op(Avm2Opcode::increment_i).set(i).jump(next);
  code.place(end).local(b).number(65536).op(Avm2Opcode::multiply).local(a).op(Avm2Opcode::add);
  return code.number(16).call("toString", 1).op(Avm2Opcode::returnvalue);
}

// function (text) {
//   records = records + 1;
//   var parts = int((text.length + 399) / 400);
//   for (var i = 0; i < parts; ++i) {
//     var part = text.substr(i * 400, 400);
//     write_line("agalc-tap 1 " + run + " " + records + " " + (i + 1) + "/" + parts + " " + part.length + " " +
//                checksum(part) + " " + part);
//   }
// }
Code tell(AbcBuilder& abc) {
  constexpr std::uint32_t text = 1, parts = 2, i = 3, part = 4;
  Code code(abc, 1);
  const Code::Label next = code.label(), end = code.label();
  const auto then = [&](std::string_view separator) { code.op(Avm2Opcode::add).text(separator).op(Avm2Opcode::add); };
  code.local(self).local(self).get("records").op(Avm2Opcode::increment).put("records");
  code.local(text).get("length").number(max_part_length - 1).op(Avm2Opcode::add);
  code.number(max_part_length).op(Avm2Opcode::divide).op(Avm2Opcode::convert_i).set(parts).number(0).set(i);
  code.loop(next).local(i).local(parts).branch(Avm2Opcode::ifnlt, end);
  code.local(text).local(i).number(max_part_length).op(Avm2Opcode::multiply).number(max_part_length);
  code.call("substr", 2).set(part);
  code.local(self).text("agalc-tap 1 ").local(self).get("run");
  then(" ");
  code.local(self).get("records");
  then(" ");
  code.local(i).op(Avm2Opcode::increment_i);
  then("/");
  code.local(parts);
  then(" ");
  code.local(part).get("length");
  then(" ");
  code.local(self).local(part).call("checksum", 1);
  then(" ");
  code.local(part).op(Avm2Opcode::add).call_void("write_line", 1);
  code.local(i).op(Avm2Opcode::increment_i).set(i).jump(next);
  return code.place(end).op(Avm2Opcode::returnvoid);
}

// function (bytes, from, to) {
//   var digits = "ABC…", out = "", length = int(((to - from) * 8 + 5) / 6);
//   for (; from < to; from += 3) {
//     var bits = bytes[from] << 16 | bytes[from + 1] << 8 | bytes[from + 2];
//     out = out + digits.charAt(bits >> 18 & 63) + digits.charAt(bits >> 12 & 63) + …;
//   }
//   return out.substr(0, length);
// }
Code base64(AbcBuilder& abc) {
  constexpr std::uint32_t bytes = 1, from = 2, to = 3, out = 4, bits = 5, length = 6;
  Code code(abc, 3);
  const Code::Label next = code.label(), end = code.label();
  code.text("").set(out);
  code.local(to).local(from).op(Avm2Opcode::subtract).number(8).op(Avm2Opcode::multiply).number(5);
  code.op(Avm2Opcode::add).number(6).op(Avm2Opcode::divide).op(Avm2Opcode::convert_i).set(length);
  code.loop(next).local(from).local(to).branch(Avm2Opcode::ifnlt, end);
  code.local(bytes).local(from).item().number(16).op(Avm2Opcode::lshift);
  code.local(bytes).local(from).number(1).op(Avm2Opcode::add).item().number(8).op(Avm2Opcode::lshift);
  code.op(Avm2Opcode::bitor_);
  code.local(bytes).local(from).number(2).op(Avm2Opcode::add).item().op(Avm2Opcode::bitor_).set(bits);
  code.local(out);
  for (const std::int32_t shift : {18, 12, 6, 0})
    code.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        .local(bits)
        .number(shift)
        .op(Avm2Opcode::rshift)
        .number(63)
        .op(Avm2Opcode::bitand_)
        .call("charAt", 1)
        .op(Avm2Opcode::add);
  code.set(out).local(from).number(3).op(Avm2Opcode::add).set(from).jump(next);
  return code.place(end).local(out).number(0).local(length).call("substr", 2).op(Avm2Opcode::returnvalue);
}

}  // namespace

void add_log(AbcBuilder& abc, std::vector<Part>& parts) {
  parts.push_back({"prepare", abc.add(prepare(abc))});
  parts.push_back({"start", abc.add(start(abc))});
  parts.push_back({"write_line", abc.add(write_line(abc))});
  parts.push_back({"checksum", abc.add(checksum(abc))});
  parts.push_back({"tell", abc.add(tell(abc))});
  parts.push_back({"base64", abc.add(base64(abc))});
}

}  // namespace agal::tapping
