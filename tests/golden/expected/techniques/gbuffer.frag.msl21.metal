#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct FragmentConstants
{
    float4 c[1];
};

struct main0_out
{
    float4 oc [[color(0)]];
    float4 oc1 [[color(1)]];
    float4 oc2 [[color(2)]];
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
    float3 ft1 = (fast::normalize(in.v1.xyz) * fc.c[0].x) + fc.c[0].xxx;
    float ft2 = in.v2.z / in.v2.w;
    out.oc = fs0.sample(fs0Smplr, in.v0.xy);
    out.oc1 = float4(ft1, fc.c[0].y);
    out.oc2 = float4(ft2);
    return out;
}

