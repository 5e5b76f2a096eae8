#include <metal_stdlib>

using namespace metal;

struct VertexInput {
    float4 va0 [[attribute(0)]];
    float4 va1 [[attribute(1)]];
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
    float4 vt0 = float4(dot(input.va0.xyz, vc[4].xyz), dot(input.va0.xyz, vc[5].xyz),
            dot(input.va0.xyz, vc[6].xyz), input.va0.w);
    vt0 = float4(dot(vt0, vc[7]), dot(vt0, vc[8]), dot(vt0, vc[9]), input.va0.w);
    float vt0_1 = dot(vt0, vc[0]);
    float vt0_2 = dot(vt0, vc[1]);
    float vt0_3 = dot(vt0, vc[2]);
    float3 vt1 = cross(cross(float3(vt0_1, vt0_2, vt0_3), input.va1.xyz + vc[10].x).zxy,
            vc[10].xyz);
    vt1 = normalize(vt1);
    float vt1_1 = dot(vt1, vt1);
    vt1 = abs(float3(vt1_1, vt1.yz) * vt1_1);
    vt1 = pow(vt1, vt1);
    output.v0 = input.va1;
    output.v1 = float4((vt1.yzx + vt1) * vc[10].x, vc[10].y);
    output.op = float4(vt0_1, vt0_2, vt0_3, dot(vt0, vc[3]));
    return output;
}
