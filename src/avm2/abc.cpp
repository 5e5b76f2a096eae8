#include "avm2/abc.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agal::avm2 {
namespace {

// Maximum entries of each kind. Entries may be one byte long, and use more memory than that; real files have about ten
// thousand.
constexpr std::size_t max_entries = std::size_t{1} << 20;

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

// Classes and functions, 4 and 5, have nothing more.
constexpr std::uint8_t slot_trait = 0, method_trait = 1, getter_trait = 2, setter_trait = 3, const_trait = 6;

class AbcReader {
 public:
  explicit AbcReader(Bytes bytes) : reader_(bytes) {}

  Abc read() && {
    reader_.skip(4);  // minor and major version
    read_pool();
    read_methods();
    read_metadata();
    read_classes();
    read_scripts();
    read_bodies();
    check("its code");
    return std::move(abc_);
  }

 private:
  bool good() const { return abc_.problem.empty(); }
  // Whether to continue; if not, the problem is recorded.
  bool check(std::string_view where) {
    if (good() && reader_.failed()) fail(fmt::format("it is truncated in {}", where));
    return good();
  }
  void fail(std::string problem) {
    abc_.problem = std::move(problem);
    abc_.problem_at = reader_.position();
  }

  // The number of entries of a list, if the file can contain that many.
  std::size_t count(std::string_view what) {
    const std::uint32_t number = reader_.variable();
    if (good() && number > reader_.left() + 1) fail(fmt::format("it is too short for {} {}", number, what));
    if (good() && number > max_entries) fail(fmt::format("it has more than {} {}", max_entries, what));
    return good() ? number : 0;
  }
  void skip_numbers(std::size_t number) {
    for (std::size_t i = 0; i < number && !reader_.failed(); ++i) reader_.variable();
  }

  void read_pool();
  void read_numbers(std::vector<std::uint32_t>& numbers, std::size_t count);
  void read_strings();
  void read_multinames();
  Multiname read_multiname();
  void read_methods();
  void read_metadata();
  void read_classes();
  void read_scripts();
  void read_bodies();
  void read_traits(std::uint32_t class_name);
  static void note_name(std::unordered_map<std::uint32_t, std::uint32_t>& names, std::uint32_t name,
                        std::uint32_t what) {
    const auto [row, is_new] = names.try_emplace(name, what);
    if (!is_new && row->second != what) row->second = Abc::ambiguous;
  }
  void note_method(std::uint32_t method, std::uint32_t class_name, std::uint32_t name = 0, bool getter = false) {
    if (method >= abc_.methods.size()) return;
    abc_.methods[method].class_name = class_name;
    abc_.methods[method].name = name;
    abc_.methods[method].is_getter = getter;
  }

  base::ByteReader reader_;
  Abc abc_;
};

// Counts in the pool include entry 0, which is not stored.
std::size_t written(std::size_t count) { return count == 0 ? 0 : count - 1; }

void AbcReader::read_numbers(std::vector<std::uint32_t>& numbers, std::size_t count) {
  numbers.push_back(0);
  for (std::size_t left = written(count); left > 0 && !reader_.failed(); --left) numbers.push_back(reader_.variable());
}

void AbcReader::read_pool() {
  read_numbers(abc_.integers, count("integers"));
  read_numbers(abc_.unsigned_integers, count("unsigned integers"));
  reader_.skip(written(count("numbers")) * sizeof(double));
  read_strings();
  abc_.namespaces.push_back(0);
  for (std::size_t left = written(count("namespaces")); left > 0 && check("its namespaces"); --left) {
    reader_.skip(1);  // its kind
    abc_.namespaces.push_back(reader_.variable());
  }
  for (std::size_t left = written(count("sets of namespaces")); left > 0 && check("its sets of namespaces"); --left)
    skip_numbers(reader_.variable());
  read_multinames();
}

void AbcReader::read_strings() {
  abc_.strings.push_back({});
  for (std::size_t left = written(count("strings")); left > 0 && check("its strings"); --left) {
    const std::size_t length = reader_.variable();
    const std::size_t offset = reader_.position();
    const Bytes text = reader_.take(length);
    if (!check("its strings")) return;
    abc_.strings.push_back({offset, base::as_text(text)});
  }
}

Multiname AbcReader::read_multiname() {
  Multiname out;
  const std::uint8_t kind = reader_.u8();
  if (kind == QName || kind == QNameA) {
    out.name_space = reader_.variable();
    out.name = reader_.variable();
  } else if (kind == RTQName || kind == RTQNameA) {
    out.name = reader_.variable();
    out.pops = 1;
  } else if (kind == RTQNameL || kind == RTQNameLA) {
    out.pops = 2;
  } else if (kind == Multi || kind == MultiA) {
    out.name = reader_.variable();
    reader_.variable();  // the set of namespaces
  } else if (kind == MultiL || kind == MultiLA) {
    reader_.variable();
    out.pops = 1;
  } else if (kind == TypeName) {
    reader_.variable();
    skip_numbers(reader_.variable());
  } else if (good()) {
    fail(fmt::format("unknown kind of name {}", kind));
  }
  return out;
}

void AbcReader::read_multinames() {
  abc_.multinames.push_back({});
  for (std::size_t left = written(count("names")); left > 0 && check("its names"); --left)
    abc_.multinames.push_back(read_multiname());
}

void AbcReader::read_methods() {
  constexpr std::uint8_t needs_arguments = 0x01, needs_rest = 0x04, has_optional = 0x08, ignores_rest = 0x10,
                         has_parameter_names = 0x80;
  const std::size_t methods = count("methods");
  for (std::size_t left = methods; left > 0 && check("its methods"); --left) {
    const std::uint32_t parameters = reader_.variable();
    reader_.variable();  // its return type
    skip_numbers(parameters);
    reader_.variable();  // its name
    const std::uint8_t flags = reader_.u8();
    Arity arity{parameters, (flags & (needs_arguments | needs_rest | ignores_rest)) != 0 ? Arity::any : parameters};
    if ((flags & has_optional) != 0) {
      const std::uint32_t optional = reader_.variable();
      arity.min -= std::min(arity.min, optional);
      for (std::uint32_t values = optional; values > 0 && !reader_.failed(); --values) {
        reader_.variable();
        reader_.skip(1);
      }
    }
    if ((flags & has_parameter_names) != 0) skip_numbers(parameters);
    abc_.methods.push_back({0, 0, false, parameters, arity});
  }
}

void AbcReader::read_metadata() {
  for (std::size_t left = count("metadata"); left > 0 && check("its metadata"); --left) {
    reader_.variable();
    skip_numbers(std::size_t{2} * reader_.variable());
  }
}

void AbcReader::read_classes() {
  constexpr std::uint8_t has_protected_namespace = 0x08;
  std::vector<std::uint32_t> names;
  for (std::size_t left = count("classes"); left > 0 && check("its classes"); --left) {
    names.push_back(reader_.variable());
    abc_.base_of_class.emplace_back(abc_.name_string(names.back()), abc_.name_string(reader_.variable()));
    if ((reader_.u8() & has_protected_namespace) != 0) reader_.variable();
    skip_numbers(reader_.variable());  // interfaces
    note_method(reader_.variable(), names.back());
    read_traits(names.back());
  }
  for (const std::uint32_t name : names) {
    if (!check("its classes")) return;
    note_method(reader_.variable(), name);
    read_traits(name);
  }
}

void AbcReader::read_scripts() {
  for (std::size_t left = count("scripts"); left > 0 && check("its scripts"); --left) {
    reader_.variable();
    read_traits(0);
  }
}

void AbcReader::read_bodies() {
  for (std::size_t left = count("method bodies"); left > 0 && check("its code"); --left) {
    MethodBody body;
    body.method = reader_.variable();
    skip_numbers(4);  // maximum stack, locals and scope depths
    const std::size_t length = reader_.variable();
    body.offset = reader_.position();
    body.code = reader_.take(length);
    if (!check("its code")) return;
    abc_.bodies.push_back(body);
    for (std::uint32_t handlers = reader_.variable(); handlers > 0 && !reader_.failed(); --handlers) skip_numbers(5);
    read_traits(0);
  }
}

void AbcReader::read_traits(std::uint32_t class_name) {
  constexpr std::uint8_t has_metadata = 0x40;
  for (std::uint32_t left = reader_.variable(); left > 0 && check("its traits"); --left) {
    const std::uint32_t name = abc_.name_string(reader_.variable());
    const std::uint8_t flags = reader_.u8(), kind = flags & 0xf;
    reader_.variable();  // slot or dispatch number
    const std::uint32_t what = reader_.variable();
    if (kind == slot_trait || kind == const_trait) {
      constexpr std::uint8_t is_string = 0x01;
      const std::uint32_t value = reader_.variable();
      const bool string = value != 0 && reader_.u8() == is_string;
      note_name(abc_.constant_called, name, string && kind == const_trait ? value : Abc::ambiguous);
    } else if (kind == method_trait || kind == getter_trait || kind == setter_trait) {
      note_method(what, class_name, name, kind == getter_trait);
      if (kind == method_trait) note_name(abc_.method_called, name, what);
    }
    if ((flags & has_metadata) != 0) skip_numbers(reader_.variable());
  }
}

}  // namespace

std::string Abc::class_name(std::uint32_t number) const {
  const std::uint32_t index = method(number).class_name;
  if (index == 0 || index >= multinames.size()) return {};
  const Multiname& multiname = multinames[index];
  const std::string_view package =
      multiname.name_space < namespaces.size() ? string(namespaces[multiname.name_space]) : "";
  const std::string_view name = string(multiname.name);
  return package.empty() ? std::string(name) : fmt::format("{}.{}", package, name);
}

Abc read_abc(Bytes bytes) { return AbcReader(bytes).read(); }

}  // namespace agal::avm2
