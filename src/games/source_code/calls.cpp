// Evaluates calls: methods of strings and lists, functions of the same file, and all other functions, which only
// receive their arguments.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "source_code/evaluator.hpp"

namespace agal::source_code {
namespace {

using Kind = Node::Kind;

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('.') + 1); }

// Returns true for functions that make another text from a text. Their names are equal in most libraries.
bool makes_other_text(std::string_view path) {
  constexpr std::array<std::string_view, 14> names{
      "replace", "replaceAll", "format",    "formatString", "substitute",  "sprintf",     "printf",
      "map",     "substr",     "substring", "slice",        "toLowerCase", "toUpperCase", "concat"};
  return std::find(names.begin(), names.end(), last_name(path)) != names.end();
}

bool formats_text(std::string_view path) {
  const std::string_view name = last_name(path);
  return name == "format" || name == "formatString" || name == "substitute";
}

}  // namespace

std::vector<Value> Evaluator::arguments_of_call(TokenNumber end) {
  const TokenNumber close = close_of(at_, end);
  ++at_;
  std::vector<Value> arguments;
  while (at_ < close && values_.spend(1)) {
    const TokenNumber before = at_;
    arguments.push_back(expression(close));
    if (!accept(",", close) && at_ == before) ++at_;
  }
  at_ = std::min(close + 1, end);
  target_ = {};
  return arguments;
}

Value Evaluator::call(const Value& callee, std::string_view path, const Value* receiver, TokenNumber end) {
  const std::string_view target = target_;
  const TokenRange range{at_ + 1, close_of(at_, end)};
  const std::vector<Value> arguments = arguments_of_call(end);
  // Code that receives this object may change its fields.
  for (TokenNumber i = range.begin; i < range.end; ++i)
    if (tokens_[i].is("this") && (tokens_[i + 1].is(",") || i + 1 == range.end)) ++unknown_calls_;
  if (receiver != nullptr)
    if (std::optional<Value> result = text_method(path, *receiver, arguments, target)) return std::move(*result);
  if (std::optional<Value> result = known_function(path, arguments)) return std::move(*result);
  if (const std::optional<std::uint32_t> function = function_of(path)) {
    is_followed_[*function] = true;
    for (const Value& argument : arguments) fall_back(path, argument);
    const bool again = std::find(followed_.begin(), followed_.end(), *function) != followed_.end();
    if (!again && calls_ < max_calls && depth_ + 1 < max_depth)
      return with_overrides(path, *function, follow(*function, arguments));
    ++unknown_calls_;
    return values_.unknown(fmt::format("{}()", path));
  }
  note_unknown_call(path, target, receiver);
  // A function literal that is called directly.
  if (path.empty() && !values_.is(callee, Kind::Unknown)) fall_back({}, callee);
  if (receiver != nullptr) {
    if (makes_other_text(path) && !values_.is_list(*receiver))
      note_edit(target, *receiver);
    else
      fall_back(target, *receiver);
  }
  use_arguments(path, arguments);
  return values_.unknown(fmt::format("{}()", path));
}

// Returns the result of a method, or an unknown one if a class in another place overrides the method.
Value Evaluator::with_overrides(std::string_view path, std::uint32_t number, Value result) {
  if (path.find('.') != path.npos || !facts_.overridden.contains(path)) return result;
  const TokenNumber first = declarations_.functions[number].first;
  for (TokenNumber i = first; i > 0 && i + 4 > first; --i)
    if (tokens_[i - 1].is("override") || tokens_[i - 1].is("private") || tokens_[i - 1].is("static")) return result;
  const Decision choice = new_choice(fmt::format("override {} {}", path, ++unknown_results_),
                                     fmt::format("another {}()", path), fmt::format("this {}()", path));
  const Value other = values_.unknown(fmt::format("{}()", path));
  return Values::either(other, {{choice}}, result, {{{choice.choice, 1, 0, 0, 0}}});
}

// Notes what a call of unknown code may change: the receiver, and, if it is a method of this object, other fields.
void Evaluator::note_unknown_call(std::string_view path, std::string_view target, const Value* receiver) {
  constexpr std::array<std::string_view, 6> harmless{"trace", "int", "uint", "isNaN", "parseInt", "parseFloat"};
  const bool is_cast = !path.empty() && path[0] >= 'A' && path[0] <= 'Z';
  const std::string_view name = last_name(path);
  const bool own = receiver == nullptr || target.empty() || target == "super" || name == "call" || name == "apply";
  if (!target.empty()) note_change(target);
  if (own && !is_cast && !takes_programs(path) && std::find(harmless.begin(), harmless.end(), path) == harmless.end())
    ++unknown_calls_;
}

// Evaluates a method of a string or of a list. Returns nullopt for other methods.
std::optional<Value> Evaluator::text_method(std::string_view path, const Value& receiver,
                                            const std::vector<Value>& arguments, std::string_view target) {
  const std::string_view name = last_name(path);
  const bool list = values_.is_list(receiver);
  std::string first;
  const bool known = !arguments.empty() && values_.constant(arguments[0], first);
  if (name == "join" && values_.is(receiver, Kind::Split) && receiver.size() == 1 && arguments.size() == 1) {
    const Node split = values_[receiver.front().node];
    return values_.replaced({{split.left, receiver.front().decisions, receiver.front().is_sample}}, split.text,
                            arguments[0], true);
  }
  if (name == "join" && list) {
    if (!arguments.empty() && !known) return std::nullopt;
    return values_.joined(receiver, arguments.empty() ? "," : values_.own(first));
  }
  if (list && name == "push" && !target.empty()) {
    Value next = receiver;
    for (const Value& argument : arguments) next = values_.with_item(next, argument);
    Variables& variables = state_.locals.contains(target) ? state_.locals : state_.fields;
    variables[target] = {std::move(next), false};
    note_change(target);
    return values_.unknown("a length");
  }
  if (name == "concat" && (list || values_.has_text(receiver))) {
    Value next = receiver;
    for (const Value& argument : arguments) {
      if (!list)
        next = values_.sum(next, argument);
      else if (argument.size() == 1 && values_.is_list(argument))
        for (const Value* const item : values_.items(argument.front().node))
          next = values_.with_item(next, item != nullptr ? *item : values_.unknown("a list"));
      else
        next = values_.with_item(next, argument);
    }
    return next;
  }
  if (list || !values_.has_text(receiver)) return std::nullopt;
  if (name == "toString" || name == "valueOf" || name == "trim" || name == "text") return receiver;
  if (!known) return std::nullopt;
  if (name == "split" && receiver.size() == 1)
    return values_.of({Kind::Split, receiver.front().node, 0, 0, values_.own(first)});
  if (name == "replace" && arguments.size() == 2)
    return values_.replaced(receiver, first, arguments[1], values_[arguments[0].front().node].number != 0);
  return std::nullopt;
}

// Evaluates a function that every program has. Returns nullopt for other functions.
std::optional<Value> Evaluator::known_function(std::string_view path, const std::vector<Value>& arguments) {
  if (arguments.empty()) return std::nullopt;
  const bool same = path == "String" || path == "XML" || path == "Std.string" || path == "StringTools.trim" ||
                    path == "cast" || path == "Vector" || path == "Array";
  if (same && (path != "Array" || arguments.size() == 1)) return arguments[0];
  const bool to_number = path == "int" || path == "uint" || path == "Number" || path == "Std.int";
  if (to_number && arguments.size() == 1)
    if (std::optional<Value> same_number = values_.operated("-", arguments[0], values_.number(0))) return same_number;
  if (formats_text(path) && !function_of(path) && values_.has_text(arguments[0])) {
    std::vector<Value> parts(arguments.begin() + 1, arguments.end());
    // Haxe's methods take a list.
    if (parts.size() == 1 && parts[0].size() == 1 && values_.is_list(parts[0])) {
      std::vector<Value> items;
      for (const Value* const item : values_.items(parts[0].front().node))
        items.push_back(item != nullptr ? *item : values_.unknown("a list"));
      parts = std::move(items);
    }
    return values_.formatted(arguments[0], parts);
  }
  std::string part;
  if (path == "StringTools.replace" && arguments.size() == 3 && values_.constant(arguments[1], part))
    return values_.replaced(arguments[0], part, arguments[2], true);
  return std::nullopt;
}

// Returns the number of a function of the file: a method of this class, `Class.method`, or a function outside of
// classes.
std::optional<std::uint32_t> Evaluator::function_of(std::string_view path) const {
  const std::size_t dot = path.rfind('.');
  const std::string_view name = last_name(path);
  std::uint32_t owner = class_;
  if (dot != path.npos) {
    const auto row = declarations_.class_numbers.find(last_name(path.substr(0, dot)));
    if (row == declarations_.class_numbers.end()) return std::nullopt;
    owner = row->second;
  }
  auto row = declarations_.function_numbers.find({owner, name});
  if (row == declarations_.function_numbers.end() && dot == path.npos)
    row = declarations_.function_numbers.find({0, name});
  if (row == declarations_.function_numbers.end()) return std::nullopt;
  return row->second;
}

Value Evaluator::follow(std::uint32_t number, const std::vector<Value>& arguments) {
  const Function& function = declarations_.functions[number];
  std::vector<Value> returned;
  std::vector<Value>* const outer_returns = std::exchange(returns_, &returned);
  const TokenNumber back = at_;
  Variables outer_locals = std::exchange(state_.locals, {});
  const Paths outer_path = state_.path;
  const bool outer_ended = state_.ended;
  const std::uint32_t outer_class = std::exchange(class_, function.class_number);
  const std::uint32_t outer_block = block_;
  std::vector<State>* const outer_breaks = std::exchange(breaks_, nullptr);
  followed_.push_back(number);
  ++calls_;
  run_function(function, &arguments);
  --calls_;
  followed_.pop_back();
  block_ = outer_block;
  breaks_ = outer_breaks;
  class_ = outer_class;
  state_.locals = std::move(outer_locals);
  state_.path = outer_path;
  state_.ended = outer_ended;
  at_ = back;
  returns_ = outer_returns;
  target_ = {};
  Value value;
  for (const Value& one : returned)
    for (const Alternative& alternative : one) {
      value.push_back(alternative);
      if (value.size() < max_results) continue;
      for (Alternative& sample : value) sample.is_sample = true;
      return value;
    }
  if (value.empty()) return values_.unknown(fmt::format("{}()", function.name));
  return value;
}

void Evaluator::run_function(const Function& function, const std::vector<Value>* arguments) {
  for (std::size_t i = 0; i < function.parameters.size() && values_.spend(1); ++i) {
    const Parameter& parameter = function.parameters[i];
    Variable variable{values_.unknown(fmt::format("argument {}", parameter.name)), true};
    if (arguments != nullptr && i < arguments->size()) {
      variable.value = (*arguments)[i];
    } else if (parameter.initializer.begin < parameter.initializer.end) {
      at_ = parameter.initializer.begin;
      const Value initial = expression(parameter.initializer.end);
      if (arguments != nullptr)
        variable.value = initial;
      else
        fall_back(parameter.name, initial);
    }
    state_.locals[parameter.name] = std::move(variable);
    note_change(parameter.name);
  }
  at_ = function.body.begin;
  ++depth_;
  if (function.is_expression) {
    const Value value = expression(function.body.end);
    if (returns_ != nullptr)
      returns_->push_back(value);
    else
      use(UseKind::Returned, function.name, value);
  } else {
    statements(function.body.end);
  }
  --depth_;
  end_variables(state_.locals);
}

bool takes_programs(std::string_view path) {
  const std::string_view method = last_name(path);
  return method.starts_with("assemble") || method == "fromSource" || method == "registerProgramFromSource";
}

std::optional<std::size_t> version_argument(std::string_view path) {
  const std::string_view method = last_name(path);
  if (method == "assemble" || method == "fromSource") return 2;
  if (method == "assemble2") return 1;
  return std::nullopt;
}

// Returns the version that a call passes with its texts: 0 if it does not pass a version, nullopt if it is unknown.
std::optional<std::uint32_t> Evaluator::version_of_call(std::string_view path, const std::vector<Value>& arguments) {
  if (!takes_programs(path)) return 0;
  const std::optional<std::size_t> place = version_argument(path);
  if (place && *place >= arguments.size()) return 1;
  std::optional<std::uint32_t> version;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if ((place && i != *place) || arguments[i].size() != 1) continue;
    constexpr std::int64_t max_version = 4;
    const Node& node = values_[arguments[i].front().node];
    // The third argument of an old assembler is not a version.
    if (place && node.kind == Kind::Boolean) version = 1;
    if (node.kind == Kind::Number && node.number >= 1 && node.number <= max_version)
      version = static_cast<std::uint32_t>(node.number);
  }
  return place || version ? version : std::optional<std::uint32_t>(0);
}

void Evaluator::use_arguments(std::string_view path, const std::vector<Value>& arguments) {
  const std::optional<std::uint32_t> version = version_of_call(path, arguments);
  if (arguments.size() == 1 && !values_.has_text(arguments[0])) open_calls_.emplace(function_, path);
  const Value result = values_.unknown(fmt::format("{}()", path));
  for (const Value& argument : arguments)
    use(UseKind::Argument, path, makes_other_text(path) ? values_.sum(argument, result) : argument, version);
}

}  // namespace agal::source_code
