#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

uniform vec4 fc[2];

varying vec4 v0;

void main()
{
    float ft0_7;
    float ft0_8;
    float ft0_9;
    if (v0.x < fc[0].x)
    {
        float ft0_3;
        float ft0_4;
        float ft0_5;
        if (v0.y < fc[0].x)
        {
            float ft0;
            float ft0_1;
            float ft0_2;
            if (v0.x < fc[0].y)
            {
                bool test = v0.y < fc[0].y;
                ft0 = test ? fc[0].w : fc[1].x;
                ft0_1 = test ? fc[1].y : fc[0].w;
                ft0_2 = fc[1].z;
            }
            else
            {
                ft0 = fc[1].x;
                ft0_1 = fc[1].y;
                ft0_2 = fc[0].w;
            }
            ft0_3 = ft0;
            ft0_4 = ft0_1;
            ft0_5 = ft0_2;
        }
        else
        {
            bool test_1 = v0.y > fc[0].z;
            ft0_3 = test_1 ? fc[0].w : fc[1].x;
            ft0_4 = fc[0].w;
            ft0_5 = test_1 ? fc[1].z : fc[0].w;
        }
        ft0_7 = ft0_3;
        ft0_8 = ft0_4;
        ft0_9 = ft0_5;
    }
    else
    {
        bool test_2 = v0.y > v0.x;
        vec2 ft0_6 = test_2 ? fc[0].ww : fc[0].xx;
        ft0_7 = ft0_6.x;
        ft0_8 = test_2 ? fc[1].y : fc[0].x;
        ft0_9 = ft0_6.y;
    }
    gl_FragData[0] = vec4(ft0_7, ft0_8, ft0_9, fc[1].w);
}

