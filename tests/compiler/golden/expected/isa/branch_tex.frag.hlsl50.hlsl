cbuffer FragmentConstants : register(b1) {
    float4 fc[1];
};

Texture2D<float4> fs0 : register(t0);
SamplerState fs0_sampler : register(s0);
Texture2D<float4> fs1 : register(t1);
SamplerState fs1_sampler : register(s1);
Texture2D<float4> fs2 : register(t2);
SamplerState fs2_sampler : register(s2);

void main(
    float4 v0 : TEXCOORD0,
    out float4 oc : SV_Target0) {
    float4 ft0 = fs0.Sample(fs0_sampler, v0.xy);
    float2 dx = ddx(v0.xy);
    float2 dy = ddy(v0.xy);
    float2 ft1 = ddx(v0.yx) * 0.70710677;
    float2 ft1_1 = ddy(v0.yx) * 0.70710677;
    float4 ft1_2;
    if (ft0.x > fc[0].x) {
        ft1_2 = fs1.SampleGrad(fs1_sampler, v0.xy, dx, dy);
        ft1_2 = float4(ft1_2.xyz * fc[0].z, ft1_2.w);
    } else if (v0.x > fc[0].y) {
        ft1_2 = fs2.SampleGrad(fs2_sampler, v0.yx, ft1, ft1_1);
    } else {
        ft1_2 = ft0;
    }
    oc = ft1_2;
}
