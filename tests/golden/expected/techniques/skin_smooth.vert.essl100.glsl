#version 100

uniform vec4 vc[128];

attribute vec4 va0;
attribute vec4 va1;
attribute vec4 va2;
attribute vec4 va3;
attribute vec4 va4;
varying vec4 v0;
varying vec4 v1;

void main()
{
    vec4 vt0 = va3 * vc[4].x;
    int _36 = int(clamp(vt0.x, -8.0, 117.0));
    int _38 = _36 + 8;
    int _43 = _36 + 9;
    int _48 = _36 + 10;
    vec3 vt2 = vec3(dot(va0, vc[_38]), dot(va0, vc[_43]), dot(va0, vc[_48])) * va4.x;
    float vt1 = dot(va1.xyz, vc[_38].xyz);
    float vt1_1 = dot(va1.xyz, vc[_43].xyz);
    vec3 vt3 = vec3(vt1, vt1_1, dot(va1.xyz, vc[_48].xyz)) * va4.x;
    int _69 = int(clamp(vt0.y, -8.0, 117.0));
    int _70 = _69 + 8;
    int _74 = _69 + 9;
    int _78 = _69 + 10;
    vec3 vt1_2 = vec3(dot(va0, vc[_70]), dot(va0, vc[_74]), dot(va0, vc[_78])) * va4.y;
    float vt1_3 = dot(va1.xyz, vc[_70].xyz);
    float vt1_4 = dot(va1.xyz, vc[_74].xyz);
    vec3 vt1_5 = vec3(vt1_3, vt1_4, dot(va1.xyz, vc[_78].xyz)) * va4.y;
    int _97 = int(clamp(vt0.z, -8.0, 117.0));
    int _98 = _97 + 8;
    int _102 = _97 + 9;
    int _106 = _97 + 10;
    vec3 vt1_6 = vec3(dot(va0, vc[_98]), dot(va0, vc[_102]), dot(va0, vc[_106])) * va4.z;
    float vt1_7 = dot(va1.xyz, vc[_98].xyz);
    float vt1_8 = dot(va1.xyz, vc[_102].xyz);
    vec3 vt1_9 = vec3(vt1_7, vt1_8, dot(va1.xyz, vc[_106].xyz)) * va4.z;
    int _125 = int(clamp(vt0.w, -8.0, 117.0));
    int _126 = _125 + 8;
    int _130 = _125 + 9;
    int _134 = _125 + 10;
    vec3 vt1_10 = vec3(dot(va0, vc[_126]), dot(va0, vc[_130]), dot(va0, vc[_134])) * va4.w;
    float vt1_11 = dot(va1.xyz, vc[_126].xyz);
    float vt1_12 = dot(va1.xyz, vc[_130].xyz);
    vec3 vt1_13 = vec3(vt1_11, vt1_12, dot(va1.xyz, vc[_134].xyz)) * va4.w;
    vec4 vt2_1 = vec4(((vt2 + vt1_2) + vt1_6) + vt1_10, va0.w);
    float op_z = dot(vt2_1, vc[2]);
    float op_w = dot(vt2_1, vc[3]);
    vec3 vt3_1 = normalize(((vt3 + vt1_5) + vt1_9) + vt1_13);
    float vt4 = clamp(dot(vt3_1, vc[5].xyz), 0.0, 1.0) + vc[4].y;
    v0 = va2;
    v1 = vec4(vt4, vt4, vt4, va0.w);
    gl_Position = vec4(dot(vt2_1, vc[0]), dot(vt2_1, vc[1]), (op_z + op_z) - op_w, op_w);
}

