#include "proofs/hlsl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "proofs/module_words.hpp"

namespace agal::proofs {
namespace {

// ------------------------------------------------------------------------------------------------ resources

enum class RegisterKind : std::uint8_t { Constants, Texture, Sampler };
constexpr std::array register_kinds{RegisterKind::Constants, RegisterKind::Texture, RegisterKind::Sampler};

struct Resource {
  Id id = 0;
  RegisterKind kind = RegisterKind::Constants;
  std::string name;  // the name of the variable or block
  std::optional<std::uint32_t> number;
  bool is_used = false;
};

class Resources {
 public:
  explicit Resources(const std::vector<Instruction>& instructions) {
    for (const Instruction& inst : instructions) add(inst);
    for (Resource& each : all) {
      each.is_used = used_.contains(each.id);
      if (const auto found = bindings_.find(each.id); found != bindings_.end()) each.number = found->second;
    }
  }

  std::vector<Resource> all;

 private:
  void add(const Instruction& inst) {
    if (in_function_)
      for (const Id word : inst.words.subspan(1)) used_.insert(word);
    switch (inst.op) {
      case spv::OpFunction: in_function_ = true; return;
      case spv::OpName: names_[inst[1]] = inst.string_at(2); return;
      case spv::OpDecorate:
        if (inst[2] == spv::DecorationBinding) bindings_[inst[1]] = inst[3];
        if (inst[2] == spv::DecorationBlock) blocks_.insert(inst[1]);
        return;
      case spv::OpTypeImage: kinds_[inst[1]] = RegisterKind::Texture; return;
      case spv::OpTypeSampler: kinds_[inst[1]] = RegisterKind::Sampler; return;
      case spv::OpTypeStruct:
        if (blocks_.contains(inst[1])) kinds_[inst[1]] = RegisterKind::Constants;
        return;
      case spv::OpTypePointer: pointees_[inst[1]] = inst[3]; return;
      case spv::OpVariable: {
        const Id type = pointees_[inst[1]];
        const auto kind = kinds_.find(type);
        if (kind == kinds_.end() || inst[3] == spv::StorageClassFunction) return;
        all.push_back(
            {inst[2], kind->second, names_[kind->second == RegisterKind::Constants ? type : inst[2]], {}, false});
        return;
      }
      default: return;
    }
  }

  bool in_function_ = false;
  std::map<Id, std::string> names_;
  std::map<Id, std::uint32_t> bindings_;
  std::set<Id> blocks_, used_;
  std::map<Id, RegisterKind> kinds_;  // kinds by type
  std::map<Id, Id> pointees_;
};

std::uint32_t first_free(const std::set<std::uint32_t>& taken) {
  std::uint32_t number = 0;
  while (taken.contains(number)) ++number;
  return number;
}

// Assigns registers of one kind. Returns the reason if they are unknown, otherwise "".
std::string assign(std::vector<Resource>& all, RegisterKind kind, const std::vector<std::string>& declared) {
  std::vector<Resource*> open;
  std::set<std::uint32_t> taken, named;  // registers of the used resources; registers of all resources
  for (Resource& each : all) {
    if (each.kind != kind) continue;
    if (each.number) named.insert(*each.number);
    if (each.number && each.is_used) taken.insert(*each.number);
    if (!each.number && each.is_used) open.push_back(&each);
  }
  const auto order = [&](const Resource* one) { return std::ranges::find(declared, one->name) - declared.begin(); };
  std::ranges::stable_sort(open, {}, order);
  for (Resource* const each : open) {
    const std::uint32_t number = first_free(taken);
    const bool is_known = order(each) != static_cast<std::ptrdiff_t>(declared.size());
    if (open.size() > 1 && (!is_known || each->name.ends_with("$Globals")))
      return "several constant buffers or textures have no register";
    if (number != first_free(named))
      return fmt::format("{} has no register, and something that is not used has the first free one", each->name);
    each->number = number;
    taken.insert(number);
    named.insert(number);
  }
  return {};
}

// ------------------------------------------------------------------------------------------------ varyings

constexpr std::uint32_t register_lanes = 4;

struct Row {
  std::uint32_t used = 0;
  std::string interpolation;
  bool is_system = false;
};

bool is_system(std::string_view semantic) { return semantic.starts_with("SV_"); }

// Returns the semantic in a line of a signature.
std::string_view semantic_in(std::string_view line) { return line.substr(0, line.find(' ')); }

}  // namespace

std::string assign_registers(CompiledModule& module) {
  if (module.words.size() <= header_words) return {};
  const std::vector<Instruction> instructions = instructions_of(module.words);
  std::vector<Resource> all = Resources(instructions).all;
  std::set<Id> bound;
  for (const Resource& each : all)
    if (each.number) bound.insert(each.id);
  for (const RegisterKind kind : register_kinds)
    if (std::string reason = assign(all, kind, module.resources); !reason.empty()) return reason;
  WordList out(module.words.begin(), module.words.begin() + header_words);
  bool is_decorated = false;
  for (const Instruction& inst : instructions) {
    if (inst.op == spv::OpTypeVoid && !is_decorated) {
      is_decorated = true;
      for (const Resource& each : all) {
        if (!each.number || bound.contains(each.id)) continue;
        append(out, spv::OpDecorate, {each.id, spv::DecorationDescriptorSet, 0});
        append(out, spv::OpDecorate, {each.id, spv::DecorationBinding, *each.number});
      }
    }
    out.insert(out.end(), inst.words.begin(), inst.words.end());
  }
  module.words = std::move(out);
  return {};
}

// Assigns registers. Varyings of fewer than four components share a register if they have the same interpolation.
Signature signature_of(const std::vector<HlslVarying>& varyings) {
  Signature out;
  std::vector<Row> rows;
  for (const HlslVarying& each : varyings) {
    const bool system = is_system(each.semantic);
    auto row = rows.end();
    if (!system)
      row = std::ranges::find_if(rows, [&](const Row& one) {
        return !one.is_system && one.interpolation == each.interpolation && one.used + each.lanes <= register_lanes;
      });
    if (row == rows.end()) row = rows.insert(rows.end(), {0, each.interpolation, system});
    out.push_back(fmt::format("{} {}.{}", each.semantic, row - rows.begin(), row->used));
    row->used += each.lanes;
  }
  return out;
}

std::string misplaced_varying(const Signature& signature) {
  constexpr std::string_view prefix = "TEXCOORD";
  for (const std::string_view line : signature) {
    const std::string_view semantic = semantic_in(line), place = line.substr(semantic.size() + 1);
    if (!semantic.starts_with(prefix)) continue;
    const std::string_view number = semantic.substr(prefix.size());
    if (place != fmt::format("{}.0", number.empty() ? "0" : number))
      return fmt::format("{} is in register {}, and not in that of docs/abi.md, because of the order of declaration",
                         semantic, place);
  }
  return {};
}

std::string unlinked_varying(const Signature& vertex, const Signature& fragment) {
  // Direct3D generates the other system values of a fragment shader.
  for (const std::string_view line : fragment) {
    const std::string_view semantic = semantic_in(line);
    if (is_system(semantic) && semantic != "SV_POSITION") continue;
    const auto found = std::ranges::find(vertex, semantic, [](std::string_view other) { return semantic_in(other); });
    if (found == vertex.end()) return fmt::format("the vertex shader does not write {}", semantic);
    if (*found != line)
      return fmt::format("{} is in register {} of the vertex shader, and in register {} of the fragment shader",
                         semantic, std::string_view(*found).substr(semantic.size() + 1),
                         line.substr(semantic.size() + 1));
  }
  return {};
}

}  // namespace agal::proofs
