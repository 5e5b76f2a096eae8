// Finds the declarations of a text of GLSL in the tree of glslang, which keeps the unused ones.
#define ENABLE_HLSL  // NOLINT: the classes of the headers depend on it
#include <fmt/format.h>
#include <glslang/Public/ShaderLang.h>
#if __has_include(<glslang/MachineIndependent/localintermediate.h>)
#include <glslang/MachineIndependent/localintermediate.h>
#define AGAL_GLSLANG_HAS_TREE
#endif

#include <set>
#include <string>
#include <string_view>

#include "proofs/glslang.hpp"

namespace agal::proofs {

#ifdef AGAL_GLSLANG_HAS_TREE
namespace {

using glslang::TQualifier;
using glslang::TType;

enum class Precisions : std::uint8_t { Omit, Show };

std::string array_of(const TType& type) {
  std::string out;
  for (int i = 0; type.isArray() && i < type.getArraySizes()->getNumDims(); ++i) {
    const int size = type.getArraySizes()->getDimSize(i);
    out += fmt::format("[{}]", size == 0 && i == 0 ? type.getArraySizes()->getImplicitSize() : size);
  }
  return out;
}

// Returns the spelling of a number, a vector or a matrix: "ivec3", "mat4x3".
std::string number_type(const TType& type) {
  if (!type.isVector() && !type.isMatrix()) return type.getBasicTypeString().c_str();
  const glslang::TBasicType basic = type.getBasicType();
  const char* const prefix = basic == glslang::EbtDouble ? "d"
                             : basic == glslang::EbtInt  ? "i"
                             : basic == glslang::EbtUint ? "u"
                             : basic == glslang::EbtBool ? "b"
                                                         : "";
  if (type.isVector()) return fmt::format("{}vec{}", prefix, type.getVectorSize());
  if (type.getMatrixCols() == type.getMatrixRows()) return fmt::format("{}mat{}", prefix, type.getMatrixCols());
  return fmt::format("{}mat{}x{}", prefix, type.getMatrixCols(), type.getMatrixRows());
}

// Returns the spelling of a type: "vec4[2]", "struct Light { vec3 color; }". `row_major` is the layout of the
// structure or block around it, which only counts for matrices.
std::string spelled(const TType& type, Precisions precisions, bool row_major = false) {
  const TQualifier& q = type.getQualifier();
  row_major = q.layoutMatrix == glslang::ElmNone ? row_major : q.layoutMatrix == glslang::ElmRowMajor;
  std::string out;
  if (type.isMatrix() && row_major) out += "row_major ";
  if (precisions == Precisions::Show && q.precision != glslang::EpqNone)
    out += fmt::format("{} ", type.getPrecisionQualifierString());
  const bool is_block = type.getBasicType() == glslang::EbtBlock;
  if (type.getBasicType() == glslang::EbtStruct || is_block) {
    out += fmt::format("{} {} {{ ", is_block ? "block" : "struct", type.getTypeName().c_str());
    for (const glslang::TTypeLoc& member : *type.getStruct())
      out += fmt::format("{} {}; ", spelled(*member.type, precisions, row_major), member.type->getFieldName().c_str());
    out += "}";
  } else {
    out += number_type(type);
  }
  return out + array_of(type);
}

class DeclarationFinder {
 public:
  DeclarationFinder(int version, bool es, Stage stage, std::set<std::string> used)
      : es_(es), version_(version), stage_(stage), used_(std::move(used)) {}

  void add(const glslang::TIntermSymbol& symbol) {
    const TType& type = symbol.getType();
    const std::string name = symbol.getName().c_str();
    const glslang::TStorageQualifier storage = type.getQualifier().storage;
    const bool is_block = type.getBasicType() == glslang::EbtBlock;
    if (name.starts_with("gl_") || (is_block && type.getTypeName().compare(0, 3, "gl_") == 0)) return;
    if (storage == glslang::EvqUniform) is_block ? add_block(type, name) : add_uniform(type, name);
    if (storage == (stage_ == Stage::Vertex ? glslang::EvqVaryingOut : glslang::EvqVaryingIn))
      is_block ? add_varyings(type) : add_varying(type, name);
  }

  std::vector<Declaration> found;

 private:
  void add_uniform(const TType& type, const std::string& name) {
    const TQualifier& q = type.getQualifier();
    Declaration out{"the uniform " + name, spelled(type, Precisions::Omit), {}, {}, {}};
    if (q.hasLocation()) {
      out.location = fmt::format("location {}", q.layoutLocation + 0);
      out.locations = {static_cast<std::uint32_t>(q.layoutLocation),
                       static_cast<std::uint32_t>(glslang::TIntermediate::computeTypeUniformLocationSize(type))};
    }
    if (q.hasBinding()) out.binding = fmt::format("binding {}", q.layoutBinding + 0);
    out.is_used = used_.contains(name);
    // The linkers for GLSL ES 1.00 ignore the precision of unused uniforms.
    if (es_ && (out.is_used || version_ > 100)) out.strict_type = spelled(type, Precisions::Show);
    found.push_back(std::move(out));
  }

  // Adds the block, its members, and the global names of the members if the block does not have an instance name.
  void add_block(const TType& type, const std::string& name) {
    const TQualifier& q = type.getQualifier();
    const std::string block = fmt::format("the block {}", type.getTypeName().c_str());
    const bool is_anonymous = glslang::IsAnonymous(symbol_name(name));
    const glslang::TTypeList& members = *type.getStruct();
    const std::string layout = q.hasPacking() ? TQualifier::getLayoutPackingString(q.layoutPacking) : "shared";
    Declaration out{block,
                    fmt::format("{}{} with {} member{} and {} instance name", layout, array_of(type), members.size(),
                                members.size() == 1 ? "" : "s", is_anonymous ? "no" : "an"),
                    {},
                    {},
                    {}};
    if (q.hasBinding()) out.binding = fmt::format("binding {}", q.layoutBinding + 0);
    if (es_ && q.hasBinding()) out.type += fmt::format(", at {}", out.binding);
    found.push_back(std::move(out));
    for (std::size_t i = 0; i < members.size(); ++i) {
      const TType& member = *members[i].type;
      const std::string field = member.getFieldName().c_str();
      const TQualifier& of_member = member.getQualifier();
      const glslang::TLayoutMatrix order =
          of_member.layoutMatrix == glslang::ElmNone ? q.layoutMatrix : of_member.layoutMatrix;
      const bool row_major = order == glslang::ElmRowMajor;
      // Linkers compare precisions and the order of matrices also where the specification says that they do not matter.
      const std::string strict = row_major && !member.isMatrix() ? "row_major " : "";
      const Precisions precisions = es_ ? Precisions::Show : Precisions::Omit;
      found.push_back({fmt::format("member {} of {}", i + 1, block),
                       fmt::format("{} {}", spelled(member, Precisions::Omit, row_major), field),
                       fmt::format("{}{} {}", strict, spelled(member, precisions, row_major), field),
                       of_member.hasOffset() ? fmt::format("offset {}", of_member.layoutOffset + 0) : "",
                       {},
                       false});
      if (is_anonymous) found.push_back({"the uniform " + field, "a member of " + block, {}, {}, {}});
    }
  }

  static glslang::TString symbol_name(const std::string& name) { return {name.c_str()}; }

  // Varyings with locations may have different names in the two shaders.
  void add_varying(const TType& type, const std::string& name) {
    const TQualifier& q = type.getQualifier();
    if (q.hasLocation()) return;
    std::string spelling;
    if (es_ && q.flat) spelling += "flat ";
    if (es_ && version_ == 300 && q.centroid) spelling += "centroid ";
    if (es_ && version_ == 100 && q.invariant) spelling += "invariant ";
    found.push_back({"the varying " + name, {}, spelling + spelled(type, Precisions::Omit), {}, {}, false});
  }

  // Adds a block of varyings. `link_fault` compares blocks that both shaders use.
  void add_varyings(const TType& type) {
    found.push_back({fmt::format("the block of varyings {}", type.getTypeName().c_str()),
                     {},
                     spelled(type, Precisions::Omit),
                     {},
                     {},
                     false});
  }

  bool es_;
  int version_;
  Stage stage_;
  std::set<std::string> used_;
};

// Returns the names of the uniforms that the shader uses. The program must have its reflection.
std::set<std::string> used_uniforms(glslang::TProgram& program) {
  std::set<std::string> out;
  for (int i = 0; i < program.getNumUniformVariables(); ++i) {
    const std::string& name = program.getUniform(i).name;
    out.insert(name.substr(0, name.find_first_of(".[")));
  }
  return out;
}

}  // namespace

std::vector<Declaration> glslang_declarations(glslang::TProgram& program, Stage stage) {
  const EShLanguage language = stage == Stage::Vertex ? EShLangVertex : EShLangFragment;
  const glslang::TIntermediate& tree = *program.getIntermediate(language);
  DeclarationFinder finder(tree.getVersion(), tree.getProfile() == EEsProfile, stage, used_uniforms(program));
  if (tree.getTreeRoot() == nullptr) return {};
  for (TIntermNode* const node : tree.findLinkerObjects()->getSequence())
    if (const glslang::TIntermSymbol* const symbol = node->getAsSymbolNode()) finder.add(*symbol);
  return std::move(finder.found);
}
#else
std::vector<Declaration> glslang_declarations(glslang::TProgram&, Stage) { return {}; }
#endif

}  // namespace agal::proofs
