#include "sources/movie.hpp"

#include <algorithm>
#include <optional>

#include "sources/compiler.hpp"
#include "sources/known_methods.hpp"

namespace agal::source_code {
namespace {

constexpr std::uint8_t package_kind = 0x16;

// Returns the name of the class that the compiler makes of a file without a class, such as a file of MXML.
std::string_view class_of_file(std::string_view path) {
  const std::size_t begin = path.find_last_of("!/\\") + 1;
  return path.substr(begin, path.find('.', begin) - begin);
}

// Returns the length of the folders that two paths share.
std::size_t common_folders(std::string_view one, std::string_view other) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()) && one[i] == other[i]; ++i)
    if (one[i] == '/' || one[i] == '\\') length = i + 1;
  return length;
}

// Returns the names of variables to which a file assigns an object that it makes as a map.
std::set<std::string_view> maps_of(const Tokens& tokens) {
  std::set<std::string_view> names;
  for (std::size_t i = 1; i + 3 < tokens.size(); ++i) {
    if (!tokens[i].is("=")) continue;
    const bool makes = tokens[i + 1].is("{") || (tokens[i + 1].is("new") && tokens[i + 2].is("Object"));
    std::size_t name = i - 1;
    if (name >= 2 && tokens[name - 1].is(":")) name -= 2;
    if (makes && tokens[name].kind == TokenKind::Word) names.insert(tokens[name].text);
  }
  return names;
}

}  // namespace

Movie::Movie() {
  abc_.strings.push_back({});
  abc_.string_number.emplace("", 0);
  abc_.multinames.push_back({});
  abc_.namespaces.push_back(0);
  abc_.namespace_kinds.push_back(0);
  abc_.integers.push_back(0);
  abc_.unsigned_integers.push_back(0);
  abc_.is_application = true;
  abc_.is_source = true;
  avm2::Multiname item;
  item.pops = 1;
  item_name_ = static_cast<std::uint32_t>(abc_.multinames.size());
  abc_.multinames.push_back(item);
  abc_.unknown_call = own_string("unknown code");
}

std::uint32_t Movie::add(std::string name, std::string text, Language language) {
  if (const auto known = file_with_text_.find(text); known != file_with_text_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(files_.size());
  SourceFile& file = files_.emplace_back();
  file.name = std::move(name);
  file.text = std::move(text);
  file.list = read_tokens(file.text, language);
  file_with_text_.emplace(file.text, number);
  return number;
}

std::optional<std::uint32_t> Movie::find(std::string_view text) const {
  const auto row = file_with_text_.find(text);
  return row != file_with_text_.end() ? std::optional(row->second) : std::nullopt;
}

std::uint32_t Movie::constant(std::string_view of_class, std::string_view name) {
  std::uint32_t& string = constants_[{of_class, name}];
  if (string == 0) {
    string = own_string(name);
    abc_.constants.insert(string);
  }
  return string;
}

std::uint32_t Movie::flag(std::string_view condition) {
  std::uint32_t& name = flags_[condition];
  if (name == 0) name = own_string(condition);
  return name;
}

const std::vector<Place>& Movie::places_of(std::uint32_t string) const {
  static const std::vector<Place> none;
  const auto row = places_.find(string);
  return row != places_.end() ? row->second : none;
}

std::uint32_t Movie::string(std::string_view text) {
  const auto [row, is_new] = abc_.string_number.try_emplace(text, static_cast<std::uint32_t>(abc_.strings.size()));
  if (is_new) abc_.strings.push_back({0, text});
  return row->second;
}

std::uint32_t Movie::made_string(std::string text) {
  const auto known = abc_.string_number.find(text);
  return known != abc_.string_number.end() ? known->second : string(made_texts_.emplace_back(std::move(text)));
}

std::uint32_t Movie::own_string(std::string_view text) {
  abc_.strings.push_back({0, text});
  return static_cast<std::uint32_t>(abc_.strings.size() - 1);
}

// Equal strings of assembly and of several lines are different, so that each has one place.
std::uint32_t Movie::string_of(LiteralText text) {
  const std::vector<Place>& places = text.places;
  const auto is_assembly = [&](const Place& place) {
    return is_tracked_(files_[place.file].list.tokens[place.token].text);
  };
  const bool is_tracked = std::any_of(places.begin(), places.end(), is_assembly) || is_tracked_(text.text);
  // A part of a text of several lines may have assembly after its first line.
  if (!is_tracked && text.text.find('\n') == std::string::npos) return made_string(std::move(text.text));
  std::uint32_t& known = string_at_[places.front()];
  if (known != 0 && abc_.strings[known].text == text.text) return known;
  const std::uint32_t number = own_string(made_texts_.emplace_back(std::move(text.text)));
  known = number;
  abc_.string_number.try_emplace(abc_.strings[number].text, number);
  tracked_.resize(number + 1);
  tracked_[number] = is_tracked;
  places_.emplace(number, std::move(text.places));
  return number;
}

std::uint32_t Movie::integer(std::int32_t number) {
  const auto [row, is_new] = integers_.try_emplace(number, static_cast<std::uint32_t>(abc_.integers.size()));
  if (is_new) abc_.integers.push_back(static_cast<std::uint32_t>(number));
  return row->second;
}

std::uint32_t Movie::multiname(std::uint32_t string) {
  const auto [row, is_new] = multinames_.try_emplace(string, static_cast<std::uint32_t>(abc_.multinames.size()));
  if (is_new) {
    avm2::Multiname name;
    name.name = string;
    name.is_public = true;
    abc_.multinames.push_back(name);
  }
  return row->second;
}

std::uint32_t Movie::add_method(avm2::Method method) {
  abc_.methods.push_back(std::move(method));
  return static_cast<std::uint32_t>(abc_.methods.size() - 1);
}

void Movie::set_body(std::uint32_t method, std::uint32_t file, base::ByteVector code) {
  codes_.push_back(std::move(code));
  avm2::MethodBody body;
  body.method = method;
  body.file = file;
  body.code = codes_.back();
  abc_.bodies.push_back(body);
}

void Movie::add_summary(std::uint32_t name, base::ByteVector code) {
  avm2::Method method;
  method.name = name;
  set_body(add_method(std::move(method)), 0, std::move(code));
  abc_.bodies.back().is_summary = true;
}

void Movie::note_method_name(std::uint32_t name, std::uint32_t method) {
  const auto [row, is_new] = abc_.method_called.try_emplace(name, method);
  if (!is_new && row->second != method) row->second = avm2::Abc::ambiguous;
}

// Of several classes with the name, the nearest one is meant. Returns nullptr if several are equally near.
const ClassInfo* Movie::find_class(std::uint32_t file, std::string_view name) const {
  const auto row = classes_called_.find(name);
  if (row == classes_called_.end()) return nullptr;
  constexpr std::size_t max_classes = 256;
  const ClassInfo* best = nullptr;
  std::size_t best_score = 0;
  const std::vector<Class>& own = files_[file].declarations.classes;
  for (std::size_t i = 0; i < std::min(row->second.size(), max_classes); ++i) {
    const ClassInfo& one = classes_[row->second[i]];
    const bool same_package = own.back().package == one.declaration->package;
    const bool same_file = one.file == file;
    const std::size_t score =
        same_file ? ~std::size_t{0}
                  : 2 * (1 + common_folders(files_[file].name, files_[one.file].name)) + (same_package ? 1 : 0);
    if (score == best_score) best = nullptr;
    if (score <= best_score) continue;
    best = &one;
    best_score = score;
  }
  return best;
}

const MemberInfo* Movie::find_member(const ClassInfo& of, std::string_view name) const {
  constexpr std::size_t max_bases = 32;
  const ClassInfo* one = &of;
  for (std::size_t i = 0; i < max_bases; ++i) {
    if (const auto row = one->members.find(name); row != one->members.end()) return &row->second;
    if (!one->base) return nullptr;
    one = &classes_[*one->base];
  }
  return nullptr;
}

Type Movie::type_of(std::uint32_t file, std::string_view name) const {
  const ClassInfo* const one = name.empty() ? nullptr : find_class(file, name);
  return {name, one != nullptr ? one->index + 1 : 0};
}

std::uint32_t Movie::storing_method(std::string_view variable) {
  if (!variables_.contains(variable)) return 0;
  std::uint32_t& name = storing_[variable];
  if (name == 0) name = own_string(variable);
  return name;
}

void Movie::add_classes() {
  for (std::uint32_t file = 0; file < files_.size(); ++file) {
    SourceFile& source = files_[file];
    source.declarations = read_declarations(source.list.tokens, source.list.language);
    source.next_arm.resize(source.list.arms.size());
    for (std::uint32_t arm = 1; arm < source.list.arms.size(); ++arm)
      source.next_arm[source.list.arms[arm].previous] = arm;
    source.maps = maps_of(source.list.tokens);
    source.declarations.classes[0].name = class_of_file(source.name);
    for (std::uint32_t number = 0; number < source.declarations.classes.size(); ++number) {
      ClassInfo& info = classes_.emplace_back();
      if (number == 0) scripts_.push_back(static_cast<std::uint32_t>(classes_.size() - 1));
      info.declaration = &source.declarations.classes[number];
      info.file = file;
      info.number = number;
      info.index = static_cast<std::uint32_t>(classes_.size() - 1);
      info.name = own_string(info.declaration->name);
      info.multiname = multiname(info.name);
      if (!info.declaration->package.empty()) {
        abc_.multinames[info.multiname].name_space = static_cast<std::uint32_t>(abc_.namespaces.size());
        abc_.namespaces.push_back(string(info.declaration->package));
        abc_.namespace_kinds.push_back(package_kind);
      }
      const bool is_named = number > 0 || source.list.language == Language::Mxml;
      if (is_named) classes_called_[info.declaration->name].push_back(static_cast<std::uint32_t>(classes_.size() - 1));
    }
    const std::size_t first = classes_.size() - source.declarations.classes.size();
    for (const Member& member : source.declarations.members)
      classes_[first + member.class_number].declared_members.push_back(&member);
    for (const Function& function : source.declarations.functions)
      classes_[first + function.class_number].functions.push_back(&function);
    for (const TokenRange& range : source.declarations.loose)
      classes_[first + class_at(file, range.begin)].loose.push_back(range);
  }
  for (ClassInfo& info : classes_)
    if (!info.declaration->base.empty())
      if (const ClassInfo* const base = find_class(info.file, info.declaration->base); base != nullptr && base != &info)
        info.base = base->index;
}

void Movie::add_members(ClassInfo& info) {
  const std::set<std::string_view>& maps = files_[info.file].maps;
  const bool is_script = info.number == 0 && files_[info.file].list.language != Language::Mxml;
  const bool can_hide = files_[info.file].list.language != Language::Haxe && info.number > 0;
  for (const Member* const member : info.declared_members) {
    MemberInfo one;
    one.is_variable = true;
    one.is_static = member->modifiers.is_static || is_script;
    one.in_class = info.index;
    one.is_fixed = member->is_fixed;
    one.is_private = member->modifiers.is_private && can_hide;
    one.is_hidden = one.is_private || (member->modifiers.is_protected && can_hide);
    one.has_getter = member->has_getter;
    const bool is_map = Type{member->type}.may_have_members() && maps.contains(member->name);
    one.type = is_map ? Type::new_object : member->type;
    const auto [row, is_new] = info.members.try_emplace(member->name, one);
    if (!is_new) continue;
    row->second.name = own_string(member->name);
    own_variables_.insert(row->second.name);
    abc_.type_of_variable.emplace(row->second.name, Type{one.type}.kind());
    if (!one.is_hidden && !one.is_fixed) variables_[member->name].push_back(row->second.name);
  }
  for (const Function* const function : info.functions) {
    if (function->name.empty()) continue;
    MemberInfo one;
    one.is_method = function->kind == Function::Kind::Method;
    if (!one.is_method) one.name = string(function->name);
    one.is_static = function->modifiers.is_static || is_script;
    one.in_class = info.index;
    one.type = function->type;
    one.function = function;
    const auto [row, is_new] = info.members.try_emplace(function->name, one);
    if (!is_new) row->second.function = nullptr;
    methods_.insert(function->name);
    if (function->modifiers.is_override) overridden_.insert(function->name);
  }
}

// Returns the string of a method. All methods that override each other have one string.
std::uint32_t Movie::name_of_method(ClassInfo& of, std::string_view name) {
  constexpr std::size_t max_bases = 32;
  ClassInfo* root = &of;
  ClassInfo* one = &of;
  for (std::size_t i = 0; i < max_bases && one->base; ++i) {
    one = &classes_[*one->base];
    if (const auto row = one->members.find(name); row != one->members.end() && row->second.is_method) root = one;
  }
  MemberInfo& member = root->members.at(name);
  // Objects of other classes may have the methods of an interface.
  if (root->declaration->is_interface) return string(name);
  if (member.name == 0) member.name = own_string(name);
  return member.name;
}

// Names methods of unrelated classes differently. Known methods of the player and of assemblers keep their names.
void Movie::name_methods() {
  for (ClassInfo& info : classes_)
    for (auto& [name, member] : info.members) {
      if (!member.is_method) continue;
      member.name = is_known_method(name) ? string(name) : name_of_method(info, name);
      families_[name].insert(member.name);
    }
}

// Writes a method for each name, which stands for calls of all methods with the name.
void Movie::write_general_methods() {
  for (const auto& [name, strings] : families_) {
    const std::uint32_t general = string(name);
    CodeWriter code(*this);
    for (const std::uint32_t one : strings) {
      if (one == general) continue;
      code.emit(Opcode::getlocal0);
      code.emit(Opcode::callpropvoid, {multiname(one), 0});
    }
    code.emit(Opcode::returnvoid);
    add_summary(general, code.take());
    const auto only = strings.size() == 1 ? abc_.method_called.find(*strings.begin()) : abc_.method_called.end();
    if (!strings.contains(general))
      abc_.method_called[general] = only != abc_.method_called.end() ? only->second : avm2::Abc::ambiguous;
  }
}

void Movie::note_any_assignment(const ClassInfo* by, Type of) {
  const bool may_be_own = by != nullptr && (of.in_class == 0 || of.in_class == by->index + 1);
  for (const ClassInfo* one = may_be_own ? by : nullptr; one != nullptr && assigning_any_.insert(one->index).second;)
    one = one->base ? &classes_[*one->base] : nullptr;
  if (of.in_class != 0)
    assigned_any_.insert(of.in_class - 1);
  else
    assigns_any_ = true;
}

// Writes the methods that stand for assignments to a variable of an unknown object.
void Movie::write_storing_methods() {
  const auto write = [&](std::uint32_t name, const std::vector<std::uint32_t>& variables) {
    CodeWriter code(*this);
    for (const std::uint32_t variable : variables) {
      code.emit(Opcode::getlocal0);
      code.emit(Opcode::pushnan);
      code.emit(Opcode::setproperty, {multiname(variable)});
    }
    code.emit(Opcode::returnvoid);
    add_summary(name, code.take());
  };
  for (const auto& [variable, name] : storing_) write(name, variables_[variable]);
  if (assigns_any_)
    for (const auto& [variable, strings] : variables_) write(own_string(variable), strings);
  for (const ClassInfo& info : classes_) {
    bool is_assigned = false;
    constexpr std::size_t max_bases = 32;
    const ClassInfo* one = &info;
    for (std::size_t i = 0; i < max_bases && one != nullptr; ++i) {
      is_assigned = is_assigned || assigned_any_.contains(one->index);
      one = one->base ? &classes_[*one->base] : nullptr;
    }
    std::vector<std::uint32_t> changed;
    for (const auto& row : info.members) {
      const MemberInfo& member = row.second;
      if (!member.is_variable || member.is_fixed) continue;
      if (member.is_hidden ? assigning_any_.contains(info.index) : is_assigned) changed.push_back(member.name);
    }
    if (!changed.empty()) write(own_string(info.declaration->name), changed);
  }
}

// Compiles the initial value of a member as a method of its own.
void Movie::compile_member(const ClassInfo& info, const Member& member) {
  Compiler compiler(*this, info.file, &info);
  const MemberInfo& of = info.members.at(member.name);
  compiler.begin(of.is_static);
  compiler.initialize(of, member.initializer);
  compiler.finish(own_string(member.name));
}

// Compiles the constructor: the initial values of variables, and its body.
std::uint32_t Movie::compile_constructor(const ClassInfo& info, const Function* body) {
  Compiler compiler(*this, info.file, &info);
  if (body != nullptr) compiler.reserve_parameters(*body);
  for (const Member* const member : info.declared_members) {
    if (member->initializer.empty()) continue;
    const MemberInfo& of = info.members.at(member->name);
    if (!of.is_static && !of.is_fixed) compiler.initialize(of, member->initializer);
  }
  const std::uint32_t name = own_string(info.declaration->name);
  if (body != nullptr) compiler.add(*body);
  return compiler.finish(name);
}

void Movie::compile_class(const ClassInfo& info) {
  avm2::Class out;
  out.name = info.name;
  out.file = info.file;
  out.base = info.base                        ? classes_[*info.base].name
             : info.declaration->base.empty() ? 0
                                              : string(info.declaration->base);
  const Function* constructor = nullptr;
  for (const Member* const member : info.declared_members) {
    const MemberInfo& of = info.members.at(member->name);
    if (!of.is_variable) continue;
    avm2::Member one;
    one.kind = of.is_fixed ? avm2::Member::Kind::Constant : avm2::Member::Kind::Variable;
    one.is_static = of.is_static;
    out.members.emplace(of.name, one);
    if (!member->initializer.empty() && (of.is_static || of.is_fixed)) compile_member(info, *member);
  }
  for (const Function* const declared : info.functions) {
    const Function& function = *declared;
    if (!function.has_body) continue;
    const bool constructs = info.number > 0 && (function.name == info.declaration->name || function.name == "new");
    if (constructs && constructor == nullptr) {
      constructor = &function;
      continue;
    }
    if (function.name.empty()) {  // not a declaration of the language, but its body may have texts
      Compiler(*this, info.file, &info).compile(function, own_string(info.declaration->name));
      continue;
    }
    const MemberInfo& of = info.members.at(function.name);
    const std::uint32_t name =
        function.kind == Function::Kind::Method && of.is_method ? of.name : string(function.name);
    avm2::Member one;
    one.is_static = of.is_static;
    one.method = Compiler(*this, info.file, &info).compile(function, name);
    if (function.kind == Function::Kind::Method) {
      one.kind = avm2::Member::Kind::Method;
      note_method_name(name, one.method);
    }
    const auto [row, is_new] = out.members.emplace(name, one);
    // Other code may replace a dynamic function. Conditional compilation chooses one of several.
    const bool is_certain = is_new && !function.modifiers.is_dynamic;
    if (!is_certain && function.kind == Function::Kind::Method) {
      row->second.kind = avm2::Member::Kind::Other;
      abc_.method_called[name] = avm2::Abc::ambiguous;
    }
  }
  out.constructor = compile_constructor(info, constructor);
  for (const TokenRange& range : info.loose) {
    Compiler compiler(*this, info.file, &info);
    compiler.begin(info.number > 0);
    compiler.run(range);
    compiler.finish(own_string(info.declaration->name));
  }
  abc_.class_called.emplace(out.name, static_cast<std::uint32_t>(abc_.classes.size()));
  abc_.classes.push_back(std::move(out));
}

std::uint32_t Movie::class_at(std::uint32_t file, TokenNumber token) const {
  const std::vector<Class>& classes = files_[file].declarations.classes;
  const auto after = std::upper_bound(classes.begin() + 1, classes.end(), token,
                                      [](TokenNumber at, const Class& one) { return at < one.range.begin; });
  const auto number = static_cast<std::uint32_t>(after - classes.begin()) - 1;
  return number > 0 && classes[number].range.contains(token) ? number : 0;
}

void Movie::compile(const std::function<bool(std::string_view)>& is_tracked) {
  is_tracked_ = is_tracked;
  add_classes();
  for (ClassInfo& info : classes_) add_members(info);
  name_methods();
  for (const ClassInfo& info : classes_) compile_class(info);
  write_general_methods();
  write_storing_methods();
  tracked_.resize(abc_.strings.size());
}

}  // namespace agal::source_code
