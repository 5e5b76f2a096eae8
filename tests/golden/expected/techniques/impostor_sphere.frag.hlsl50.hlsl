cbuffer FragmentConstants : register(b1) {
    float4 fc[3];
};

void main(
    float4 v0 : TEXCOORD0,
    float4 v1 : TEXCOORD1,
    out float4 oc : SV_Target0,
    out float fd : SV_Depth) {
    float2 ft0 = v0.xy * v0.xy;
    float ft0_1 = fc[0].x - (ft0.x + ft0.y);
    if (ft0_1 < 0.0) {
        discard;
    }
    float ft1 = sqrt(saturate(ft0_1));
    float ft2 = 1.0 / (v1.z - ft1 * v1.w) * fc[0].z;
    float ft3 = saturate(dot(float3(v0.x, -v0.y, -ft1), fc[1].xyz));
    oc = float4(fc[2].xyz * (ft3 + fc[0].w), fc[2].w);
    fd = ft2 + fc[0].y;
}
