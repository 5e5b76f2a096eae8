#include <metal_stdlib>

using namespace metal;

struct FragmentInput {
    float4 v0 [[user(locn0)]];
    float4 v1 [[user(locn1)]];
};

struct FragmentOutput {
    float4 oc [[color(0)]];
};

fragment FragmentOutput main0(
    FragmentInput input [[stage_in]],
    constant float4* fc [[buffer(0)]],
    texture2d<float> fs0 [[texture(0)]],
    sampler fs0_sampler [[sampler(0)]]) {
    FragmentOutput output;
    float4 ft0 = input.v0.xyxy + fc[1];
    float ft5 = dot(fs0.sample(fs0_sampler, ft0.xy), fc[0]);
    float4 ft5_1 = float4(ft5, dot(fs0.sample(fs0_sampler, ft0.zy), fc[0]),
            dot(fs0.sample(fs0_sampler, ft0.xw), fc[0]),
            dot(fs0.sample(fs0_sampler, ft0.zw), fc[0]));
    bool4 test = float4(input.v0.z / input.v0.w - fc[2].x) < ft5_1;
    float3 ft5_2 = input.v1.xyz * dot(float4(test), fc[2].yyyy);
    output.oc = float4((ft5_2 + fc[2].z) * fc[3].xyz, fc[3].w);
    return output;
}
