cbuffer VertexConstants : register(b0) {
    float4 vc[128];
};

void main(
    float4 va0 : TEXCOORD0,
    float4 va1 : TEXCOORD1,
    float4 va2 : TEXCOORD2,
    float4 va3 : TEXCOORD3,
    float4 va4 : TEXCOORD4,
    out float4 v0 : TEXCOORD0,
    out float4 v1 : TEXCOORD1,
    out float4 op : SV_Position) {
    float4 vt0 = va3 * vc[4].x;
    int index = int(clamp(vt0.x, -8.0, 117.0));
    float4 vt1 = vc[index + 8];
    float4 vt1_1 = vc[index + 9];
    float4 vt1_2 = vc[index + 10];
    float3 vt2 = float3(dot(va0, vt1), dot(va0, vt1_1), dot(va0, vt1_2));
    float3 vt3 = float3(dot(va1.xyz, vt1.xyz), dot(va1.xyz, vt1_1.xyz), dot(va1.xyz, vt1_2.xyz));
    index = int(clamp(vt0.y, -8.0, 117.0));
    vt1_2 = vc[index + 8];
    float4 vt1_3 = vc[index + 9];
    float4 vt1_4 = vc[index + 10];
    float3 vt1_5 = float3(dot(va0, vt1_2), dot(va0, vt1_3), dot(va0, vt1_4));
    vt2 = vt2 * va4.x + vt1_5 * va4.y;
    vt1_5 = float3(dot(va1.xyz, vt1_2.xyz), dot(va1.xyz, vt1_3.xyz), dot(va1.xyz, vt1_4.xyz));
    vt3 = vt3 * va4.x + vt1_5 * va4.y;
    index = int(clamp(vt0.z, -8.0, 117.0));
    vt1_4 = vc[index + 8];
    float4 vt1_6 = vc[index + 9];
    float4 vt1_7 = vc[index + 10];
    vt1_5 = float3(dot(va0, vt1_4), dot(va0, vt1_6), dot(va0, vt1_7));
    float3 vt1_8 = float3(dot(va1.xyz, vt1_4.xyz), dot(va1.xyz, vt1_6.xyz),
            dot(va1.xyz, vt1_7.xyz));
    index = int(clamp(vt0.w, -8.0, 117.0));
    vt1_7 = vc[index + 8];
    float4 vt1_9 = vc[index + 9];
    float4 vt1_10 = vc[index + 10];
    float3 vt1_11 = float3(dot(va0, vt1_7), dot(va0, vt1_9), dot(va0, vt1_10));
    float3 vt1_12 = float3(dot(va1.xyz, vt1_7.xyz), dot(va1.xyz, vt1_9.xyz),
            dot(va1.xyz, vt1_10.xyz));
    vt3 = vt3 + vt1_8 * va4.z + vt1_12 * va4.w;
    float4 vt2_1 = float4(vt2 + vt1_5 * va4.z + vt1_11 * va4.w, va0.w);
    float vt4 = saturate(dot(normalize(vt3), vc[5].xyz)) + vc[4].y;
    v0 = va2;
    v1 = float4(vt4, vt4, vt4, va0.w);
    op = float4(dot(vt2_1, vc[0]), dot(vt2_1, vc[1]), dot(vt2_1, vc[2]), dot(vt2_1, vc[3]));
}
