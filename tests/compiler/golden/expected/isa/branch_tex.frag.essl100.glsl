#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
precision mediump float;
precision mediump sampler2D;
#endif

uniform vec4 fc[1];

uniform sampler2D fs0;
uniform sampler2D fs1;
uniform sampler2D fs2;

varying vec4 v0;

void main() {
    vec4 ft0 = texture2D(fs0, v0.xy);
    vec4 ft1 = texture2D(fs1, v0.xy);
    vec4 ft1_1 = texture2D(fs2, v0.yx, -0.5);
    if (ft0.x > fc[0].x) {
        ft1_1 = vec4(ft1.xyz * fc[0].z, ft1.w);
    } else {
        ft1_1 = v0.x > fc[0].y ? ft1_1 : ft0;
    }
    gl_FragData[0] = ft1_1;
}
