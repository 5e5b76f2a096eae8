// Values that code changes in ways that the executor does not follow: functions that share variables, callbacks, stores
// by key, and methods of texts.
#include "avm2/methods.hpp"

namespace agal::test {
namespace {

using avm2::Opcode;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAreArray;

struct ChangeCase {
  const char* what;
  Write write;
  std::vector<Write> methods{};  // further methods of the class
};

std::vector<Write> methods_of(const ChangeCase& one) {
  std::vector<Write> methods{one.write};
  methods.insert(methods.end(), one.methods.begin(), one.methods.end());
  return methods;
}

Write nothing() {
  return [](Code&) {};
}

/// Returns a function without a name.
Write function(const Write& body) {
  return [=](Code& code) {
    code.make_function();
    body(code);
  };
}

/// Writes `value();`. `value` pushes a function.
Write calls_value(const Write& value) {
  return [=](Code& code) {
    value(code);
    code.op(0xd0).op(Opcode::call).op(0).op(Opcode::pop);
  };
}

Write pushes_function(std::uint32_t method) {
  return [=](Code& code) { code.push_function(method); };
}

Write calls(const char* object, const char* method) {
  return [=](Code& code) { code.push_field(object).call_void(method, 0); };
}

/// Writes `object.method(function)`.
Write passes_function(const char* object, const char* method) {
  return [=](Code& code) { code.push_field(object).push_function(1).call_void(method, 1); };
}

// ---- variables that functions share

/// Writes a method with a shared variable `number`, which becomes a part of a program.
Write uses_number(const Write& change) {
  return [=](Code& code) {
    code.share_variable("number").push_byte(2).set_variable(1);
    change(code);
    code.push_field("assembler").push_string("fragment").push_string("mul ft0, v0, fc").push_variable(1).add();
    code.push_string("\nmov oc, ft0").add().call_void("assemble", 2);
  };
}

const Write sets_number = function([](Code& code) { code.push_byte(3).set_outer("number"); });
const Write sets_by_slot =
    function([](Code& code) { code.op(Opcode::getouterscope).op(1).push_byte(3).op(Opcode::setslot).op(1); });

TEST(Changes, VariableThatFunctionSetsIsUnknown) {
  const Write stored = [](Code& code) {
    code.op(0xd0).push_function(1).set_field("callback").op(0xd0).call_void("callback", 0);
  };
  const Write in_loop = [](Code& code) {
    code.push_byte(0).set_local(3);
    const std::size_t begin = code.position();
    code.push_field("list").get_local(3).get_item().op(0xd0).op(Opcode::call).op(0).op(Opcode::pop);
    code.increment_local(3).get_local(3).push_field("count").back_if_less(begin).push_function(1).op(Opcode::pop);
  };
  for (const ChangeCase& one : {
           ChangeCase{"a call", uses_number(calls_value(pushes_function(1))), {sets_number}},
           {"a call of a function that uses slots", uses_number(calls_value(pushes_function(1))), {sets_by_slot}},
           {"a list calls it", uses_number(passes_function("list", "forEach")), {sets_number}},
           {"a comparison", uses_number(passes_function("list", "sort")), {sets_number}},
           {"an unknown method gets it", uses_number(passes_function("stage", "run")), {sets_number}},
           {"a field has it", uses_number(stored), {sets_number}},
           {"another function calls it",
            uses_number(calls_value(pushes_function(2))),
            {sets_number, function(calls_value(pushes_function(1)))}},
           {"a loop", uses_number(in_loop), {sets_number}},
       }) {
    const Extraction found = in_methods(methods_of(one));
    EXPECT_THAT(texts(found), IsEmpty()) << one.what;
    EXPECT_FALSE(found.texts.empty()) << one.what;
  }
}

TEST(Changes, VariableThatNoCalledFunctionSetsIsKnown) {
  const Write pushes = [](Code& code) { code.push_field("list").push_byte(1).call_void("push", 1); };
  const Write reads = function([](Code& code) { code.push_outer("number").return_value(); });
  const Write sets_other = function([](Code& code) { code.push_byte(3).set_outer("other"); });
  for (const ChangeCase& one : {
           ChangeCase{"no call", uses_number(nothing()), {sets_number}},
           {"a method of the player", uses_number(pushes), {sets_number}},
           {"a function that reads it", uses_number(calls_value(pushes_function(1))), {reads}},
           {"a function that sets another variable", uses_number(calls_value(pushes_function(1))), {sets_other}},
       }) {
    const Extraction found = in_methods(methods_of(one));
    EXPECT_THAT(texts(found), ElementsAre(canonical("mul ft0, v0, fc2\nmov oc, ft0"))) << one.what;
    EXPECT_THAT(origins(found), ElementsAre("exact: ")) << one.what;
  }
}

/// Writes a method with a shared variable `text`, which begins a program. `last` is the last line.
Write uses_text(const Write& change, const char* last = "mov oc, ft0") {
  return [=](Code& code) {
    code.share_variable("text").push_string("mov ft0, v0\n").set_variable(1);
    change(code);
    code.push_field("assembler").push_string("fragment").push_variable(1).push_string(last).add();
    code.call_void("assemble", 2);
  };
}

TEST(Changes, TextThatFunctionChangesIsNotExact) {
  const Write call = calls_value(pushes_function(1));
  for (const ChangeCase& one : {
           ChangeCase{"appends", uses_text(call), {function([](Code& code) {
                        code.push_outer("text").push_string("mul ft0, ft0, v1\n").add().set_outer("text");
                      })}},
           {"prepends", uses_text(call), {function([](Code& code) {
              code.push_string("mov ft1, v1\n").push_outer("text").add().set_outer("text");
            })}},
           {"replaces", uses_text(call), {function([](Code& code) {
              code.push_string("mov ft0, v1\n").set_outer("text");
            })}},
           {"empties", uses_text(call, "mov oc, v0"), {function([](Code& code) {
              code.push_string("").set_outer("text");
            })}},
       }) {
    const Extraction found = in_methods(methods_of(one));
    EXPECT_THAT(origins(found), Not(Contains("exact: "))) << one.what;
    EXPECT_FALSE(found.texts.empty()) << one.what;
  }
}

TEST(Changes, TextThatLoopExtendsInSharedVariableIsNotExact) {
  const Write grows = [](Code& code) {
    code.push_function(1).op(Opcode::pop).push_byte(0).set_local(3);
    const std::size_t begin = code.position();
    code.push_variable(1).push_string("mul ft0, ft0, v1\n").add().set_variable(1);
    code.increment_local(3).get_local(3).push_field("count").back_if_less(begin);
  };
  EXPECT_THAT(origins(in_methods({uses_text(grows), function(nothing())})), Not(Contains("exact: ")));
}

TEST(Changes, ConstantInVariableThatFunctionReplacesIsVariant) {
  const Write builds = [](Code& code) {
    code.share_variable("text").push_string("mov ft0, v0\nmov oc, ft0").set_variable(1);
    calls_value(pushes_function(1))(code);
    code.push_field("assembler").push_string("fragment").push_variable(1).call_void("assemble", 2);
  };
  const Write replaces = function([](Code& code) { code.push_string("mov ft0, v1\nmov oc, ft0").set_outer("text"); });
  EXPECT_THAT(origins(in_methods({builds, replaces})),
              testing::UnorderedElementsAre("variant: other code may change it", "exact: "));
}

TEST(Changes, ListThatOtherCodeChangesIsUnknown) {
  const auto joins = [](const Write& change) {
    return [=](Code& code) {
      code.op(0xd0).push_string("mov ft0, v0").push_string("mov oc, ft0").new_array(2).set_field("lines");
      change(code);
      code.push_field("assembler").push_string("fragment").push_field("lines").push_string("\n").call("join", 1);
      code.call_void("assemble", 2);
    };
  };
  const Write pushes = [](Code& code) {
    code.push_field("lines").push_string("mul ft0, ft0, v1").call_void("push", 1);
  };
  const Write calls_method = [](Code& code) { code.op(0xd0).call_void("method1", 0); };
  const Write function_pushes = function(pushes);
  for (const ChangeCase& one : {ChangeCase{"a method", joins(calls_method), {pushes}},
                                {"a function", joins(calls_value(pushes_function(1))), {function_pushes}}}) {
    const Extraction found = in_methods(methods_of(one));
    EXPECT_THAT(texts(found), IsEmpty()) << one.what;
    EXPECT_FALSE(found.unassigned.empty()) << one.what;
  }
  EXPECT_THAT(texts_in({joins(calls_method), nothing()}), ElementsAre(canonical("mov ft0, v0\nmov oc, ft0")));
}

// ---- fields between two tests

Write tests_flag(const Write& changes) { return tests_twice(reads_flag, changes); }

const Write toggles = function(toggle);

Write named(const char* name, const Write& body) {
  return [=](Code& code) {
    code.name_method(name);
    body(code);
  };
}

TEST(Changes, TestsAroundCallOfUnknownFunctionAreIndependent) {
  const Write stores = [](Code& code) { code.push_field("options").push_function(1).set_field("callback"); };
  const Write stores_and_calls = [=](Code& code) {
    stores(code);
    calls("options", "callback")(code);
  };
  const Write like_player = [](Code& code) {
    code.push_field("options").push_function(1).set_field("push").push_field("options").call_void("push", 0);
  };
  const Write applies = [](Code& code) { code.push_field("callback").op(0xd0).call_void("apply", 1); };
  const Write method_as_value = [](Code& code) { code.op(0xd0).get_field("method1").op(0xd0).call_void("call", 1); };
  const Write computed = [](Code& code) { code.op(0xd0).push_field("key").call_item(0); };
  const Write read_by_key = calls_value([](Code& code) { code.op(0xd0).push_field("key").get_item(); });
  for (const ChangeCase& one : {
           ChangeCase{"a function in a field", tests_flag(stores_and_calls), {toggles}},
           {"a field that is named like a method of the player", tests_flag(like_player), {toggles}},
           {"a method that is not known", tests_flag(calls("options", "run")), {toggles, stores}},
           {"apply", tests_flag(applies), {toggles, stores}},
           {"an argument", tests_flag(calls_value([](Code& code) { code.get_local(2); })), {toggles, stores}},
           {"a method as a value", tests_flag(method_as_value), {toggle}},
           {"a method with a computed name", tests_flag(computed), {toggle}},
           {"a method that is read by key", tests_flag(read_by_key), {toggle}},
       })
    EXPECT_THAT(texts_in(methods_of(one)), IsSupersetOf(changed_programs())) << one.what;
}

TEST(Changes, TestsAroundStoreByKeyAreIndependent) {
  const Write stores = [](Code& code) { code.push_field("options").push_field("key").push_byte(1).set_item(); };
  const Write by_name = [](Code& code) { code.op(0xd0).push_string("flag").push_byte(1).set_item(); };
  const Write deletes = [](Code& code) { code.push_field("options").push_field("key").delete_item(); };
  const Write helper = [](Code& code) {
    code.parameter("object").parameter("key");
    code.get_local(1).get_local(2).push_byte(1).set_item();
  };
  const Write calls_helper = [](Code& code) { code.op(0xd0).op(0xd0).push_field("key").call_void("method1", 2); };
  const Write by_text = [](Code& code) { code.op(0xd0).push_string("flag").get_item(); };
  for (const ChangeCase& one : {
           ChangeCase{"a store", tests_flag(stores)},
           {"a store in a method", tests_flag(calls_helper), {helper}},
           {"delete", tests_flag(deletes)},
           {"a test by key", tests_twice(by_text, stores)},
       })
    EXPECT_THAT(texts_in(methods_of(one)), IsSupersetOf(changed_programs())) << one.what;
  // The store is true.
  EXPECT_THAT(
      texts_in({tests_flag(by_name)}),
      UnorderedElementsAreArray({program_with(second_line), program_with(std::string(first_line) + second_line)}));
}

TEST(Changes, TestsAroundHiddenCallsAreIndependent) {
  const Write joins_text = [](Code& code) { code.push_string("").push_field("object").add().set_local(4); };
  const Write compares = [](Code& code) {
    code.push_field("object").push_byte(2).op(Opcode::lessthan).op(Opcode::pop);
  };
  const Write reads_getter = [](Code& code) { code.op(0xd0).call("get_size", 0).op(Opcode::pop); };
  const Write getter = [](Code& code) { code.op(0xd0).call("get_state", 0); };
  const Write steps = named("get_state", [](Code& code) { code.push_field("random").call("step", 0).return_value(); });
  const Write constructs = [](Code& code) {
    code.push_field("type").op(Opcode::construct).op(0).op(Opcode::pop).push_string("Water").set_local(4);
  };
  for (const ChangeCase& one : {
           ChangeCase{"toString", tests_flag(joins_text), {named("toString", toggle)}},
           {"valueOf", tests_flag(compares), {named("valueOf", toggle)}},
           {"a getter", tests_flag(reads_getter), {named("get_size", toggle)}},
           {"a getter that calls unknown code", tests_twice(getter, nothing()), {steps}},
       })
    EXPECT_THAT(texts_in(methods_of(one)), IsSupersetOf(changed_programs())) << one.what;
  EXPECT_THAT(texts_in({tests_flag(constructs)}), UnorderedElementsAreArray(unchanged_programs()));
}

TEST(Changes, TestsAroundAccessToProxyAreIndependent) {
  const auto iterates = [](Code& code) {
    code.push_field("objects").set_local(3).push_byte(0).set_local(4);
    code.op(Opcode::hasnext2).op(3).op(4).op(Opcode::pop);
  };
  const auto reads = [](Code& code) { code.push_field("objects").get_field("first").op(Opcode::pop); };
  const auto reads_by_key = [](Code& code) { code.push_field("objects").push_field("key").get_item().op(Opcode::pop); };
  const auto deletes = [](Code& code) { code.push_field("objects").push_field("key").delete_item(); };
  struct Row {
    const char* method;
    Write access;
  };
  const auto programs_of = [](const Row& row, const char* base) {
    AbcBuilder abc;
    Code renders(abc), accesses(abc);
    tests_flag(row.access)(renders);
    named(row.method, toggle)(accesses);
    abc.add_class("effects", "Water", {renders.return_void()});
    abc.add_class("effects", "Objects", {accesses.return_void()}, base);
    return texts(found_in(SwfBuilder().abc(abc.build()).build()));
  };
  for (const Row& row : {Row{"nextNameIndex", iterates}, Row{"getProperty", reads}, Row{"getProperty", reads_by_key}}) {
    EXPECT_THAT(programs_of(row, "Proxy"), IsSupersetOf(changed_programs())) << row.method;
    EXPECT_THAT(programs_of(row, "Sprite"), UnorderedElementsAreArray(unchanged_programs())) << row.method;
  }
  EXPECT_THAT(programs_of({"deleteProperty", deletes}, "Proxy"), IsSupersetOf(changed_programs()));
}

TEST(Changes, TestsOfPlayerPropertyAroundMethodOfPlayerAreIndependent) {
  const auto property = [](const char* object, const char* name) {
    return [=](Code& code) { code.push_field(object).get_field(name); };
  };
  for (const ChangeCase& one : {
           ChangeCase{"bytes", tests_twice(property("bytes", "position"), calls("bytes", "readByte"))},
           {"a timer", tests_twice(property("timer", "running"), calls("timer", "start"))},
           {"a list", tests_twice(property("list", "length"), calls("list", "shift"))},
           {"an unknown method", tests_twice(property("stage", "focus"), calls("stage", "update"))},
       })
    EXPECT_THAT(texts_in(methods_of(one)), IsSupersetOf(changed_programs())) << one.what;
}

// The field belongs to the movie, because a method sets it.
TEST(Changes, TestsAroundMethodsOfPlayerTakeTheSameSide) {
  const Write item = [](Code& code) { code.push_field("list").push_byte(0).push_byte(1).set_item(); };
  const Write function_elsewhere = [](Code& code) { code.push_function(1).op(Opcode::pop); };
  for (const ChangeCase& one : {
           ChangeCase{"Math", tests_flag(calls("Math", "sin")), {function_elsewhere, toggles}},
           {"a text", tests_flag(calls("text", "toLowerCase"))},
           {"bytes", tests_flag(calls("bytes", "writeByte"))},
           {"a list", tests_flag(calls("list", "push"))},
           {"an item", tests_flag(item)},
           {"a context", tests_flag(calls("context", "setProgram"))},
           {"trace", tests_flag(calls("console", "trace"))},
       }) {
    std::vector<Write> methods = methods_of(one);
    methods.push_back(toggle);
    EXPECT_THAT(texts_in(methods), UnorderedElementsAreArray(unchanged_programs())) << one.what;
  }
}

// ---- methods of texts

/// Writes `assembler.assemble("fragment", edit(text))`.
Write assembles_edited(const char* text, const Write& edit) {
  return [=](Code& code) {
    code.push_field("assembler").push_string("fragment").push_string(text);
    edit(code);
    code.call_void("assemble", 2);
  };
}

Write with_numbers(const char* method, const std::vector<std::uint8_t>& numbers) {
  return [=](Code& code) {
    for (const std::uint8_t number : numbers) code.push_byte(number);
    code.call(method, static_cast<std::uint32_t>(numbers.size()));
  };
}

TEST(Changes, EvaluatesMethodsOfTexts) {
  const char text[] = "mov ft1, v1\nmov ft0, v0\nmov oc, ft0\nmov oc, v2";
  const Write after_search = [](Code& code) {
    code.dup().push_string("mov ft0").call("indexOf", 1).push_byte(24).call("substr", 2);
  };
  const Write to_last = [](Code& code) {
    code.set_local(3).get_local(3).push_byte(12).get_local(3).push_string("\n").call("lastIndexOf", 1);
    code.call("substring", 2);
  };
  const Write upper_and_lower = [](Code& code) { code.call("toUpperCase", 0).call("toLowerCase", 0); };
  const std::string two = canonical("mov ft0, v0\nmov oc, ft0");
  struct Row {
    Write edit;
    std::string program;
  };
  for (const Row& row :
       {Row{with_numbers("substr", {12, 23}), two}, Row{with_numbers("substring", {12, 35}), two},
        Row{with_numbers("substring", {35, 12}), two}, Row{with_numbers("slice", {12, 0xf5}), two},
        Row{after_search, two}, Row{to_last, two}, Row{with_numbers("substr", {0xf6}), canonical("mov oc, v2")},
        Row{with_numbers("slice", {36}), canonical("mov oc, v2")}}) {
    const Extraction found = in_methods({assembles_edited(text, row.edit)});
    EXPECT_THAT(texts(found), ElementsAre(row.program));
    EXPECT_THAT(origins(found), ElementsAre("exact: "));
  }
  EXPECT_THAT(texts_in({assembles_edited("mov ft0, v0\nmov oc, ft0", upper_and_lower)}), ElementsAre(two));
}

TEST(Changes, TextIsPartialAfterMethodWithUnknownArgument) {
  const auto with_field = [](const char* method) { return [=](Code& code) { code.push_field("at").call(method, 1); }; };
  for (const char* const method : {"substr", "substring", "slice", "charAt"}) {
    const Extraction found = in_methods({assembles_edited("mov ft0, v0\nmov oc, ft0", with_field(method))});
    EXPECT_THAT(texts(found), IsEmpty());
    EXPECT_EQ(found.texts.size(), 1u);
  }
}

TEST(Changes, TextInBytesIsPartial) {
  for (const char* const method : {"writeUTFBytes", "writeUTF", "writeMultiByte"}) {
    const Extraction found = in_methods(
        {[=](Code& code) { code.push_field("bytes").push_string("mov ft0, v0\nmov oc, ft0").call_void(method, 1); }});
    EXPECT_THAT(texts(found), IsEmpty()) << method;
    EXPECT_EQ(found.texts.size(), 1u) << method;
  }
}

}  // namespace
}  // namespace agal::test
