#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct FragmentConstants
{
    float4 c[2];
};

struct main0_out
{
    float4 oc [[color(0)]];
};

struct main0_in
{
    float4 v0 [[user(locn0)]];
};

fragment main0_out main0(main0_in in [[stage_in]], constant FragmentConstants& fc [[buffer(0)]], texture2d<float> fs0 [[texture(0)]], texture2d<float> fs1 [[texture(1)]], sampler fs0Smplr [[sampler(0)]], sampler fs1Smplr [[sampler(1)]])
{
    main0_out out = {};
    float ft1 = fs1.sample(fs1Smplr, in.v0.xy).x - fc.c[0].x;
    float ft1_1 = float(ft1 < fc.c[0].y);
    float4 ft3 = fs0.sample(fs0Smplr, in.v0.xy);
    if (ft1 < 0.0)
    {
        discard_fragment();
    }
    out.oc = fast::clamp(float4(ft3.xyz + (fc.c[1].xyz * ft1_1), ft3.w), float4(0.0), float4(1.0));
    return out;
}

