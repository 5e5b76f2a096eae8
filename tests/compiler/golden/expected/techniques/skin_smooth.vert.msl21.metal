#include <metal_stdlib>

using namespace metal;

struct VertexInput {
    float4 va0 [[attribute(0)]];
    float4 va1 [[attribute(1)]];
    float4 va2 [[attribute(2)]];
    float4 va3 [[attribute(3)]];
    float4 va4 [[attribute(4)]];
};

struct VertexOutput {
    float4 op [[position]];
    float4 v0 [[user(locn0)]];
    float4 v1 [[user(locn1)]];
};

vertex VertexOutput main0(
    VertexInput input [[stage_in]],
    constant float4* vc [[buffer(0)]]) {
    VertexOutput output;
    float4 vt0 = input.va3 * vc[4].x;
    int index = int(clamp(vt0.x, -8.0, 117.0));
    float4 vt1 = vc[index + 8];
    float4 vt1_1 = vc[index + 9];
    float4 vt1_2 = vc[index + 10];
    float3 vt2 = float3(dot(input.va0, vt1), dot(input.va0, vt1_1), dot(input.va0, vt1_2));
    float3 vt3 = float3(dot(input.va1.xyz, vt1.xyz), dot(input.va1.xyz, vt1_1.xyz),
            dot(input.va1.xyz, vt1_2.xyz));
    index = int(clamp(vt0.y, -8.0, 117.0));
    vt1_2 = vc[index + 8];
    float4 vt1_3 = vc[index + 9];
    float4 vt1_4 = vc[index + 10];
    float3 vt1_5 = float3(dot(input.va0, vt1_2), dot(input.va0, vt1_3), dot(input.va0, vt1_4));
    vt2 = vt2 * input.va4.x + vt1_5 * input.va4.y;
    vt1_5 = float3(dot(input.va1.xyz, vt1_2.xyz), dot(input.va1.xyz, vt1_3.xyz),
            dot(input.va1.xyz, vt1_4.xyz));
    vt3 = vt3 * input.va4.x + vt1_5 * input.va4.y;
    index = int(clamp(vt0.z, -8.0, 117.0));
    vt1_4 = vc[index + 8];
    float4 vt1_6 = vc[index + 9];
    float4 vt1_7 = vc[index + 10];
    vt1_5 = float3(dot(input.va0, vt1_4), dot(input.va0, vt1_6), dot(input.va0, vt1_7));
    float3 vt1_8 = float3(dot(input.va1.xyz, vt1_4.xyz), dot(input.va1.xyz, vt1_6.xyz),
            dot(input.va1.xyz, vt1_7.xyz));
    index = int(clamp(vt0.w, -8.0, 117.0));
    vt1_7 = vc[index + 8];
    float4 vt1_9 = vc[index + 9];
    float4 vt1_10 = vc[index + 10];
    float3 vt1_11 = float3(dot(input.va0, vt1_7), dot(input.va0, vt1_9), dot(input.va0, vt1_10));
    float3 vt1_12 = float3(dot(input.va1.xyz, vt1_7.xyz), dot(input.va1.xyz, vt1_9.xyz),
            dot(input.va1.xyz, vt1_10.xyz));
    vt3 = vt3 + vt1_8 * input.va4.z + vt1_12 * input.va4.w;
    float4 vt2_1 = float4(vt2 + vt1_5 * input.va4.z + vt1_11 * input.va4.w, input.va0.w);
    float vt4 = saturate(dot(normalize(vt3), vc[5].xyz)) + vc[4].y;
    output.v0 = input.va2;
    output.v1 = float4(vt4, vt4, vt4, input.va0.w);
    output.op = float4(dot(vt2_1, vc[0]), dot(vt2_1, vc[1]), dot(vt2_1, vc[2]), dot(vt2_1, vc[3]));
    return output;
}
