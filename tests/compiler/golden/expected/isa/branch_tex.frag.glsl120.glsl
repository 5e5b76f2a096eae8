#version 120
#extension GL_ARB_shader_texture_lod : require

uniform vec4 fc[1];

uniform sampler2D fs0;
uniform sampler2D fs1;
uniform sampler2D fs2;

varying vec4 v0;

void main() {
    vec4 ft0 = texture2D(fs0, v0.xy);
    vec2 dx = dFdx(v0.xy);
    vec2 dy = dFdy(v0.xy);
    vec2 ft1 = dFdx(v0.yx) * 0.70710677;
    vec2 ft1_1 = dFdy(v0.yx) * 0.70710677;
    vec4 ft1_2;
    if (ft0.x > fc[0].x) {
        ft1_2 = texture2DGradARB(fs1, v0.xy, dx, dy);
        ft1_2 = vec4(ft1_2.xyz * fc[0].z, ft1_2.w);
    } else if (v0.x > fc[0].y) {
        ft1_2 = texture2DGradARB(fs2, v0.yx, ft1, ft1_1);
    } else {
        ft1_2 = ft0;
    }
    gl_FragData[0] = ft1_2;
}
