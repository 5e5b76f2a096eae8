#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct VertexConstants
{
    float4 c[11];
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

vertex main0_out main0(main0_in in [[stage_in]], constant VertexConstants& vc [[buffer(0)]])
{
    main0_out out = {};
    float vt0 = dot(in.va0.xyz, vc.c[4].xyz);
    float vt0_1 = dot(in.va0.xyz, vc.c[5].xyz);
    float4 vt0_2 = float4(vt0, vt0_1, dot(in.va0.xyz, vc.c[6].xyz), in.va0.w);
    float vt0_3 = dot(vt0_2, vc.c[7]);
    float4 vt0_4 = float4(vt0_3, dot(vt0_2, vc.c[8]), dot(vt0_2, vc.c[9]), in.va0.w);
    float vt0_5 = dot(vt0_4, vc.c[0]);
    float vt0_6 = dot(vt0_4, vc.c[1]);
    float vt0_7 = dot(vt0_4, vc.c[2]);
    float3 vt1 = cross(float3(vt0_5, vt0_6, vt0_7), in.va1.xyz + vc.c[10].xxx);
    float3 vt1_1 = fast::normalize(cross(vt1.zxy, vc.c[10].xyz));
    float vt1_2 = dot(vt1_1, vt1_1);
    float3 vt1_3 = abs(float3(vt1_2, vt1_1.yz) * vt1_2);
    float3 vt1_4 = pow(vt1_3, vt1_3);
    out.v0 = in.va1;
    out.v1 = float4((vt1_4.yzx + vt1_4) * vc.c[10].x, vc.c[10].y);
    out.gl_Position = float4(vt0_5, vt0_6, vt0_7, dot(vt0_4, vc.c[3]));
    return out;
}

