cbuffer FragmentConstants : register(b1) {
    float4 fc[2];
};

Texture2D<float4> fs0 : register(t0);
SamplerState fs0_sampler : register(s0);
Texture2D<float4> fs1 : register(t1);
SamplerState fs1_sampler : register(s1);

void main(
    float4 v0 : TEXCOORD0,
    out float4 oc : SV_Target0) {
    float ft1 = fs1.Sample(fs1_sampler, v0.xy).x - fc[0].x;
    float4 ft3 = fs0.Sample(fs0_sampler, v0.xy);
    if (ft1 < 0.0) {
        discard;
    }
    ft3 = float4(ft3.xyz + fc[1].xyz * float(ft1 < fc[0].y), ft3.w);
    oc = saturate(ft3);
}
