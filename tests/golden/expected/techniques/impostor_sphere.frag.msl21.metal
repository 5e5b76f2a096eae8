#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct FragmentConstants
{
    float4 c[3];
};

struct main0_out
{
    float4 oc [[color(0)]];
    float gl_FragDepth [[depth(any)]];
};

struct main0_in
{
    float4 v0 [[user(locn0)]];
    float4 v1 [[user(locn1)]];
};

fragment main0_out main0(main0_in in [[stage_in]], constant FragmentConstants& fc [[buffer(0)]])
{
    main0_out out = {};
    float2 ft0 = in.v0.xy * in.v0.xy;
    float ft0_1 = fc.c[0].x - (ft0.x + ft0.y);
    if (ft0_1 < 0.0)
    {
        discard_fragment();
    }
    float ft1 = sqrt(fast::clamp(ft0_1, 0.0, 1.0));
    float ft2 = (1.0 / (in.v1.z - (ft1 * in.v1.w))) * fc.c[0].z;
    float ft3 = dot(float3(in.v0.x, -in.v0.y, -ft1), fc.c[1].xyz);
    float ft3_1 = fast::clamp(ft3, 0.0, 1.0) + fc.c[0].w;
    out.oc = float4(fc.c[2].xyz * ft3_1, fc.c[2].w);
    out.gl_FragDepth = ft2 + fc.c[0].y;
    return out;
}

