#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct FragmentConstants
{
    float4 c[4];
};

struct main0_out
{
    float4 oc [[color(0)]];
};

struct main0_in
{
    float4 v0 [[user(locn0)]];
    float4 v1 [[user(locn1)]];
    float4 v2 [[user(locn2)]];
};

fragment main0_out main0(main0_in in [[stage_in]], constant FragmentConstants& fc [[buffer(0)]], texture2d<float> fs0 [[texture(0)]], sampler fs0Smplr [[sampler(0)]])
{
    main0_out out = {};
    float3 ft0 = fast::normalize(in.v1.xyz);
    float ft2 = dot(ft0, fc.c[0].xyz);
    float ft2_1 = fast::clamp(ft2, 0.0, 1.0);
    float3 ft3 = (ft0 * (ft2 + ft2)) - fc.c[0].xyz;
    float ft3_1 = dot(ft3, fast::normalize(fc.c[1].xyz - in.v0.xyz));
    float ft3_2 = pow(fast::clamp(ft3_1, 0.0, 1.0), fc.c[3].w);
    float ft3_3 = ft3_2 * float(ft2 >= fc.c[2].w);
    float4 ft4 = fs0.sample(fs0Smplr, in.v2.xy);
    float3 ft4_1 = ft4.xyz * (fc.c[2].xyz + float3(ft2_1));
    out.oc = float4(ft4_1 + (fc.c[3].xyz * ft3_3), ft4.w);
    return out;
}

