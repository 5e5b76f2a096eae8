#version 100

uniform vec4 vc[11];

attribute vec4 va0;
attribute vec4 va1;
varying vec4 v0;
varying vec4 v1;

void main() {
    vec4 vt0 = vec4(dot(va0.xyz, vc[4].xyz), dot(va0.xyz, vc[5].xyz), dot(va0.xyz, vc[6].xyz),
            va0.w);
    vt0 = vec4(dot(vt0, vc[7]), dot(vt0, vc[8]), dot(vt0, vc[9]), va0.w);
    float vt0_1 = dot(vt0, vc[0]);
    float vt0_2 = dot(vt0, vc[1]);
    float vt0_3 = dot(vt0, vc[2]);
    float vt0_4 = dot(vt0, vc[3]);
    vec3 vt1 = cross(cross(vec3(vt0_1, vt0_2, vt0_3), va1.xyz + vc[10].x).zxy, vc[10].xyz);
    vt1 = normalize(vt1);
    float vt1_1 = dot(vt1, vt1);
    vt1 = abs(vec3(vt1_1, vt1.yz) * vt1_1);
    vt1 = pow(vt1, vt1);
    v0 = va1;
    v1 = vec4((vt1.yzx + vt1) * vc[10].x, vc[10].y);
    gl_Position = vec4(vt0_1, vt0_2, vt0_3 + vt0_3 - vt0_4, vt0_4);
}
