#include <metal_stdlib>

using namespace metal;

struct FragmentInput {
    float4 v0 [[user(locn0)]];
    float4 v1 [[user(locn1)]];
    float4 v2 [[user(locn2)]];
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
    float3 ft0 = normalize(input.v1.xyz);
    float ft2 = dot(ft0, fc[0].xyz);
    float3 ft3 = ft0 * (ft2 + ft2) - fc[0].xyz;
    float ft3_1 = saturate(dot(ft3, normalize(fc[1].xyz - input.v0.xyz)));
    ft3_1 = pow(ft3_1, fc[3].w) * float(ft2 >= fc[2].w);
    float4 ft4 = fs0.sample(fs0_sampler, input.v2.xy);
    float3 ft4_1 = ft4.xyz * (fc[2].xyz + saturate(ft2));
    output.oc = float4(ft4_1 + fc[3].xyz * ft3_1, ft4.w);
    return output;
}
