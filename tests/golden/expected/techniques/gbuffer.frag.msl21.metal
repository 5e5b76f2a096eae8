#include <metal_stdlib>

using namespace metal;

struct FragmentInput {
    float4 v0 [[user(locn0)]];
    float4 v1 [[user(locn1)]];
    float4 v2 [[user(locn2)]];
};

struct FragmentOutput {
    float4 oc [[color(0)]];
    float4 oc1 [[color(1)]];
    float4 oc2 [[color(2)]];
};

fragment FragmentOutput main0(
    FragmentInput input [[stage_in]],
    constant float4* fc [[buffer(0)]],
    texture2d<float> fs0 [[texture(0)]],
    sampler fs0_sampler [[sampler(0)]]) {
    FragmentOutput output;
    output.oc = fs0.sample(fs0_sampler, input.v0.xy);
    output.oc1 = float4(normalize(input.v1.xyz) * fc[0].x + fc[0].x, fc[0].y);
    output.oc2 = float4(input.v2.z / input.v2.w);
    return output;
}
