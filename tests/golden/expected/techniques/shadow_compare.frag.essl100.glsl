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

void main()
{
    vec4 ft0 = v0.xyxy + fc[1];
    float ft5 = dot(texture2D(fs0, ft0.xy), fc[0]);
    float ft5_1 = dot(texture2D(fs0, ft0.zy), fc[0]);
    float ft5_2 = dot(texture2D(fs0, ft0.xw), fc[0]);
    float ft6 = (v0.z / v0.w) - fc[2].x;
    vec4 ft5_3 = vec4(lessThan(vec4(ft6), vec4(ft5, ft5_1, ft5_2, dot(texture2D(fs0, ft0.zw), fc[0]))));
    vec3 ft5_4 = v1.xyz * dot(ft5_3, fc[2].yyyy);
    vec3 ft5_5 = (ft5_4 + fc[2].zzz) * fc[3].xyz;
    gl_FragData[0] = vec4(ft5_5, fc[3].w);
}

