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
    constant float4* fc [[buffer(0)]],
    texture2d<float> fs0 [[texture(0)]],
    sampler fs0_sampler [[sampler(0)]],
    texture2d<float> fs1 [[texture(1)]],
    sampler fs1_sampler [[sampler(1)]],
    texture2d<float> fs2 [[texture(2)]],
    sampler fs2_sampler [[sampler(2)]]) {
    FragmentOutput output;
    float4 ft0 = fs0.sample(fs0_sampler, input.v0.xy);
    float2 dx = dfdx(input.v0.xy);
    float2 dy = dfdy(input.v0.xy);
    float2 ft1 = dfdx(input.v0.yx) * 0.70710677;
    float2 ft1_1 = dfdy(input.v0.yx) * 0.70710677;
    float4 ft1_2;
    if (ft0.x > fc[0].x) {
        ft1_2 = fs1.sample(fs1_sampler, input.v0.xy, gradient2d(dx, dy));
        ft1_2 = float4(ft1_2.xyz * fc[0].z, ft1_2.w);
    } else if (input.v0.x > fc[0].y) {
        ft1_2 = fs2.sample(fs2_sampler, input.v0.yx, gradient2d(ft1, ft1_1));
    } else {
        ft1_2 = ft0;
    }
    output.oc = ft1_2;
    return output;
}
