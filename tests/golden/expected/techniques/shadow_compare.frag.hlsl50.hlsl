cbuffer FragmentConstants : register(b1) {
    float4 fc[4];
};

Texture2D<float4> fs0 : register(t0);
SamplerState fs0_sampler : register(s0);

void main(
    float4 v0 : TEXCOORD0,
    float4 v1 : TEXCOORD1,
    out float4 oc : SV_Target0) {
    float4 ft0 = v0.xyxy + fc[1];
    float ft5 = dot(fs0.Sample(fs0_sampler, ft0.xy), fc[0]);
    float4 ft5_1 = float4(ft5, dot(fs0.Sample(fs0_sampler, ft0.zy), fc[0]),
            dot(fs0.Sample(fs0_sampler, ft0.xw), fc[0]),
            dot(fs0.Sample(fs0_sampler, ft0.zw), fc[0]));
    bool4 test = (v0.z / v0.w - fc[2].x).xxxx < ft5_1;
    float3 ft5_2 = v1.xyz * dot(float4(test), fc[2].yyyy);
    oc = float4((ft5_2 + fc[2].z) * fc[3].xyz, fc[3].w);
}
