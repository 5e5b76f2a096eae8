cbuffer FragmentConstants : register(b1) {
    float4 fc[2];
};

void main(
    float4 v0 : TEXCOORD0,
    out float4 oc : SV_Target0) {
    float3 ft0;
    if (v0.x < fc[0].x) {
        if (v0.y < fc[0].x) {
            if (v0.x < fc[0].y) {
                bool test = v0.y < fc[0].y;
                ft0 = float3(test ? fc[0].w : fc[1].x, test ? fc[1].y : fc[0].w, fc[1].z);
            } else {
                ft0 = float3(fc[1].xy, fc[0].w);
            }
        } else {
            bool test_1 = v0.y > fc[0].z;
            ft0 = float3(test_1 ? fc[0].w : fc[1].x, fc[0].w, test_1 ? fc[1].z : fc[0].w);
        }
    } else {
        bool test_2 = v0.y > v0.x;
        float2 ft0_1 = test_2 ? fc[0].ww : fc[0].xx;
        ft0 = float3(ft0_1.x, test_2 ? fc[1].y : fc[0].x, ft0_1.y);
    }
    oc = float4(ft0, fc[1].w);
}
