#version 100
#extension GL_EXT_frag_depth : require
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

uniform vec4 fc[3];

varying vec4 v0;
varying vec4 v1;

void main() {
    vec2 ft0 = v0.xy * v0.xy;
    float ft0_1 = fc[0].x - (ft0.x + ft0.y);
    if (ft0_1 < 0.0) {
        discard;
    }
    float ft1 = sqrt(clamp(ft0_1, 0.0, 1.0));
    float ft2 = 1.0 / (v1.z - ft1 * v1.w) * fc[0].z;
    float ft3 = clamp(dot(vec3(v0.x, -v0.y, -ft1), fc[1].xyz), 0.0, 1.0);
    gl_FragData[0] = vec4(fc[2].xyz * (ft3 + fc[0].w), fc[2].w);
    gl_FragDepthEXT = ft2 + fc[0].y;
}
