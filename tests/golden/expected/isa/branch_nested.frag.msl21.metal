#include <metal_stdlib>

using namespace metal;

struct FragmentInput {
    float4 v0 [[user(locn0)]];
};

struct FragmentOutput {
    float4 oc [[color(0)]];
};

fragment FragmentOutput main0(
    FragmentInput input [[stage_in]],
    constant float4* fc [[buffer(0)]]) {
    FragmentOutput output;
    float3 ft0;
    if (input.v0.x < fc[0].x) {
        if (input.v0.y < fc[0].x) {
            if (input.v0.x < fc[0].y) {
                bool test = input.v0.y < fc[0].y;
                ft0 = float3(test ? fc[0].w : fc[1].x, test ? fc[1].y : fc[0].w, fc[1].z);
            } else {
                ft0 = float3(fc[1].xy, fc[0].w);
            }
        } else {
            bool test_1 = input.v0.y > fc[0].z;
            ft0 = float3(test_1 ? fc[0].w : fc[1].x, fc[0].w, test_1 ? fc[1].z : fc[0].w);
        }
    } else {
        bool test_2 = input.v0.y > input.v0.x;
        float2 ft0_1 = test_2 ? fc[0].ww : fc[0].xx;
        ft0 = float3(ft0_1.x, test_2 ? fc[1].y : fc[0].x, ft0_1.y);
    }
    output.oc = float4(ft0, fc[1].w);
    return output;
}
