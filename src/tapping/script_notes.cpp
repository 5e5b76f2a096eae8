// What the script tells about each kind of method. Each function has the parameters (object, rest, result, method).
#include "tapping/script_parts.hpp"

namespace agal::tapping {
namespace {

constexpr std::uint32_t note_object = 1, note_rest = 2, note_result = 3, note_method = 4;
constexpr std::uint32_t note_parameters = 4;
constexpr std::int32_t told_draws = 4;

Code& argument(Code& code, std::int32_t index) { return code.local(note_rest).number(index).item(); }

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
  code.local(note_object).lex("flash.display3D", "Program3D").op(Avm2Opcode::istypelate).if_false(end);
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
  code.place(known).local(self).get("programs").local(note_object).local(pair).put_item();
  code.local(self).local(self).get("uploads").op(Avm2Opcode::increment).put("uploads");
  code.local(self).text("upload;number=").local(self).get("uploads");
  add(code).text(";pair=");
  add(code).local(pair);
  add(code).local(data);
  add(code).call_void("tell", 1);
  return code.place(end).op(Avm2Opcode::returnvoid);
}

// function (object, method) {
//   if (object is Context3D) context = object;
//   else if (!(method in object) && context && method in context) return context;
//   return object;
// }
// A game may take a method from its context and call it later: then `this` is another object.
Code find_receiver(AbcBuilder& abc) {
  constexpr std::uint32_t object = 1, name = 2;
  Code code(abc, 2);
  const Code::Label other = code.label(), same = code.label();
  code.local(object).lex("flash.display3D", "Context3D").op(Avm2Opcode::istypelate).if_false(other);
  code.local(self).local(object).put("context").jump(same);
  code.place(other).local(name).local(object).op(Avm2Opcode::in).if_true(same);
  code.local(self).get("context").if_false(same);
  code.local(name).local(self).get("context").op(Avm2Opcode::in).if_false(same);
  code.local(self).get("context").op(Avm2Opcode::returnvalue);
  return code.place(same).local(object).op(Avm2Opcode::returnvalue);
}

// function (values, separator) {
//   var out = "";
//   for (var i = 0; i < values.length; ++i) {
//     var value = values[i];
//     if (i > 0) out = out + separator;
//     if (typeof value == "object" && value && objects[value]) out = out + objects[value];
//     else out = out + escape(value);
//   }
//   return out;
// }
Code list(AbcBuilder& abc) {
  constexpr std::uint32_t values = 1, separator = 2, out = 3, i = 4, value = 5;
  Code code(abc, 2);
  const Code::Label next = code.label(), end = code.label(), first = code.label(), plain = code.label(),
                    more = code.label();
  code.text("").set(out).number(0).set(i);
  code.loop(next).local(i).local(values).get("length").branch(Avm2Opcode::ifnlt, end);
  code.local(values).local(i).item().set(value);
  code.local(i).number(0).branch(Avm2Opcode::ifeq, first);
  add(code.local(out).local(separator)).set(out);
  code.place(first).local(value).op(Avm2Opcode::typeof_).text("object").branch(Avm2Opcode::ifne, plain);
  code.local(value).if_false(plain);
  code.local(self).get("objects").local(value).item().if_false(plain);
  add(code.local(out).local(self).get("objects").local(value).item()).set(out).jump(more);
  code.place(plain);
  add(code.local(out).find("escape").local(value).call("escape", 1)).set(out);
  code.place(more).local(i).op(Avm2Opcode::increment_i).set(i).jump(next);
  return code.place(end).local(out).op(Avm2Opcode::returnvalue);
}

// function (object, rest, result, method) { current = rest[0]; }
Code note_program(AbcBuilder& abc) {
  Code code(abc, note_parameters);
  code.local(self);
  return argument(code, 0).put("current").op(Avm2Opcode::returnvoid);
}

// function (key, method, rest) {
//   if (!states.hasOwnProperty(key)) keys.push(key);
//   states[key] = ";" + method + "=" + list(rest, ",");
// }
Code set_field(AbcBuilder& abc) {
  constexpr std::uint32_t key = 1, name = 2, values = 3;
  Code code(abc, 3);
  const Code::Label known = code.label();
  code.local(self).get("states").local(key).call("hasOwnProperty", 1).if_true(known);
  code.local(self).get("keys").local(key).call_void("push", 1);
  code.place(known).local(self).get("states").local(key).text(";").local(name);
  add(code).text("=");
  add(code).local(self).local(values).text(",").call("list", 2);
  return add(code).put_item().op(Avm2Opcode::returnvoid);
}

// function (object, rest, result, method) { set_field(KEY, method, rest); }
// KEY is `method`, `method + rest[0]`, or a constant.
enum class Key : std::uint8_t { Method, First, Target };
Code note_state(AbcBuilder& abc, Key key) {
  Code code(abc, note_parameters);
  code.local(self);
  if (key == Key::Target)
    code.text("target");
  else
    code.local(note_method);
  if (key == Key::First) {
    argument(code, 0);
    add(code);
  }
  return code.local(note_method).local(note_rest).call_void("set_field", 3).op(Avm2Opcode::returnvoid);
}

// function (object, rest, result, method) {
//   var pair = programs[current];
//   if (!pair) return;
//   var draw = (draws[pair] | 0) + 1;
//   if (draw > 4) return;
//   draws[pair] = draw;
//   var text = "draw;pair=" + pair + ";draw=" + draw + ";" + method + "=" + list(rest, ",");
//   for (var i = 0; i < keys.length; ++i) text = text + states[keys[i]];
//   if (draw == 1) text = text + field("vertex") + field("fragment");
//   tell(text);
// }
Code note_draw(AbcBuilder& abc) {
  constexpr std::uint32_t pair = 5, draw = 6, text = 7, i = 8;
  Code code(abc, note_parameters);
  const Code::Label end = code.label(), next = code.label(), done = code.label(), later = code.label();
  code.local(self).get("programs").local(self).get("current").item().set(pair);
  code.local(pair).if_false(end);
  code.local(self).get("draws").local(pair).item().number(0).op(Avm2Opcode::bitor_).op(Avm2Opcode::increment_i);
  code.set(draw).local(draw).number(told_draws).branch(Avm2Opcode::ifgt, end);
  code.local(self).get("draws").local(pair).local(draw).put_item();
  add(code.text("draw;pair=").local(pair));
  add(code.text(";draw="));
  add(code.local(draw));
  add(code.text(";"));
  add(code.local(note_method));
  add(code.text("="));
  add(code.local(self).local(note_rest).text(",").call("list", 2)).set(text);
  code.number(0).set(i);
  code.loop(next).local(i).local(self).get("keys").get("length").branch(Avm2Opcode::ifnlt, done);
  code.local(text).local(self).get("states").local(self).get("keys").local(i).item().item();
  add(code).set(text).local(i).op(Avm2Opcode::increment_i).set(i).jump(next);
  code.place(done).local(draw).number(1).branch(Avm2Opcode::ifne, later);
  for (const char* stage : {"vertex", "fragment"})
    add(code.local(text).local(self).text(stage).call("constants_field", 1)).set(text);
  code.place(later).local(self).local(text).call_void("tell", 1);
  return code.place(end).op(Avm2Opcode::returnvoid);
}

// function (stage) {
//   var bytes = constants[stage];
//   return bytes ? ";" + stage + "=" + base64(bytes, 0, bytes.length) : "";
// }
Code constants_field(AbcBuilder& abc) {
  constexpr std::uint32_t stage = 1, bytes = 2;
  Code code(abc, 1);
  const Code::Label none = code.label();
  code.local(self).get("constants").local(stage).item().set(bytes);
  code.local(bytes).if_false(none);
  add(code.text(";").local(stage));
  add(code.text("="));
  code.local(self).local(bytes).number(0).local(bytes).get("length").call("base64", 3);
  add(code).op(Avm2Opcode::returnvalue);
  return code.place(none).text("").op(Avm2Opcode::returnvalue);
}

// function (stage, register) {
//   var bytes = constants[stage];
//   if (!bytes) { constants[stage] = bytes = new ByteArray(); bytes.endian = "littleEndian"; }
//   bytes.position = register * 16;
//   return bytes;
// }
Code constants_at(AbcBuilder& abc) {
  constexpr std::uint32_t stage = 1, first = 2, bytes = 3;
  Code code(abc, 2);
  const Code::Label known = code.label();
  code.local(self).get("constants").local(stage).item().set(bytes);
  code.local(bytes).if_true(known);
  code.lex("flash.utils", "ByteArray").construct(0).set(bytes);
  code.local(bytes).text("littleEndian").put("endian");
  code.local(self).get("constants").local(stage).local(bytes).put_item();
  code.place(known).local(bytes).local(first).number(16).op(Avm2Opcode::multiply).put("position");
  return code.local(bytes).op(Avm2Opcode::returnvalue);
}

// function (stage, register, values, count) {
//   var bytes = constants_at(stage, register);
//   for (var i = 0; i < count; ++i) bytes.writeFloat(values[i]);
// }
Code write_floats(AbcBuilder& abc) {
  constexpr std::uint32_t stage = 1, first = 2, values = 3, count = 4, bytes = 5, i = 6;
  Code code(abc, 4);
  const Code::Label next = code.label(), end = code.label();
  code.local(self).local(stage).local(first).call("constants_at", 2).set(bytes).number(0).set(i);
  code.loop(next).local(i).local(count).branch(Avm2Opcode::ifnlt, end);
  code.local(bytes).local(values).local(i).item().call_void("writeFloat", 1);
  code.local(i).op(Avm2Opcode::increment_i).set(i).jump(next);
  return code.place(end).op(Avm2Opcode::returnvoid);
}

// function (object, rest, result, method) {
//   var count = rest.length > 3 && rest[3] >= 0 ? rest[3] * 4 : rest[2].length;
//   write_floats(rest[0], rest[1], rest[2], count);
// }
Code note_vector(AbcBuilder& abc) {
  constexpr std::uint32_t count = 5;
  Code code(abc, note_parameters);
  const Code::Label known = code.label();
  argument(code, 2).get("length").set(count);
  code.local(note_rest).get("length").number(3).branch(Avm2Opcode::ifngt, known);
  argument(code, 3).number(0).branch(Avm2Opcode::ifnge, known);
  argument(code, 3).number(4).op(Avm2Opcode::multiply).set(count);
  code.place(known).local(self);
  for (const std::int32_t index : {0, 1, 2}) argument(code, index);
  return code.local(count).call_void("write_floats", 4).op(Avm2Opcode::returnvoid);
}

// function (object, rest, result, method) {
//   var matrix = rest[2];
//   if (rest[3]) { matrix = matrix.clone(); matrix.transpose(); }
//   write_floats(rest[0], rest[1], matrix.rawData, 16);
// }
Code note_matrix(AbcBuilder& abc) {
  constexpr std::uint32_t matrix = 5;
  Code code(abc, note_parameters);
  const Code::Label straight = code.label();
  argument(code, 2).set(matrix);
  argument(code, 3).if_false(straight);
  code.local(matrix).call("clone", 0).set(matrix).local(matrix).call_void("transpose", 0);
  code.place(straight).local(self);
  for (const std::int32_t index : {0, 1}) argument(code, index);
  return code.local(matrix).get("rawData").number(16).call_void("write_floats", 4).op(Avm2Opcode::returnvoid);
}

// function (object, rest, result, method) {
//   constants_at(rest[0], rest[1]).writeBytes(rest[3], rest[4], rest[2] * 16);
// }
Code note_bytes(AbcBuilder& abc) {
  Code code(abc, note_parameters);
  code.local(self);
  for (const std::int32_t index : {0, 1}) argument(code, index);
  code.call("constants_at", 2);
  for (const std::int32_t index : {3, 4}) argument(code, index);
  argument(code, 2).number(16).op(Avm2Opcode::multiply);
  return code.call_void("writeBytes", 3).op(Avm2Opcode::returnvoid);
}

// function (object, rest, result, method) { objects[result] = method + ":" + list(rest, ":"); }
Code note_create(AbcBuilder& abc) {
  Code code(abc, note_parameters);
  add(code.local(self).get("objects").local(note_result).local(note_method).text(":"));
  add(code.local(self).local(note_rest).text(":").call("list", 2));
  return code.put_item().op(Avm2Opcode::returnvoid);
}

// The text of an object becomes that before `mark`, and `mark` with a value from the stack: `begin`, value, `end`.
void begin_note(Code& code, std::string_view mark) {
  code.local(self).get("objects").local(note_object);
  code.local(self).get("objects").local(note_object).item().text(mark).call("split", 1).number(0).item().text(mark);
  add(code);
}
void end_note(Code& code) { add(code).put_item(); }

// function (object, rest, result, method) {
//   var level = rest[rest.length - 1];
//   if (rest.length > 1 && level > 0 && objects[object] && !(level < levels[object]))
//     objects[object] = objects[object].split(":levels=")[0] + ":levels=" + (level + 1);
// }
// The last argument is the level, or for a cube texture without one the side.
Code note_level(AbcBuilder& abc) {
  constexpr std::uint32_t level = 5, known = 6, index = 7;
  Code code(abc, note_parameters);
  const Code::Label end = code.label(), plain = code.label();
  code.number(1).set(index);
  code.local(self).get("objects").local(note_object).item().set(known);
  code.local(known).if_false(end);
  code.local(known).text("createCubeTexture").call("indexOf", 1).number(0).branch(Avm2Opcode::ifne, plain);
  code.number(2).set(index);
  code.place(plain).local(note_rest).local(index).item().set(level);
  code.local(level).number(0).branch(Avm2Opcode::ifngt, end);
  // An upload of a larger level does not lower the number.
  code.local(known).text(":levels=").call("split", 1).number(1).item().local(level);
  code.branch(Avm2Opcode::ifgt, end);
  begin_note(code, ":levels=");
  add(code.local(level).number(1));
  end_note(code);
  return code.place(end).op(Avm2Opcode::returnvoid);
}

// function (object, rest, result, method) {
//   objects[object] = objects[object].split(":atf=")[0] + ":atf=" + base64(rest[0], rest[1], rest[1] + 15);
// }
Code note_compressed(AbcBuilder& abc) {
  constexpr std::int32_t head_bytes = 15;
  Code code(abc, note_parameters);
  begin_note(code, ":atf=");
  code.local(self);
  argument(code, 0);
  argument(code, 1);
  argument(code, 1).number(head_bytes);
  add(code).call("base64", 3);
  end_note(code);
  return code.op(Avm2Opcode::returnvoid);
}

}  // namespace

void add_notes(AbcBuilder& abc, std::vector<Part>& parts) {
  const auto part = [&](std::string_view name, const Code& code) { parts.push_back({name, abc.add(code)}); };
  part("receiver", find_receiver(abc));
  part("list", list(abc));
  part("set_field", set_field(abc));
  part("constants_field", constants_field(abc));
  part("constants_at", constants_at(abc));
  part("write_floats", write_floats(abc));
  part("upload", note_upload(abc));
  part("program", note_program(abc));
  part("draw", note_draw(abc));
  part("state", note_state(abc, Key::Method));
  part("indexed", note_state(abc, Key::First));
  part("target", note_state(abc, Key::Target));
  part("vector", note_vector(abc));
  part("matrix", note_matrix(abc));
  part("bytes", note_bytes(abc));
  part("create", note_create(abc));
  part("level", note_level(abc));
  part("compressed", note_compressed(abc));
}

}  // namespace agal::tapping
