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

void main() {
    vec4 ft0 = v0.xyxy + fc[1];
    float ft5 = dot(texture2D(fs0, ft0.xy), fc[0]);
    vec4 ft5_1 = vec4(ft5, dot(texture2D(fs0, ft0.zy), fc[0]), dot(texture2D(fs0, ft0.xw), fc[0]),
            dot(texture2D(fs0, ft0.zw), fc[0]));
    bvec4 test = lessThan(vec4(v0.z / v0.w - fc[2].x), ft5_1);
    vec3 ft5_2 = v1.xyz * dot(vec4(test), fc[2].yyyy);
    gl_FragData[0] = vec4((ft5_2 + fc[2].z) * fc[3].xyz, fc[3].w);
}
