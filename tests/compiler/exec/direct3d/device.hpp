// Runs requests on a Direct3D 11 device.
#pragma once

#include "exec/direct3d/compiler.hpp"
// Must be included after windows.h.
#include <d3d11.h>

#include "exec/direct3d/protocol.hpp"

namespace agal::exec::direct3d {

class Device {
 public:
  /// Opens the device. Throws a Fault if there is none.
  explicit Device(const char* compiler);

  /// Returns a description of the device.
  std::string name() const;

  /// Runs a request. Errors in the request are the fault of the reply.
  Reply run(const Request& request);

 private:
  struct Target;

  void run_vertex(const Request& request, Reply& reply);
  void run_fragment(const Request& request, Reply& reply);
  std::string pass_through(const Request& request, ID3DBlob& fragment) const;

  ComPtr<ID3D11Buffer> make_buffer(std::size_t bytes, UINT bind, const void* data = nullptr);
  void bind_vertices(const Request& request, ID3DBlob& vertex_shader);
  void bind_textures(const Request& request);
  ComPtr<ID3D11ShaderResourceView> upload(const Texture& texture);
  ComPtr<ID3D11SamplerState> make_sampler(const Texture& texture);
  ComPtr<ID3D11Buffer> bind_constants(const Request& request);
  void bind_states();
  Target make_target(UINT size, bool depth);
  std::vector<float> read_target(const Target& target);
  std::vector<float> read_buffer(ID3D11Buffer& buffer, std::size_t bytes);

  Compiler compiler_;
  ComPtr<ID3D11Device> device_;
  ComPtr<ID3D11DeviceContext> context_;
  D3D_FEATURE_LEVEL level_ = D3D_FEATURE_LEVEL_11_0;
};

}  // namespace agal::exec::direct3d
