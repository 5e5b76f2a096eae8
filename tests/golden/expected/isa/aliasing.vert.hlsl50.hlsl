cbuffer VertexConstants : register(b0) {
    float4 vc[11];
};

void main(
    float4 va0 : TEXCOORD0,
    float4 va1 : TEXCOORD1,
    out float4 v0 : TEXCOORD0,
    out float4 v1 : TEXCOORD1,
    out float4 op : SV_Position) {
    float4 vt0 = float4(dot(va0.xyz, vc[4].xyz), dot(va0.xyz, vc[5].xyz), dot(va0.xyz, vc[6].xyz),
            va0.w);
    vt0 = float4(dot(vt0, vc[7]), dot(vt0, vc[8]), dot(vt0, vc[9]), va0.w);
    float vt0_1 = dot(vt0, vc[0]);
    float vt0_2 = dot(vt0, vc[1]);
    float vt0_3 = dot(vt0, vc[2]);
    float3 vt1 = cross(cross(float3(vt0_1, vt0_2, vt0_3), va1.xyz + vc[10].x).zxy, vc[10].xyz);
    vt1 = normalize(vt1);
    float vt1_1 = dot(vt1, vt1);
    vt1 = abs(float3(vt1_1, vt1.yz) * vt1_1);
    vt1 = exp2(log2(vt1) * vt1);
    v0 = va1;
    v1 = float4((vt1.yzx + vt1) * vc[10].x, vc[10].y);
    op = float4(vt0_1, vt0_2, vt0_3, dot(vt0, vc[3]));
}
