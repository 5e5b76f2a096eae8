cbuffer FragmentConstants : register(b1) {
    float4 fc[4];
};

Texture2D<float4> fs0 : register(t0);
SamplerState fs0_sampler : register(s0);

void main(
    float4 v0 : TEXCOORD0,
    float4 v1 : TEXCOORD1,
    float4 v2 : TEXCOORD2,
    out float4 oc : SV_Target0) {
    float3 ft0 = normalize(v1.xyz);
    float ft2 = dot(ft0, fc[0].xyz);
    float3 ft3 = ft0 * (ft2 + ft2) - fc[0].xyz;
    float ft3_1 = saturate(dot(ft3, normalize(fc[1].xyz - v0.xyz)));
    ft3_1 = exp2(log2(ft3_1) * fc[3].w) * float(ft2 >= fc[2].w);
    float4 ft4 = fs0.Sample(fs0_sampler, v2.xy);
    float3 ft4_1 = ft4.xyz * (fc[2].xyz + saturate(ft2));
    oc = float4(ft4_1 + fc[3].xyz * ft3_1, ft4.w);
}
