// One method, run on all its paths.
#pragma once

#include "avm2/executor.hpp"

namespace agal::extraction {

class CodeRun {
 public:
  CodeRun(Interpreter& all, std::size_t body, unsigned depth, Uses* uses);

  void run(State first);

  const std::vector<Outcome>& returned() const { return returned_; }
  bool complete() const { return complete_; }
  bool stores() const { return stores_; }

 private:
  void run_path(State state);
  // These return false if the path ends, or is continued elsewhere.
  bool apply(State& state, const Avm2Instruction& t);
  void apply_to_stack(State& state, const Avm2Instruction& t);
  void apply_to_local(State& state, const Avm2Instruction& t);
  void push_constant(State& state, const Avm2Instruction& t);
  bool apply_to_object(State& state, const Avm2Instruction& t);
  void new_array(State& state, const Avm2Instruction& t);
  void call(State& state, const Avm2Instruction& t);
  bool branch(State& state, const Avm2Instruction& t);
  bool choose(State& state, const Avm2Instruction& t);
  void end(State& state, const Avm2Instruction& t);
  bool get_property(State& state, const Avm2Instruction& t);
  bool get_item(State& state, const Avm2Instruction& t, Value list, Value index);
  void set_property(State& state, const Avm2Instruction& t);
  bool call_property(State& state, const Avm2Instruction& t);
  bool call_of_list(State& state, std::string_view name, Value list, const std::vector<Value>& arguments);
  bool call_of_text(State& state, std::string_view name, Value text, const std::vector<Value>& arguments);
  bool follow_call(State& state, const Avm2Instruction& t, std::uint32_t name, Value object,
                   const std::vector<Value>& arguments);
  void pass_on(State& state, const Avm2Instruction& t, std::uint32_t name, const std::vector<Value>& arguments);

  void go(State state, std::size_t at);
  bool go_back(State& state, std::size_t from, std::size_t to);
  bool is_new(const State& state, std::size_t at);
  void prune(State& state) const;
  std::optional<bool> decided(const State& state, Value condition) const;
  void decide(State& state, Value condition, bool truth, std::size_t at) const;
  Value condition_of(const Avm2Instruction& t, State& state, bool& negated);
  void change(State& state, const Loop& loop);

  Value pop(State& state) const;
  void push(State& state, Value value);
  void take(State& state, const Avm2Instruction& t, std::size_t count);
  void use(const State& state, Site site, Value value);
  Value read(State& state, Value key);
  void write(State& state, Value key, Value value, std::size_t at);
  Value add(Value left, Value right);
  void note_extended(Value part, unsigned depth = 4);
  void note_joined(const std::vector<Value>& items);
  bool extends(Value value) const;
  bool are_keys(Value left, Value right) const;
  Site site_of(Value key, std::size_t at) const;
  void extend(const Site& site) { all_.facts_.extend(all_.place_of(site, number_)); }
  void called(State& state) const;
  bool spend(std::size_t steps);
  std::uint32_t name_of_key(Value key) const;
  bool is_self(Value object) const { return values_.kind(object) == ValueKind::Argument && values_[object].a == 0; }
  std::uint32_t method_name() const {
    return body_.method < abc_.name_of_method.size() ? abc_.name_of_method[body_.method] : 0;
  }

  Interpreter& all_;
  Values& values_;
  const Abc& abc_;
  std::size_t number_;  // of the body
  const MethodBody& body_;
  const CodeShape& shape_;
  unsigned depth_;
  Uses* uses_;
  std::map<std::size_t, std::vector<State>> pending_;
  std::map<std::size_t, std::vector<State>> seen_;  // inside loops that run an unknown number of times
  std::vector<Outcome> returned_;
  bool complete_ = true, stores_ = false;
};

}  // namespace agal::extraction
