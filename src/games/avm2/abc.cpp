#include "avm2/abc.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agal::avm2 {
namespace {

// The maximum number of entries of each kind. An entry may be one byte long in the file and use more memory. Real files
// have about ten thousand.
constexpr std::size_t max_entries = std::size_t{1} << 20;
// The maximum number of entries of all kinds in all linked files.
constexpr std::size_t max_linked_entries = std::size_t{1} << 22;

enum MultinameKind : std::uint8_t {
  QName = 0x07,
  QNameA = 0x0d,
  RTQName = 0x0f,
  RTQNameA = 0x10,
  RTQNameL = 0x11,
  RTQNameLA = 0x12,
  Multi = 0x09,
  MultiA = 0x0e,
  MultiL = 0x1b,
  MultiLA = 0x1c,
  TypeName = 0x1d,
};

// Kinds of namespaces.
constexpr std::uint8_t public_kind = 0x08, package_kind = 0x16;

// Kinds of traits. Traits of classes and functions, 4 and 5, do not have further fields.
constexpr std::uint8_t slot_trait = 0, method_trait = 1, getter_trait = 2, setter_trait = 3, const_trait = 6;

class AbcReader {
 public:
  AbcReader(Abc& abc, Bytes bytes) : reader_(bytes), abc_(abc), number_(static_cast<std::uint32_t>(abc.files.size())) {
    file_.first_body = abc.bodies.size();
  }

  void read() && {
    const std::uint32_t minor = reader_.u16(), major = reader_.u16();
    read_pool(major << 16 | minor);
    read_methods();
    read_metadata();
    read_classes();
    read_scripts();
    read_bodies();
    check("its code");
    file_.end_body = abc_.bodies.size();
    file_.end_string = static_cast<std::uint32_t>(abc_.strings.size());
    abc_.files.push_back(std::move(file_));
  }

 private:
  bool good() const { return file_.problem.empty(); }
  // Returns true if reading can continue. Otherwise, the problem is recorded.
  bool check(std::string_view where) {
    if (good() && reader_.failed()) fail(fmt::format("it is truncated in {}", where));
    return good();
  }
  void fail(std::string problem) {
    file_.problem = std::move(problem);
    file_.problem_at = reader_.position();
  }

  // Reads the number of entries of a list. Reports a problem and returns 0 if the file cannot contain that many.
  std::size_t count(std::string_view what) {
    const std::uint32_t number = reader_.variable();
    if (good() && number > reader_.left() + 1) fail(fmt::format("it is too short for {} {}", number, what));
    if (good() && number > max_entries) fail(fmt::format("it has more than {} {}", max_entries, what));
    return count_entries(number) ? number : 0;
  }
  bool count_entries(std::size_t number) {
    if (good() && (abc_.entries += number) > max_linked_entries)
      fail(fmt::format("the code has more than {} entries", max_linked_entries));
    return good();
  }
  // Reads the number of entries of a list in the pool, and notes the list.
  std::size_t list(PoolList& list, std::string_view what) {
    list.count_at = reader_.position();
    const std::size_t number = count(what);
    list.begin = reader_.position();
    list.count = static_cast<std::uint32_t>(number);
    return number == 0 ? 0 : number - 1;
  }
  void skip_numbers(std::size_t number) {
    for (std::size_t i = 0; i < number && !reader_.failed(); ++i) reader_.variable();
  }

  void read_pool(std::uint32_t version);
  std::uint32_t read_numbers(std::vector<std::uint32_t>& numbers, std::size_t count);
  void read_strings();
  void read_multinames();
  Multiname read_multiname();
  void read_methods();
  void read_metadata();
  void read_classes();
  void read_scripts();
  void read_bodies();
  using Variables = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  void read_traits(std::uint32_t class_name, Class* in_class = nullptr, bool is_static = false,
                   Variables* variables = nullptr);
  void note_type(std::uint32_t name, TypeKind kind);
  Constant read_constant(std::uint32_t index);
  void link_classes(std::vector<Class> classes);

  // The functions below convert the index of an entry of this file to the common index. If the file does not have the
  // entry, they return 0 or `no_entry`, which is beyond every list.
  static constexpr std::uint32_t no_entry = 0xffff'ffffu;
  std::uint32_t string(std::uint32_t index) const { return index < file_.number.size() ? file_.number[index] : 0; }
  std::uint32_t name_space(std::uint32_t index) const {
    return index != 0 && index < abc_.namespaces.size() - file_.namespaces ? file_.namespaces + index : 0;
  }
  std::uint32_t name(std::uint32_t index) const {
    if (index == 0) return 0;
    return index < abc_.multinames.size() - file_.multinames ? file_.multinames + index : no_entry;
  }
  std::uint32_t method(std::uint32_t index) const {
    return index < abc_.methods.size() - file_.methods ? file_.methods + index : no_entry;
  }
  static void note_name(std::unordered_map<std::uint32_t, std::uint32_t>& names, std::uint32_t name,
                        std::uint32_t what) {
    const auto [row, is_new] = names.try_emplace(name, what);
    if (!is_new && row->second != what) row->second = Abc::ambiguous;
  }
  Method* note_method(std::uint32_t method, std::uint32_t class_name, std::uint32_t name = 0) {
    if (method >= abc_.methods.size()) return nullptr;
    abc_.methods[method].class_name = class_name;
    abc_.methods[method].name = name;
    return &abc_.methods[method];
  }
  bool is_private_or_protected(std::uint32_t multiname) const;

  base::ByteReader reader_;
  Abc& abc_;
  AbcFile file_;
  std::uint32_t number_;  // the index of the file
};

// Returns the number of stored entries. Counts in the pool include entry 0, which is not stored.
std::size_t written(std::size_t count) { return count == 0 ? 0 : count - 1; }

// Appends the numbers of a pool to the common list, and returns the position of entry 0.
std::uint32_t AbcReader::read_numbers(std::vector<std::uint32_t>& numbers, std::size_t count) {
  const auto first = static_cast<std::uint32_t>(numbers.size());
  numbers.push_back(0);
  for (std::size_t left = written(count); left > 0 && !reader_.failed(); --left) numbers.push_back(reader_.variable());
  return first;
}

// Since `version_with_floats`, the pool also has numbers of single precision. The AIR SDK of HARMAN writes them.
void AbcReader::read_pool(std::uint32_t version) {
  constexpr std::uint32_t version_with_floats = 47u << 16 | 16u;
  file_.integers = read_numbers(abc_.integers, count("integers"));
  file_.unsigned_integers = read_numbers(abc_.unsigned_integers, count("unsigned integers"));
  reader_.skip(written(count("numbers")) * sizeof(double));
  if (version >= version_with_floats) reader_.skip(written(count("floats")) * sizeof(float));
  read_strings();
  file_.namespaces = static_cast<std::uint32_t>(abc_.namespaces.size());
  abc_.namespaces.push_back(0);
  abc_.namespace_kinds.push_back(0);
  for (std::size_t left = list(file_.namespace_list, "namespaces"); left > 0 && check("its namespaces"); --left) {
    abc_.namespace_kinds.push_back(reader_.u8());
    abc_.namespaces.push_back(string(reader_.variable()));
  }
  file_.namespace_list.end = reader_.position();
  for (std::size_t left = written(count("sets of namespaces")); left > 0 && check("its sets of namespaces"); --left)
    skip_numbers(reader_.variable());
  read_multinames();
}

void AbcReader::read_strings() {
  file_.strings.push_back({});
  file_.number.push_back(0);
  if (abc_.strings.empty()) abc_.strings.push_back({});
  file_.first_string = static_cast<std::uint32_t>(abc_.strings.size());
  for (std::size_t left = list(file_.string_list, "strings"); left > 0 && check("its strings"); --left) {
    const std::size_t length = reader_.variable();
    const std::size_t offset = reader_.position();
    const Bytes text = reader_.take(length);
    if (!check("its strings")) return;
    file_.strings.push_back({offset, base::as_text(text)});
    const auto next = static_cast<std::uint32_t>(abc_.strings.size());
    const auto [row, is_new] = abc_.string_number.try_emplace(file_.strings.back().text, next);
    if (is_new) abc_.strings.push_back(file_.strings.back());
    file_.number.push_back(row->second);
  }
  file_.string_list.end = reader_.position();
}

Multiname AbcReader::read_multiname() {
  Multiname out;
  const std::uint8_t kind = reader_.u8();
  if (kind == QName || kind == QNameA) {
    out.name_space = name_space(reader_.variable());
    const std::uint8_t kind_of_space = out.name_space != 0 ? abc_.namespace_kinds[out.name_space] : 0;
    out.is_public = kind_of_space == public_kind || kind_of_space == package_kind;
    out.name = string(reader_.variable());
  } else if (kind == RTQName || kind == RTQNameA) {
    out.name = string(reader_.variable());
    out.pops = 1;
  } else if (kind == RTQNameL || kind == RTQNameLA) {
    out.pops = 2;
  } else if (kind == Multi || kind == MultiA) {
    out.name = string(reader_.variable());
    reader_.variable();  // the set of namespaces
  } else if (kind == MultiL || kind == MultiLA) {
    reader_.variable();
    out.pops = 1;
  } else if (kind == TypeName) {
    out.name = abc_.name_string(name(reader_.variable()));  // `Vector` of `Vector.<String>`
    skip_numbers(reader_.variable());
  } else if (good()) {
    fail(fmt::format("unknown kind of name {}", kind));
  }
  return out;
}

void AbcReader::read_multinames() {
  file_.multinames = static_cast<std::uint32_t>(abc_.multinames.size());
  abc_.multinames.push_back({});
  for (std::size_t left = list(file_.multiname_list, "names"); left > 0 && check("its names"); --left)
    abc_.multinames.push_back(read_multiname());
  file_.multiname_list.end = reader_.position();
}

void AbcReader::read_methods() {
  constexpr std::uint8_t needs_arguments = 0x01, needs_rest = 0x04, has_optional = 0x08, ignores_rest = 0x10,
                         has_parameter_names = 0x80;
  file_.methods = static_cast<std::uint32_t>(abc_.methods.size());
  for (std::size_t left = count("methods"); left > 0 && check("its methods"); --left) {
    const std::uint32_t parameters = reader_.variable();
    reader_.variable();  // its return type
    std::vector<TypeKind> types;
    for (std::uint32_t i = 0; i < parameters && !reader_.failed(); ++i)
      types.push_back(abc_.type_kind(name(reader_.variable())));
    reader_.variable();  // its name
    const std::uint8_t flags = reader_.u8();
    std::vector<Constant> defaults;
    Arity arity{parameters, (flags & (needs_arguments | needs_rest | ignores_rest)) != 0 ? Arity::any : parameters};
    if ((flags & has_optional) != 0) {
      const std::uint32_t optional = reader_.variable();
      arity.min -= std::min(arity.min, optional);
      for (std::uint32_t values = optional; values > 0 && !reader_.failed(); --values)
        defaults.push_back(read_constant(reader_.variable()));
    }
    if ((flags & has_parameter_names) != 0) skip_numbers(parameters);
    Method& method = abc_.methods.emplace_back();
    method.parameters = parameters;
    method.has_rest = (flags & needs_rest) != 0;
    method.arguments = arity;
    method.defaults = std::move(defaults);
    method.parameter_types = std::move(types);
  }
}

void AbcReader::read_metadata() {
  for (std::size_t left = count("metadata"); left > 0 && check("its metadata"); --left) {
    reader_.variable();
    skip_numbers(std::size_t{2} * reader_.variable());
  }
}

// The kind of a value follows its index and determines the pool.
Constant AbcReader::read_constant(std::uint32_t index) {
  constexpr std::uint8_t undefined_kind = 0x00, string_kind = 0x01, integer_kind = 0x03, unsigned_kind = 0x04,
                         false_kind = 0x0a, true_kind = 0x0b, null_kind = 0x0c;
  const auto pooled = [&](const std::vector<std::uint32_t>& pool, std::uint32_t first) {
    const bool there = index < pool.size() - first;
    return Constant{there ? Constant::Kind::Integer : Constant::Kind::Other, there ? pool[first + index] : 0};
  };
  switch (reader_.u8()) {
    case string_kind: return {Constant::Kind::String, string(index)};
    case integer_kind: return pooled(abc_.integers, file_.integers);
    case unsigned_kind: return pooled(abc_.unsigned_integers, file_.unsigned_integers);
    case false_kind: return {Constant::Kind::False, 0};
    case true_kind: return {Constant::Kind::True, 0};
    case undefined_kind:
    case null_kind: return {Constant::Kind::Null, 0};
  }
  return {Constant::Kind::Other, 0};
}

void AbcReader::read_classes() {
  constexpr std::uint8_t has_protected_namespace = 0x08;
  std::vector<std::uint32_t> names;
  std::vector<Class> classes;
  for (std::size_t left = count("classes"); left > 0 && check("its classes"); --left) {
    names.push_back(name(reader_.variable()));
    Class& one = classes.emplace_back();
    one.file = number_;
    one.name = abc_.name_string(names.back());
    one.base = abc_.name_string(name(reader_.variable()));
    if ((reader_.u8() & has_protected_namespace) != 0) reader_.variable();
    skip_numbers(reader_.variable());  // interfaces
    one.constructor = method(reader_.variable());
    note_method(one.constructor, names.back());
    read_traits(names.back(), &one);
  }
  for (std::size_t i = 0; i < names.size() && check("its classes"); ++i) {
    note_method(method(reader_.variable()), names[i]);
    read_traits(names[i], &classes[i], true);
  }
  link_classes(std::move(classes));
}

void AbcReader::link_classes(std::vector<Class> classes) {
  for (Class& one : classes) {
    const auto number = static_cast<std::uint32_t>(abc_.classes.size());
    note_name(abc_.class_called, one.name, number);
    abc_.classes.push_back(std::move(one));
  }
}

void AbcReader::read_scripts() {
  for (std::size_t left = count("scripts"); left > 0 && check("its scripts"); --left) {
    reader_.variable();
    read_traits(0);
  }
}

bool AbcReader::is_private_or_protected(std::uint32_t multiname) const {
  constexpr std::uint8_t private_kind = 0x05, protected_kind = 0x18, static_protected_kind = 0x1a;
  const std::uint32_t name_space = multiname < abc_.multinames.size() ? abc_.multinames[multiname].name_space : 0;
  const std::uint8_t kind = name_space < abc_.namespace_kinds.size() ? abc_.namespace_kinds[name_space] : 0;
  return kind == private_kind || kind == protected_kind || kind == static_protected_kind;
}

void AbcReader::read_bodies() {
  for (std::size_t left = count("method bodies"); left > 0 && check("its code"); --left) {
    MethodBody body;
    body.method = method(reader_.variable());
    body.file = number_;
    body.limits_at = reader_.position();
    skip_numbers(4);  // maximum stack, locals and scope depths
    const std::size_t length = reader_.variable();
    body.offset = reader_.position();
    body.code = reader_.take(length);
    if (!check("its code")) return;
    std::uint32_t handlers = reader_.variable();
    body.has_handlers = handlers > 0;
    for (; handlers > 0 && !reader_.failed(); --handlers) skip_numbers(5);
    read_traits(0, nullptr, false, &body.variables);
    abc_.bodies.push_back(std::move(body));
  }
}

void AbcReader::note_type(std::uint32_t name, TypeKind kind) {
  const auto [row, is_new] = abc_.type_of_variable.try_emplace(name, kind);
  if (!is_new && row->second != kind) row->second = TypeKind::Any;
}

void AbcReader::read_traits(std::uint32_t class_name, Class* in_class, bool is_static, Variables* variables) {
  constexpr std::uint8_t override_flag = 0x20, has_metadata = 0x40;
  for (std::uint32_t left = reader_.variable(); left > 0 && check("its traits") && count_entries(1); --left) {
    const std::uint32_t multiname = name(reader_.variable()), trait = abc_.name_string(multiname);
    const std::uint8_t flags = reader_.u8(), kind = flags & 0xf;
    const std::uint32_t slot = reader_.variable();  // the dispatch number of a method
    const std::uint32_t what = reader_.variable();
    Member member;
    member.is_static = is_static;
    member.is_hidden = is_private_or_protected(multiname);
    if (kind == slot_trait || kind == const_trait) {
      const std::uint32_t value = reader_.variable();
      if (value != 0) member.constant = read_constant(value);
      member.kind = kind == const_trait ? Member::Kind::Constant : Member::Kind::Variable;
      note_type(trait, abc_.type_kind(name(what)));
      if (variables != nullptr) variables->emplace_back(slot, trait);
    } else if (kind == method_trait || kind == getter_trait || kind == setter_trait) {
      member.method = method(what);
      if (kind == method_trait) member.kind = Member::Kind::Method;
      if (Method* const of = note_method(member.method, class_name, trait)) {
        of->is_getter = kind == getter_trait;
        of->is_static = is_static;
        of->is_override = (flags & override_flag) != 0;
        of->is_hidden = kind == method_trait && !of->is_override && member.is_hidden;
      }
      if (kind == method_trait) note_name(abc_.method_called, trait, member.method);
    }
    if (in_class != nullptr) in_class->members.insert_or_assign(trait, member);
    if ((flags & has_metadata) != 0) skip_numbers(reader_.variable());
  }
}

}  // namespace

TypeKind Abc::type_kind(std::uint32_t multiname) const {
  constexpr std::string_view numbers[] = {"int", "uint", "Number", "Boolean"},
                             lists[] = {"Array", "Vector", "Dictionary", "ByteArray"};
  const std::string_view type = string(name_string(multiname));
  const auto is_type = [&](std::string_view one) { return one == type; };
  if (std::any_of(std::begin(numbers), std::end(numbers), is_type)) return TypeKind::Number;
  return std::any_of(std::begin(lists), std::end(lists), is_type) ? TypeKind::List : TypeKind::Any;
}

std::string Abc::class_name(std::uint32_t number) const {
  const std::uint32_t index = method(number).class_name;
  if (index == 0 || index >= multinames.size()) return {};
  const Multiname& multiname = multinames[index];
  const std::string_view package =
      multiname.name_space < namespaces.size() ? string(namespaces[multiname.name_space]) : "";
  const std::string_view name = string(multiname.name);
  return package.empty() ? std::string(name) : fmt::format("{}.{}", package, name);
}

const Class* Abc::find_class(std::uint32_t name) const {
  const auto row = class_called.find(name);
  return name != 0 && row != class_called.end() && row->second < classes.size() ? &classes[row->second] : nullptr;
}

const Member* Abc::find_member(std::uint32_t class_name, std::uint32_t name) const {
  constexpr std::size_t max_bases = 32;
  if (name == 0) return nullptr;
  const Class* of = find_class(class_name);
  for (std::size_t i = 0; i < max_bases && of != nullptr; ++i, of = find_class(of->base))
    if (const auto row = of->members.find(name); row != of->members.end()) return &row->second;
  return nullptr;
}

void append_abc(Abc& abc, Bytes bytes) { AbcReader(abc, bytes).read(); }

Abc read_abc(Bytes bytes) {
  Abc abc;
  append_abc(abc, bytes);
  return abc;
}

}  // namespace agal::avm2
