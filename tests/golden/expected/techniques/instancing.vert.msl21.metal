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
    uint iid [[instance_id]],
    constant float4* vc [[buffer(0)]]) {
    VertexOutput output;
    float vt2 = float(int(iid));
    int index = int(clamp(vt2 * vc[4].x, -8.0, 238.0));
    float vt1 = dot(input.va0, vc[index + 8]);
    float vt1_1 = dot(input.va0, vc[index + 9]);
    float4 vt1_2 = float4(vt1, vt1_1, dot(input.va0, vc[index + 10]),
            dot(input.va0, vc[index + 11]));
    vt2 = vt2 * vc[4].y + vc[4].z;
    output.v0 = input.va1;
    output.v1 = float4(vt2, vt2, vt2, input.va0.w);
    output.op = float4(dot(vt1_2, vc[0]), dot(vt1_2, vc[1]), dot(vt1_2, vc[2]), dot(vt1_2, vc[3]));
    return output;
}
