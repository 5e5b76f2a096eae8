#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
precision mediump float;
precision mediump sampler2D;
#endif

uniform vec4 fc[4];

uniform sampler2D fs0;

varying vec4 v0;
varying vec4 v1;
varying vec4 v2;

void main() {
    vec3 ft0 = normalize(v1.xyz);
    float ft2 = dot(ft0, fc[0].xyz);
    vec3 ft3 = ft0 * (ft2 + ft2) - fc[0].xyz;
    float ft3_1 = clamp(dot(ft3, normalize(fc[1].xyz - v0.xyz)), 0.0, 1.0);
    ft3_1 = pow(ft3_1, fc[3].w) * float(ft2 >= fc[2].w);
    vec4 ft4 = texture2D(fs0, v2.xy);
    vec3 ft4_1 = ft4.xyz * (fc[2].xyz + clamp(ft2, 0.0, 1.0));
    gl_FragData[0] = vec4(ft4_1 + fc[3].xyz * ft3_1, ft4.w);
}
