#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct VertexConstants
{
    float4 c[128];
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
    float4 va2 [[attribute(2)]];
    float4 va3 [[attribute(3)]];
    float4 va4 [[attribute(4)]];
};

vertex main0_out main0(main0_in in [[stage_in]], constant VertexConstants& vc [[buffer(0)]])
{
    main0_out out = {};
    float4 vt0 = in.va3 * vc.c[4].x;
    int index = int(fast::clamp(vt0.x, -8.0, 117.0));
    int index_1 = index + 8;
    float vt1 = dot(in.va0, vc.c[index_1]);
    int index_2 = index + 9;
    int index_3 = index + 10;
    float3 vt2 = float3(vt1, dot(in.va0, vc.c[index_2]), dot(in.va0, vc.c[index_3])) * in.va4.x;
    float vt1_1 = dot(in.va1.xyz, vc.c[index_1].xyz);
    float vt1_2 = dot(in.va1.xyz, vc.c[index_2].xyz);
    float3 vt3 = float3(vt1_1, vt1_2, dot(in.va1.xyz, vc.c[index_3].xyz)) * in.va4.x;
    int index_4 = int(fast::clamp(vt0.y, -8.0, 117.0));
    int index_5 = index_4 + 8;
    float vt1_3 = dot(in.va0, vc.c[index_5]);
    int index_6 = index_4 + 9;
    int index_7 = index_4 + 10;
    float3 vt1_4 = float3(vt1_3, dot(in.va0, vc.c[index_6]), dot(in.va0, vc.c[index_7])) * in.va4.y;
    float vt1_5 = dot(in.va1.xyz, vc.c[index_5].xyz);
    float vt1_6 = dot(in.va1.xyz, vc.c[index_6].xyz);
    float3 vt1_7 = float3(vt1_5, vt1_6, dot(in.va1.xyz, vc.c[index_7].xyz)) * in.va4.y;
    int index_8 = int(fast::clamp(vt0.z, -8.0, 117.0));
    int index_9 = index_8 + 8;
    float vt1_8 = dot(in.va0, vc.c[index_9]);
    int index_10 = index_8 + 9;
    int index_11 = index_8 + 10;
    float3 vt1_9 = float3(vt1_8, dot(in.va0, vc.c[index_10]), dot(in.va0, vc.c[index_11])) * in.va4.z;
    float vt1_10 = dot(in.va1.xyz, vc.c[index_9].xyz);
    float vt1_11 = dot(in.va1.xyz, vc.c[index_10].xyz);
    float3 vt1_12 = float3(vt1_10, vt1_11, dot(in.va1.xyz, vc.c[index_11].xyz)) * in.va4.z;
    int index_12 = int(fast::clamp(vt0.w, -8.0, 117.0));
    int index_13 = index_12 + 8;
    float vt1_13 = dot(in.va0, vc.c[index_13]);
    int index_14 = index_12 + 9;
    int index_15 = index_12 + 10;
    float3 vt1_14 = float3(vt1_13, dot(in.va0, vc.c[index_14]), dot(in.va0, vc.c[index_15])) * in.va4.w;
    float vt1_15 = dot(in.va1.xyz, vc.c[index_13].xyz);
    float vt1_16 = dot(in.va1.xyz, vc.c[index_14].xyz);
    float3 vt1_17 = float3(vt1_15, vt1_16, dot(in.va1.xyz, vc.c[index_15].xyz)) * in.va4.w;
    float4 vt2_1 = float4(((vt2 + vt1_4) + vt1_9) + vt1_14, in.va0.w);
    float3 vt3_1 = fast::normalize(((vt3 + vt1_7) + vt1_12) + vt1_17);
    float vt4 = fast::clamp(dot(vt3_1, vc.c[5].xyz), 0.0, 1.0);
    float vt4_1 = vt4 + vc.c[4].y;
    out.v0 = in.va2;
    out.v1 = float4(vt4_1, vt4_1, vt4_1, in.va0.w);
    out.gl_Position = float4(dot(vt2_1, vc.c[0]), dot(vt2_1, vc.c[1]), dot(vt2_1, vc.c[2]), dot(vt2_1, vc.c[3]));
    return out;
}

