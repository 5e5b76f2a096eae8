#version 100

uniform vec4 vc[128];

attribute vec4 va0;
attribute vec4 va1;
attribute vec4 va2;
attribute vec4 va3;
attribute vec4 va4;
varying vec4 v0;
varying vec4 v1;

void main() {
    vec4 vt0 = va3 * vc[4].x;
    int index = int(clamp(vt0.x, -8.0, 117.0));
    vec4 vt1 = vc[index + 8];
    vec4 vt1_1 = vc[index + 9];
    vec4 vt1_2 = vc[index + 10];
    vec3 vt2 = vec3(dot(va0, vt1), dot(va0, vt1_1), dot(va0, vt1_2));
    vec3 vt3 = vec3(dot(va1.xyz, vt1.xyz), dot(va1.xyz, vt1_1.xyz), dot(va1.xyz, vt1_2.xyz));
    index = int(clamp(vt0.y, -8.0, 117.0));
    vt1_2 = vc[index + 8];
    vec4 vt1_3 = vc[index + 9];
    vec4 vt1_4 = vc[index + 10];
    vec3 vt1_5 = vec3(dot(va0, vt1_2), dot(va0, vt1_3), dot(va0, vt1_4));
    vt2 = vt2 * va4.x + vt1_5 * va4.y;
    vt1_5 = vec3(dot(va1.xyz, vt1_2.xyz), dot(va1.xyz, vt1_3.xyz), dot(va1.xyz, vt1_4.xyz));
    vt3 = vt3 * va4.x + vt1_5 * va4.y;
    index = int(clamp(vt0.z, -8.0, 117.0));
    vt1_4 = vc[index + 8];
    vec4 vt1_6 = vc[index + 9];
    vec4 vt1_7 = vc[index + 10];
    vt1_5 = vec3(dot(va0, vt1_4), dot(va0, vt1_6), dot(va0, vt1_7));
    vec3 vt1_8 = vec3(dot(va1.xyz, vt1_4.xyz), dot(va1.xyz, vt1_6.xyz), dot(va1.xyz, vt1_7.xyz));
    index = int(clamp(vt0.w, -8.0, 117.0));
    vt1_7 = vc[index + 8];
    vec4 vt1_9 = vc[index + 9];
    vec4 vt1_10 = vc[index + 10];
    vec3 vt1_11 = vec3(dot(va0, vt1_7), dot(va0, vt1_9), dot(va0, vt1_10));
    vec3 vt1_12 = vec3(dot(va1.xyz, vt1_7.xyz), dot(va1.xyz, vt1_9.xyz), dot(va1.xyz, vt1_10.xyz));
    vt3 = vt3 + vt1_8 * va4.z + vt1_12 * va4.w;
    vec4 vt2_1 = vec4(vt2 + vt1_5 * va4.z + vt1_11 * va4.w, va0.w);
    float value = dot(vt2_1, vc[2]);
    float value_1 = dot(vt2_1, vc[3]);
    float vt4 = clamp(dot(normalize(vt3), vc[5].xyz), 0.0, 1.0) + vc[4].y;
    v0 = va2;
    v1 = vec4(vt4, vt4, vt4, va0.w);
    gl_Position = vec4(dot(vt2_1, vc[0]), dot(vt2_1, vc[1]), value + value - value_1, value_1);
}
