#version 100
#extension GL_EXT_draw_buffers : require
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
precision mediump float;
precision mediump sampler2D;
#endif

uniform vec4 fc[1];

uniform sampler2D fs0;

varying vec4 v0;
varying vec4 v1;
varying vec4 v2;

void main() {
    gl_FragData[0] = texture2D(fs0, v0.xy);
    gl_FragData[1] = vec4(normalize(v1.xyz) * fc[0].x + fc[0].x, fc[0].y);
    gl_FragData[2] = vec4(v2.z / v2.w);
}
