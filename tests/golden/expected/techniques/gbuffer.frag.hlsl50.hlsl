cbuffer FragmentConstants : register(b1) {
    float4 fc[1];
};

Texture2D<float4> fs0 : register(t0);
SamplerState fs0_sampler : register(s0);

void main(
    float4 v0 : TEXCOORD0,
    float4 v1 : TEXCOORD1,
    float4 v2 : TEXCOORD2,
    out float4 oc : SV_Target0,
    out float4 oc1 : SV_Target1,
    out float4 oc2 : SV_Target2) {
    oc = fs0.Sample(fs0_sampler, v0.xy);
    oc1 = float4(normalize(v1.xyz) * fc[0].x + fc[0].x, fc[0].y);
    oc2 = (v2.z / v2.w).xxxx;
}
