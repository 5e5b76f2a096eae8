#include <metal_stdlib>

using namespace metal;

struct FragmentInput {
    float4 v0 [[user(locn0)]];
    float4 v1 [[user(locn1)]];
};

struct FragmentOutput {
    float4 oc [[color(0)]];
    float fd [[depth(any)]];
};

fragment FragmentOutput main0(
    FragmentInput input [[stage_in]],
    constant float4* fc [[buffer(0)]]) {
    FragmentOutput output;
    float2 ft0 = input.v0.xy * input.v0.xy;
    float ft0_1 = fc[0].x - (ft0.x + ft0.y);
    if (ft0_1 < 0.0) {
        discard_fragment();
    }
    float ft1 = sqrt(saturate(ft0_1));
    float ft2 = 1.0 / (input.v1.z - ft1 * input.v1.w) * fc[0].z;
    float ft3 = saturate(dot(float3(input.v0.x, -input.v0.y, -ft1), fc[1].xyz));
    output.oc = float4(fc[2].xyz * (ft3 + fc[0].w), fc[2].w);
    output.fd = ft2 + fc[0].y;
    return output;
}
