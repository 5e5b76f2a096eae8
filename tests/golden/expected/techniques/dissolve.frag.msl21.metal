#include <metal_stdlib>

using namespace metal;

struct FragmentInput {
    float4 v0 [[user(locn0)]];
};

struct FragmentOutput {
    float4 oc [[color(0)]];
};

fragment FragmentOutput main0(
    FragmentInput input [[stage_in]],
    constant float4* fc [[buffer(0)]],
    texture2d<float> fs0 [[texture(0)]],
    sampler fs0_sampler [[sampler(0)]],
    texture2d<float> fs1 [[texture(1)]],
    sampler fs1_sampler [[sampler(1)]]) {
    FragmentOutput output;
    float ft1 = fs1.sample(fs1_sampler, input.v0.xy).x - fc[0].x;
    float4 ft3 = fs0.sample(fs0_sampler, input.v0.xy);
    if (ft1 < 0.0) {
        discard_fragment();
    }
    ft3 = float4(ft3.xyz + fc[1].xyz * float(ft1 < fc[0].y), ft3.w);
    output.oc = saturate(ft3);
    return output;
}
