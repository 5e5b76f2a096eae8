#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

uniform vec4 fc[2];

varying vec4 v0;

void main() {
    vec3 ft0;
    if (v0.x < fc[0].x) {
        if (v0.y < fc[0].x) {
            if (v0.x < fc[0].y) {
                bool test = v0.y < fc[0].y;
                ft0 = vec3(test ? fc[0].w : fc[1].x, test ? fc[1].y : fc[0].w, fc[1].z);
            } else {
                ft0 = vec3(fc[1].xy, fc[0].w);
            }
        } else {
            bool test_1 = v0.y > fc[0].z;
            ft0 = vec3(test_1 ? fc[0].w : fc[1].x, fc[0].w, test_1 ? fc[1].z : fc[0].w);
        }
    } else {
        bool test_2 = v0.y > v0.x;
        vec2 ft0_1 = test_2 ? fc[0].ww : fc[0].xx;
        ft0 = vec3(ft0_1.x, test_2 ? fc[1].y : fc[0].x, ft0_1.y);
    }
    gl_FragData[0] = vec4(ft0, fc[1].w);
}
