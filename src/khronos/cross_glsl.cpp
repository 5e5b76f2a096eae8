#include <spirv_cross/spirv_glsl.hpp>

#include "khronos/cross_common.hpp"
#include "target/defaults.hpp"

namespace agal::khronos {
namespace {

class Glsl final : public Readable<spirv_cross::CompilerGLSL> {
 public:
  Glsl(const std::vector<std::uint32_t>& words, const TargetInfo& target, Precision precision)
      : Readable(words), es100_(target.target == Target::Essl100), low_(precision == Precision::LowColor) {
    Options common = get_common_options();
    set_shared(common);
    common.version = target.version;
    common.es = target.family == TargetFamily::Essl;
    common.vulkan_semantics = target.vulkan;
    common.enable_420pack_extension = false;
    // emit_header sets the default, instead of `highp` at every variable.
    common.fragment.default_float_precision = Options::Highp;
    set_common_options(common);
    if (es100_) adapt_interface();
  }

 private:
  // ES 1.00 writes depth through an extension that SPIRV-Cross does not support, and has no centroid interpolation.
  void adapt_interface() {
    for (const spirv_cross::VariableID id : get_active_interface_variables()) {
      unset_decoration(id, spv::DecorationCentroid);
      if (get_decoration(id, spv::DecorationBuiltIn) == spv::BuiltInFragDepth) require_extension("GL_EXT_frag_depth");
    }
  }

  void emit_header() override {
    statement("#version ", options.version, options.es && options.version > 100 ? " es" : "");
    for (const std::string& extension : forced_extensions) statement("#extension ", extension, " : require");
    if (options.es) emit_precision();
    statement("");
  }

  // Fragment shaders of ES 1.00 may lack highp. Samplers default to lowp, which loses bits of half-float textures, and
  // sampler3D has no default.
  void emit_precision() {
    const bool fragment = get_execution_model() == spv::ExecutionModelFragment;
    const auto emit = [&](std::string_view precision) {
      if (fragment) statement("precision ", std::string(precision), " float;");
      for (const char* type : sampler_types()) statement("precision ", std::string(precision), " ", type, ";");
    };
    if (es100_ && fragment) {
      statement("#ifdef GL_FRAGMENT_PRECISION_HIGH");
      emit("highp");
      statement("#else");
      emit("mediump");
      statement("#endif");
    } else {
      emit("highp");
    }
  }

  std::vector<const char*> sampler_types() const {
    bool plane = false, cube = false, volume = false;
    for (const spirv_cross::Resource& resource : get_shader_resources().sampled_images) {
      const spv::Dim dim = get_type(resource.base_type_id).image.dim;
      (dim == spv::DimCube ? cube : dim == spv::Dim3D ? volume : plane) = true;
    }
    std::vector<const char*> types;
    if (plane) types.push_back("sampler2D");
    if (cube) types.push_back("samplerCube");
    if (volume) types.push_back("sampler3D");
    return types;
  }

  std::string to_qualifiers_glsl(std::uint32_t id) override {
    std::string qualifiers = CompilerGLSL::to_qualifiers_glsl(id);
    // The header sets the precision of samplers too.
    if (const std::size_t at = qualifiers.find("highp "); options.es && at != std::string::npos)
      qualifiers.erase(at, 6);
    // Relaxed interface variables hold texels and outputs between 0 and 1: see relaxed_of.
    const spv::StorageClass storage = get_storage_class(id);
    const bool interface = storage == spv::StorageClassUniformConstant || storage == spv::StorageClassOutput;
    if (const std::size_t at = qualifiers.find("mediump "); low_ && interface && at != std::string::npos)
      qualifiers.replace(at, 8, "lowp ");
    return qualifiers;
  }

  std::string builtin_to_glsl(spv::BuiltIn builtin, spv::StorageClass storage) override {
    if (es100_ && builtin == spv::BuiltInFragDepth) return "gl_FragDepthEXT";
    return CompilerGLSL::builtin_to_glsl(builtin, storage);
  }

  bool es100_ = false;
  bool low_ = false;
};

}  // namespace

std::string cross_glsl(std::span<const std::uint32_t> words, const OutputOptions& options) {
  return Glsl(text_form(words), info(options.target), target::precision_of(options)).compile();
}

}  // namespace agal::khronos
