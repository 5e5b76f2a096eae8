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
    int index = int(clamp(vt0.x, -8.0, 117.0));
    int index_1 = index + 8;
    int index_2 = index + 9;
    int index_3 = index + 10;
    vec3 vt2 = vec3(dot(va0, vc[index_1]), dot(va0, vc[index_2]), dot(va0, vc[index_3])) * va4.x;
    float vt1 = dot(va1.xyz, vc[index_1].xyz);
    float vt1_1 = dot(va1.xyz, vc[index_2].xyz);
    vec3 vt3 = vec3(vt1, vt1_1, dot(va1.xyz, vc[index_3].xyz)) * va4.x;
    int index_4 = int(clamp(vt0.y, -8.0, 117.0));
    int index_5 = index_4 + 8;
    int index_6 = index_4 + 9;
    int index_7 = index_4 + 10;
    vec3 vt1_2 = vec3(dot(va0, vc[index_5]), dot(va0, vc[index_6]), dot(va0, vc[index_7])) * va4.y;
    float vt1_3 = dot(va1.xyz, vc[index_5].xyz);
    float vt1_4 = dot(va1.xyz, vc[index_6].xyz);
    vec3 vt1_5 = vec3(vt1_3, vt1_4, dot(va1.xyz, vc[index_7].xyz)) * va4.y;
    int index_8 = int(clamp(vt0.z, -8.0, 117.0));
    int index_9 = index_8 + 8;
    int index_10 = index_8 + 9;
    int index_11 = index_8 + 10;
    vec3 vt1_6 = vec3(dot(va0, vc[index_9]), dot(va0, vc[index_10]), dot(va0, vc[index_11])) * va4.z;
    float vt1_7 = dot(va1.xyz, vc[index_9].xyz);
    float vt1_8 = dot(va1.xyz, vc[index_10].xyz);
    vec3 vt1_9 = vec3(vt1_7, vt1_8, dot(va1.xyz, vc[index_11].xyz)) * va4.z;
    int index_12 = int(clamp(vt0.w, -8.0, 117.0));
    int index_13 = index_12 + 8;
    int index_14 = index_12 + 9;
    int index_15 = index_12 + 10;
    vec3 vt1_10 = vec3(dot(va0, vc[index_13]), dot(va0, vc[index_14]), dot(va0, vc[index_15])) * va4.w;
    float vt1_11 = dot(va1.xyz, vc[index_13].xyz);
    float vt1_12 = dot(va1.xyz, vc[index_14].xyz);
    vec3 vt1_13 = vec3(vt1_11, vt1_12, dot(va1.xyz, vc[index_15].xyz)) * va4.w;
    vec4 vt2_1 = vec4(((vt2 + vt1_2) + vt1_6) + vt1_10, va0.w);
    float op_z = dot(vt2_1, vc[2]);
    float op_w = dot(vt2_1, vc[3]);
    vec3 vt3_1 = normalize(((vt3 + vt1_5) + vt1_9) + vt1_13);
    float vt4 = clamp(dot(vt3_1, vc[5].xyz), 0.0, 1.0) + vc[4].y;
    v0 = va2;
    v1 = vec4(vt4, vt4, vt4, va0.w);
    gl_Position = vec4(dot(vt2_1, vc[0]), dot(vt2_1, vc[1]), (op_z + op_z) - op_w, op_w);
}

