#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct VertexConstants
{
    float4 c[250];
};

struct main0_out
{
    float4 v0 [[user(locn0)]];
    float4 v1 [[user(locn1)]];
    float4 gl_Position [[position]];
};

struct main0_in
{
    float4 va0 [[attribute(0)]];
    float4 va1 [[attribute(1)]];
};

vertex main0_out main0(main0_in in [[stage_in]], constant VertexConstants& vc [[buffer(0)]], uint gl_InstanceID [[instance_id]])
{
    main0_out out = {};
    float vt0 = float(gl_InstanceID);
    int index = int(fast::clamp(vt0 * vc.c[4].x, -8.0, 238.0));
    float vt1 = dot(in.va0, vc.c[index + 8]);
    float vt1_1 = dot(in.va0, vc.c[index + 9]);
    float vt1_2 = dot(in.va0, vc.c[index + 10]);
    float4 vt1_3 = float4(vt1, vt1_1, vt1_2, dot(in.va0, vc.c[index + 11]));
    float3 vt2 = float3(vt0) * vc.c[4].y;
    out.v0 = in.va1;
    out.v1 = float4(vt2 + vc.c[4].zzz, in.va0.w);
    out.gl_Position = float4(dot(vt1_3, vc.c[0]), dot(vt1_3, vc.c[1]), dot(vt1_3, vc.c[2]), dot(vt1_3, vc.c[3]));
    return out;
}

