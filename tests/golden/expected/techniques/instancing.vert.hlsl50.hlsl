cbuffer VertexConstants : register(b0) {
    float4 vc[250];
};

void main(
    float4 va0 : TEXCOORD0,
    float4 va1 : TEXCOORD1,
    uint iid : SV_InstanceID,
    out float4 v0 : TEXCOORD0,
    out float4 v1 : TEXCOORD1,
    out float4 op : SV_Position) {
    float vt2 = float(int(iid));
    int index = int(clamp(vt2 * vc[4].x, -8.0, 238.0));
    float vt1 = dot(va0, vc[index + 8]);
    float vt1_1 = dot(va0, vc[index + 9]);
    float4 vt1_2 = float4(vt1, vt1_1, dot(va0, vc[index + 10]), dot(va0, vc[index + 11]));
    vt2 = vt2 * vc[4].y + vc[4].z;
    v0 = va1;
    v1 = float4(vt2, vt2, vt2, va0.w);
    op = float4(dot(vt1_2, vc[0]), dot(vt1_2, vc[1]), dot(vt1_2, vc[2]), dot(vt1_2, vc[3]));
}
