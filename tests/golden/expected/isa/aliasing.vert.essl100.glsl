#version 100

uniform vec4 vc[11];

attribute vec4 va0;
attribute vec4 va1;
varying vec4 v0;
varying vec4 v1;

void main()
{
    float vt0 = dot(va0.xyz, vc[4].xyz);
    float vt0_1 = dot(va0.xyz, vc[5].xyz);
    vec4 vt0_2 = vec4(vt0, vt0_1, dot(va0.xyz, vc[6].xyz), va0.w);
    vec4 vt0_3 = vec4(dot(vt0_2, vc[7]), dot(vt0_2, vc[8]), dot(vt0_2, vc[9]), va0.w);
    float vt0_4 = dot(vt0_3, vc[0]);
    float vt0_5 = dot(vt0_3, vc[1]);
    float vt0_6 = dot(vt0_3, vc[2]);
    float vt0_7 = dot(vt0_3, vc[3]);
    vec3 vt1 = cross(vec3(vt0_4, vt0_5, vt0_6), va1.xyz + vc[10].xxx);
    vec3 vt1_1 = normalize(cross(vt1.zxy, vc[10].xyz));
    float vt1_2 = dot(vt1_1, vt1_1);
    vec3 vt1_3 = abs(vec3(vt1_2, vt1_1.yz) * vt1_2);
    vec3 vt1_4 = pow(vt1_3, vt1_3);
    v0 = va1;
    v1 = vec4((vt1_4.yzx + vt1_4) * vc[10].x, vc[10].y);
    gl_Position = vec4(vt0_4, vt0_5, (vt0_6 + vt0_6) - vt0_7, vt0_7);
}

