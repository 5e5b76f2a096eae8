#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
precision mediump float;
precision mediump sampler2D;
#endif

uniform vec4 fc[2];

uniform sampler2D fs0;
uniform sampler2D fs1;

varying vec4 v0;

void main() {
    float ft1 = texture2D(fs1, v0.xy).x - fc[0].x;
    vec4 ft3 = texture2D(fs0, v0.xy);
    if (ft1 < 0.0) {
        discard;
    }
    ft3 = vec4(ft3.xyz + fc[1].xyz * float(ft1 < fc[0].y), ft3.w);
    gl_FragData[0] = clamp(ft3, 0.0, 1.0);
}
