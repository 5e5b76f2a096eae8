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
};

struct main0_in
{
    float4 v0 [[user(locn0)]];
};

fragment main0_out main0(main0_in in [[stage_in]], constant FragmentConstants& fc [[buffer(0)]], texture2d<float> fs0 [[texture(0)]], texture2d<float> fs1 [[texture(1)]], texture2d<float> fs2 [[texture(2)]], sampler fs0Smplr [[sampler(0)]], sampler fs1Smplr [[sampler(1)]], sampler fs2Smplr [[sampler(2)]])
{
    main0_out out = {};
    float4 ft0 = fs0.sample(fs0Smplr, in.v0.xy);
    float2 dx = dfdx(in.v0.xy);
    float2 dy = dfdy(in.v0.xy);
    float2 dx_1 = dfdx(in.v0.yx);
    float2 dy_1 = dfdy(in.v0.yx);
    float3 ft1_2;
    float ft1_3;
    if (ft0.x > fc.c[0].x)
    {
        float4 ft1 = fs1.sample(fs1Smplr, in.v0.xy, gradient2d(dx, dy));
        ft1_2 = ft1.xyz * fc.c[0].z;
        ft1_3 = ft1.w;
    }
    else
    {
        float4 ft1_1;
        if (in.v0.x > fc.c[0].y)
        {
            ft1_1 = fs2.sample(fs2Smplr, in.v0.yx, gradient2d(dx_1 * 0.707106769084930419921875, dy_1 * 0.707106769084930419921875));
        }
        else
        {
            ft1_1 = ft0;
        }
        ft1_2 = ft1_1.xyz;
        ft1_3 = ft1_1.w;
    }
    out.oc = float4(ft1_2, ft1_3);
    return out;
}

