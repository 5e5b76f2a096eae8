#include "exec/direct3d/device.hpp"

#include <dxgi.h>

#include <algorithm>

namespace agal::exec::direct3d {
namespace {

constexpr UINT vec4_bytes = 16;
constexpr UINT vertex_constants = 0, fragment_constants = 1;  // the bindings of docs/abi.md

UINT constants_slot(const Request& request) { return request.vertex != 0 ? vertex_constants : fragment_constants; }

D3D11_TEXTURE_ADDRESS_MODE address(std::uint32_t repeats) {
  return repeats != 0 ? D3D11_TEXTURE_ADDRESS_WRAP : D3D11_TEXTURE_ADDRESS_CLAMP;
}

// Returns the levels of each slice or face, in the order that CreateTexture requires.
std::vector<D3D11_SUBRESOURCE_DATA> data_of(const Texture& texture) {
  std::vector<D3D11_SUBRESOURCE_DATA> data;
  const UINT faces = texture.kind == Kind::Cube ? 6 : 1;
  for (UINT face = 0; face < faces; ++face)
    for (const Level& level : texture.levels) {
      const UINT row = level.width * 4, slice = row * level.height;
      data.push_back({level.texels.data() + face * slice, row, slice});
    }
  return data;
}

}  // namespace

struct Device::Target {
  ComPtr<ID3D11Texture2D> texture, staging;
  ComPtr<ID3D11RenderTargetView> color;
  ComPtr<ID3D11DepthStencilView> depth;
};

Device::Device(const char* compiler) : compiler_(compiler) {
  constexpr D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_11_1, D3D_FEATURE_LEVEL_11_0};
  check(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, levels, 2, D3D11_SDK_VERSION,
                          device_.GetAddressOf(), &level_, context_.GetAddressOf()),
        "D3D11CreateDevice");
}

std::string Device::name() const {
  return level_ == D3D_FEATURE_LEVEL_11_1 ? "feature level 11_1" : "feature level 11_0";
}

Reply Device::run(const Request& request) {
  Reply reply;
  try {
    context_->ClearState();
    if (request.vertex != 0)
      run_vertex(request, reply);
    else
      run_fragment(request, reply);
  } catch (const Fault& fault) {
    reply.fault = fault.what();
  }
  return reply;
}

// ------------------------------------------------------------------------------------------------------------ stages

// Captures the position and all varyings of one point for each draw.
void Device::run_vertex(const Request& request, Reply& reply) {
  const ComPtr<ID3DBlob> code = compiler_.compile(request.shader, "vs_5_0");
  if (!request.partner.empty()) compiler_.compile(request.partner, "ps_5_0");
  std::vector<D3D11_SO_DECLARATION_ENTRY> captured{{0, "SV_Position", 0, 0, 4, 0}};
  for (const Parameter& output : compiler_.signature(*code.Get()).outputs)
    if (output.semantic == "TEXCOORD") {
      captured.push_back({0, "TEXCOORD", output.number, 0, 4, 0});
      reply.varyings.push_back(output.number);
    }
  const UINT record = static_cast<UINT>(captured.size()) * vec4_bytes;
  ComPtr<ID3D11VertexShader> vertex;
  ComPtr<ID3D11GeometryShader> capture;
  check(device_->CreateVertexShader(code->GetBufferPointer(), code->GetBufferSize(), nullptr, vertex.GetAddressOf()),
        "CreateVertexShader");
  check(device_->CreateGeometryShaderWithStreamOutput(code->GetBufferPointer(), code->GetBufferSize(), captured.data(),
                                                      static_cast<UINT>(captured.size()), &record, 1,
                                                      D3D11_SO_NO_RASTERIZED_STREAM, nullptr, capture.GetAddressOf()),
        "CreateGeometryShaderWithStreamOutput");
  std::size_t points = 0;
  for (const Draw& draw : request.draws) points += draw.instances;
  const ComPtr<ID3D11Buffer> output = make_buffer(points * record, D3D11_BIND_STREAM_OUTPUT);
  const UINT begin = 0;
  context_->VSSetShader(vertex.Get(), nullptr, 0);
  context_->GSSetShader(capture.Get(), nullptr, 0);
  context_->SOSetTargets(1, output.GetAddressOf(), &begin);
  context_->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
  bind_vertices(request, *code.Get());
  bind_textures(request);
  const ComPtr<ID3D11Buffer> constants = bind_constants(request);
  for (UINT i = 0; i < request.draws.size(); ++i) {
    const Draw& draw = request.draws[i];
    if (constants != nullptr) context_->UpdateSubresource(constants.Get(), 0, nullptr, draw.constants.data(), 0, 0);
    context_->DrawInstanced(1, draw.instances, i, 0);
  }
  context_->SOSetTargets(0, nullptr, nullptr);
  const std::vector<float> all = read_buffer(*output.Get(), points * record);
  const float* next = all.data();
  for (const Draw& draw : request.draws) {
    next += draw.instances * (record / sizeof(float));
    reply.records.insert(reply.records.end(), next - record / sizeof(float), next);
  }
}

// Returns a vertex shader that passes varying N to the fragment shader in register N, like all vertex shaders of agalc.
// Direct3D's y points up, and the first pixel of a cell is the upper one.
std::string Device::pass_through(const Request& request, ID3DBlob& fragment) const {
  UINT count = 0;
  for (const Parameter& input : compiler_.signature(fragment).inputs) count = std::max(count, input.number + 1);
  std::string parameters = "float4 corner : TEXCOORD0", body;
  for (UINT i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    const bool given = i + 1 < request.registers;
    if (given) parameters += ", float4 a" + n + " : TEXCOORD" + std::to_string(i + 1);
    parameters += ", out float4 v" + n + " : TEXCOORD" + n;
    body += "v" + n + (given ? " = a" + n : " = 0") + "; ";
  }
  return "void main(" + parameters + ", out float4 position : SV_Position) { " + body +
         "position = corner * float4(1, -1, 1, 1); }\n";
}

void Device::run_fragment(const Request& request, Reply& reply) {
  const ComPtr<ID3DBlob> code = compiler_.compile(request.shader, "ps_5_0");
  const ComPtr<ID3DBlob> before = compiler_.compile(pass_through(request, *code.Get()), "vs_5_0");
  ComPtr<ID3D11VertexShader> vertex;
  ComPtr<ID3D11PixelShader> fragment;
  check(
      device_->CreateVertexShader(before->GetBufferPointer(), before->GetBufferSize(), nullptr, vertex.GetAddressOf()),
      "CreateVertexShader");
  check(device_->CreatePixelShader(code->GetBufferPointer(), code->GetBufferSize(), nullptr, fragment.GetAddressOf()),
        "CreatePixelShader");
  context_->VSSetShader(vertex.Get(), nullptr, 0);
  context_->PSSetShader(fragment.Get(), nullptr, 0);
  context_->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  bind_vertices(request, *before.Get());
  bind_textures(request);
  bind_states();
  const ComPtr<ID3D11Buffer> constants = bind_constants(request);

  std::vector<Target> targets;
  std::vector<ID3D11RenderTargetView*> views;
  const float clear[] = {request.untouched, request.untouched, request.untouched, request.untouched};
  for (const std::uint32_t number : request.colors) {
    const Target& target = targets.emplace_back(make_target(request.surface_size, false));
    context_->ClearRenderTargetView(target.color.Get(), clear);
    views.resize(number + 1);
    views[number] = target.color.Get();
  }
  Target depth;
  if (request.depth != 0) {
    depth = make_target(request.surface_size, true);
    context_->ClearDepthStencilView(depth.depth.Get(), D3D11_CLEAR_DEPTH, 1, 0);
  }
  context_->OMSetRenderTargets(static_cast<UINT>(views.size()), views.data(), depth.depth.Get());

  for (UINT i = 0; i < request.draws.size(); ++i) {
    const Draw& draw = request.draws[i];
    const auto x = static_cast<LONG>(draw.x), y = static_cast<LONG>(draw.y),
               cell = static_cast<LONG>(request.cell_size);
    const auto side = static_cast<float>(request.triangle_size);
    const D3D11_VIEWPORT viewport{static_cast<float>(x), static_cast<float>(y), side, side, 0, 1};
    const D3D11_RECT scissor{x, y, x + cell, y + cell};
    context_->RSSetViewports(1, &viewport);
    context_->RSSetScissorRects(1, &scissor);
    if (constants != nullptr) context_->UpdateSubresource(constants.Get(), 0, nullptr, draw.constants.data(), 0, 0);
    context_->Draw(3, i * 3);
  }
  context_->OMSetRenderTargets(0, nullptr, nullptr);
  for (const Target& target : targets) reply.colors.push_back(read_target(target));
  if (request.depth != 0) reply.depth = read_target(depth);
}

// ------------------------------------------------------------------------------------------------------------ inputs

ComPtr<ID3D11Buffer> Device::make_buffer(std::size_t bytes, UINT bind, const void* data) {
  D3D11_BUFFER_DESC description{};
  description.ByteWidth = static_cast<UINT>(std::max<std::size_t>(bytes, vec4_bytes));
  description.BindFlags = bind;
  const D3D11_SUBRESOURCE_DATA content{data, 0, 0};
  ComPtr<ID3D11Buffer> buffer;
  check(device_->CreateBuffer(&description, data != nullptr ? &content : nullptr, buffer.GetAddressOf()),
        "CreateBuffer");
  return buffer;
}

void Device::bind_vertices(const Request& request, ID3DBlob& vertex_shader) {
  if (request.registers == 0) return;
  std::vector<D3D11_INPUT_ELEMENT_DESC> elements;
  for (UINT i = 0; i < request.registers; ++i)
    elements.push_back({"TEXCOORD", request.numbers.at(i), DXGI_FORMAT_R32G32B32A32_FLOAT, 0, i * vec4_bytes,
                        D3D11_INPUT_PER_VERTEX_DATA, 0});
  ComPtr<ID3D11InputLayout> layout;
  check(
      device_->CreateInputLayout(elements.data(), static_cast<UINT>(elements.size()), vertex_shader.GetBufferPointer(),
                                 vertex_shader.GetBufferSize(), layout.GetAddressOf()),
      "CreateInputLayout");
  const ComPtr<ID3D11Buffer> vertices =
      make_buffer(request.vertices.size() * sizeof(float), D3D11_BIND_VERTEX_BUFFER, request.vertices.data());
  const UINT stride = request.registers * vec4_bytes, begin = 0;
  context_->IASetInputLayout(layout.Get());
  context_->IASetVertexBuffers(0, 1, vertices.GetAddressOf(), &stride, &begin);
}

ComPtr<ID3D11ShaderResourceView> Device::upload(const Texture& texture) {
  const Level& first = texture.levels.at(0);
  const std::vector<D3D11_SUBRESOURCE_DATA> data = data_of(texture);
  const UINT levels = static_cast<UINT>(texture.levels.size());
  ComPtr<ID3D11Resource> resource;
  if (texture.kind == Kind::Volume) {
    ComPtr<ID3D11Texture3D> made;
    const D3D11_TEXTURE3D_DESC description{first.width,
                                           first.height,
                                           first.depth,
                                           levels,
                                           DXGI_FORMAT_R8G8B8A8_UNORM,
                                           D3D11_USAGE_DEFAULT,
                                           D3D11_BIND_SHADER_RESOURCE,
                                           0,
                                           0};
    check(device_->CreateTexture3D(&description, data.data(), made.GetAddressOf()), "CreateTexture3D");
    resource = made;
  } else {
    const bool cube = texture.kind == Kind::Cube;
    ComPtr<ID3D11Texture2D> made;
    D3D11_TEXTURE2D_DESC description{};
    description.Width = first.width;
    description.Height = first.height;
    description.MipLevels = levels;
    description.ArraySize = cube ? 6 : 1;
    description.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    description.SampleDesc.Count = 1;
    description.BindFlags = D3D11_BIND_SHADER_RESOURCE;
    description.MiscFlags = cube ? D3D11_RESOURCE_MISC_TEXTURECUBE : 0;
    check(device_->CreateTexture2D(&description, data.data(), made.GetAddressOf()), "CreateTexture2D");
    resource = made;
  }
  ComPtr<ID3D11ShaderResourceView> view;
  check(device_->CreateShaderResourceView(resource.Get(), nullptr, view.GetAddressOf()), "CreateShaderResourceView");
  return view;
}

ComPtr<ID3D11SamplerState> Device::make_sampler(const Texture& texture) {
  D3D11_SAMPLER_DESC description{};
  if (texture.linear != 0)
    description.Filter = texture.mips == 2 ? D3D11_FILTER_MIN_MAG_MIP_LINEAR : D3D11_FILTER_MIN_MAG_LINEAR_MIP_POINT;
  else
    description.Filter = texture.mips == 2 ? D3D11_FILTER_MIN_MAG_POINT_MIP_LINEAR : D3D11_FILTER_MIN_MAG_MIP_POINT;
  description.AddressU = address(texture.repeats.at(0));
  description.AddressV = address(texture.repeats.at(1));
  description.AddressW = address(texture.repeats.at(2));
  description.MaxAnisotropy = 1;
  description.ComparisonFunc = D3D11_COMPARISON_NEVER;
  description.MaxLOD = texture.mips == 0 ? 0 : D3D11_FLOAT32_MAX;
  ComPtr<ID3D11SamplerState> sampler;
  check(device_->CreateSamplerState(&description, sampler.GetAddressOf()), "CreateSamplerState");
  return sampler;
}

void Device::bind_textures(const Request& request) {
  for (const Texture& texture : request.textures) {
    const ComPtr<ID3D11ShaderResourceView> view = upload(texture);
    const ComPtr<ID3D11SamplerState> sampler = make_sampler(texture);
    if (request.vertex != 0) {
      context_->VSSetShaderResources(texture.slot, 1, view.GetAddressOf());
      context_->VSSetSamplers(texture.slot, 1, sampler.GetAddressOf());
    } else {
      context_->PSSetShaderResources(texture.slot, 1, view.GetAddressOf());
      context_->PSSetSamplers(texture.slot, 1, sampler.GetAddressOf());
    }
  }
}

// Creates and binds the buffer of constants. Null if the draws do not have constants.
ComPtr<ID3D11Buffer> Device::bind_constants(const Request& request) {
  const std::size_t floats = request.draws.empty() ? 0 : request.draws[0].constants.size();
  if (floats == 0) return nullptr;
  for (const Draw& draw : request.draws)
    if (draw.constants.size() != floats) throw Fault("the draws have different numbers of constants");
  const ComPtr<ID3D11Buffer> buffer = make_buffer(floats * sizeof(float), D3D11_BIND_CONSTANT_BUFFER);
  if (request.vertex != 0)
    context_->VSSetConstantBuffers(constants_slot(request), 1, buffer.GetAddressOf());
  else
    context_->PSSetConstantBuffers(constants_slot(request), 1, buffer.GetAddressOf());
  return buffer;
}

void Device::bind_states() {
  D3D11_RASTERIZER_DESC rasterizer{};
  rasterizer.FillMode = D3D11_FILL_SOLID;
  rasterizer.CullMode = D3D11_CULL_NONE;
  rasterizer.DepthClipEnable = TRUE;
  rasterizer.ScissorEnable = TRUE;
  ComPtr<ID3D11RasterizerState> rasterizer_state;
  check(device_->CreateRasterizerState(&rasterizer, rasterizer_state.GetAddressOf()), "CreateRasterizerState");
  context_->RSSetState(rasterizer_state.Get());
  D3D11_DEPTH_STENCIL_DESC depth{};
  depth.DepthEnable = TRUE;
  depth.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
  depth.DepthFunc = D3D11_COMPARISON_ALWAYS;
  depth.FrontFace =
      depth.BackFace = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_COMPARISON_ALWAYS};
  ComPtr<ID3D11DepthStencilState> depth_state;
  check(device_->CreateDepthStencilState(&depth, depth_state.GetAddressOf()), "CreateDepthStencilState");
  context_->OMSetDepthStencilState(depth_state.Get(), 0);
}

// ----------------------------------------------------------------------------------------------------------- outputs

Device::Target Device::make_target(UINT size, bool depth) {
  Target target;
  D3D11_TEXTURE2D_DESC description{};
  description.Width = description.Height = size;
  description.MipLevels = description.ArraySize = description.SampleDesc.Count = 1;
  description.Format = depth ? DXGI_FORMAT_R32_TYPELESS : DXGI_FORMAT_R32G32B32A32_FLOAT;
  description.BindFlags = depth ? D3D11_BIND_DEPTH_STENCIL : D3D11_BIND_RENDER_TARGET;
  check(device_->CreateTexture2D(&description, nullptr, target.texture.GetAddressOf()), "CreateTexture2D");
  description.BindFlags = 0;
  description.Usage = D3D11_USAGE_STAGING;
  description.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  check(device_->CreateTexture2D(&description, nullptr, target.staging.GetAddressOf()), "CreateTexture2D");
  if (depth) {
    D3D11_DEPTH_STENCIL_VIEW_DESC view{};
    view.Format = DXGI_FORMAT_D32_FLOAT;
    view.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
    check(device_->CreateDepthStencilView(target.texture.Get(), &view, target.depth.GetAddressOf()),
          "CreateDepthStencilView");
  } else {
    check(device_->CreateRenderTargetView(target.texture.Get(), nullptr, target.color.GetAddressOf()),
          "CreateRenderTargetView");
  }
  return target;
}

std::vector<float> Device::read_target(const Target& target) {
  D3D11_TEXTURE2D_DESC description;
  target.staging->GetDesc(&description);
  context_->CopyResource(target.staging.Get(), target.texture.Get());
  D3D11_MAPPED_SUBRESOURCE mapped;
  check(context_->Map(target.staging.Get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
  const std::size_t floats = std::size_t{description.Width} * (target.depth != nullptr ? 1 : 4);
  std::vector<float> values;
  for (UINT y = 0; y < description.Height; ++y) {
    const auto* const row =
        reinterpret_cast<const float*>(static_cast<const char*>(mapped.pData) + std::size_t{y} * mapped.RowPitch);
    values.insert(values.end(), row, row + floats);
  }
  context_->Unmap(target.staging.Get(), 0);
  return values;
}

std::vector<float> Device::read_buffer(ID3D11Buffer& buffer, std::size_t bytes) {
  D3D11_BUFFER_DESC description;
  buffer.GetDesc(&description);
  description.BindFlags = 0;
  description.Usage = D3D11_USAGE_STAGING;
  description.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  ComPtr<ID3D11Buffer> staging;
  check(device_->CreateBuffer(&description, nullptr, staging.GetAddressOf()), "CreateBuffer");
  context_->CopyResource(staging.Get(), &buffer);
  D3D11_MAPPED_SUBRESOURCE mapped;
  check(context_->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
  const auto* const data = static_cast<const float*>(mapped.pData);
  std::vector<float> values(data, data + bytes / sizeof(float));
  context_->Unmap(staging.Get(), 0);
  return values;
}

}  // namespace agal::exec::direct3d
