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
    int _37 = int(fast::clamp(vt0.x, -8.0, 117.0));
    int _39 = _37 + 8;
    float vt1 = dot(in.va0, vc.c[_39]);
    int _44 = _37 + 9;
    int _49 = _37 + 10;
    float3 vt2 = float3(vt1, dot(in.va0, vc.c[_44]), dot(in.va0, vc.c[_49])) * in.va4.x;
    float vt1_1 = dot(in.va1.xyz, vc.c[_39].xyz);
    float vt1_2 = dot(in.va1.xyz, vc.c[_44].xyz);
    float3 vt3 = float3(vt1_1, vt1_2, dot(in.va1.xyz, vc.c[_49].xyz)) * in.va4.x;
    int _70 = int(fast::clamp(vt0.y, -8.0, 117.0));
    int _71 = _70 + 8;
    float vt1_3 = dot(in.va0, vc.c[_71]);
    int _75 = _70 + 9;
    int _79 = _70 + 10;
    float3 vt1_4 = float3(vt1_3, dot(in.va0, vc.c[_75]), dot(in.va0, vc.c[_79])) * in.va4.y;
    float vt1_5 = dot(in.va1.xyz, vc.c[_71].xyz);
    float vt1_6 = dot(in.va1.xyz, vc.c[_75].xyz);
    float3 vt1_7 = float3(vt1_5, vt1_6, dot(in.va1.xyz, vc.c[_79].xyz)) * in.va4.y;
    int _98 = int(fast::clamp(vt0.z, -8.0, 117.0));
    int _99 = _98 + 8;
    float vt1_8 = dot(in.va0, vc.c[_99]);
    int _103 = _98 + 9;
    int _107 = _98 + 10;
    float3 vt1_9 = float3(vt1_8, dot(in.va0, vc.c[_103]), dot(in.va0, vc.c[_107])) * in.va4.z;
    float vt1_10 = dot(in.va1.xyz, vc.c[_99].xyz);
    float vt1_11 = dot(in.va1.xyz, vc.c[_103].xyz);
    float3 vt1_12 = float3(vt1_10, vt1_11, dot(in.va1.xyz, vc.c[_107].xyz)) * in.va4.z;
    int _126 = int(fast::clamp(vt0.w, -8.0, 117.0));
    int _127 = _126 + 8;
    float vt1_13 = dot(in.va0, vc.c[_127]);
    int _131 = _126 + 9;
    int _135 = _126 + 10;
    float3 vt1_14 = float3(vt1_13, dot(in.va0, vc.c[_131]), dot(in.va0, vc.c[_135])) * in.va4.w;
    float vt1_15 = dot(in.va1.xyz, vc.c[_127].xyz);
    float vt1_16 = dot(in.va1.xyz, vc.c[_131].xyz);
    float3 vt1_17 = float3(vt1_15, vt1_16, dot(in.va1.xyz, vc.c[_135].xyz)) * in.va4.w;
    float4 vt2_1 = float4(((vt2 + vt1_4) + vt1_9) + vt1_14, in.va0.w);
    float3 vt3_1 = fast::normalize(((vt3 + vt1_7) + vt1_12) + vt1_17);
    float vt4 = fast::clamp(dot(vt3_1, vc.c[5].xyz), 0.0, 1.0);
    float vt4_1 = vt4 + vc.c[4].y;
    out.v0 = in.va2;
    out.v1 = float4(vt4_1, vt4_1, vt4_1, in.va0.w);
    out.gl_Position = float4(dot(vt2_1, vc.c[0]), dot(vt2_1, vc.c[1]), dot(vt2_1, vc.c[2]), dot(vt2_1, vc.c[3]));
    return out;
}

