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
};

fragment main0_out main0(main0_in in [[stage_in]], constant FragmentConstants& fc [[buffer(0)]], texture2d<float> fs0 [[texture(0)]], sampler fs0Smplr [[sampler(0)]])
{
    main0_out out = {};
    float4 ft0 = in.v0.xyxy + fc.c[1];
    float ft5 = dot(fs0.sample(fs0Smplr, ft0.xy), fc.c[0]);
    float ft5_1 = dot(fs0.sample(fs0Smplr, ft0.zy), fc.c[0]);
    float ft5_2 = dot(fs0.sample(fs0Smplr, ft0.xw), fc.c[0]);
    float ft6 = (in.v0.z / in.v0.w) - fc.c[2].x;
    float4 ft5_3 = float4(float4(ft6) < float4(ft5, ft5_1, ft5_2, dot(fs0.sample(fs0Smplr, ft0.zw), fc.c[0])));
    float3 ft5_4 = in.v1.xyz * dot(ft5_3, fc.c[2].yyyy);
    float3 ft5_5 = ft5_4 + fc.c[2].zzz;
    out.oc = float4(ft5_5 * fc.c[3].xyz, fc.c[3].w);
    return out;
}

