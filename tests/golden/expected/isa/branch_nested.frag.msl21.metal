#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct FragmentConstants
{
    float4 c[2];
};

struct main0_out
{
    float4 oc [[color(0)]];
};

struct main0_in
{
    float4 v0 [[user(locn0)]];
};

fragment main0_out main0(main0_in in [[stage_in]], constant FragmentConstants& fc [[buffer(0)]])
{
    main0_out out = {};
    float ft0_7;
    float ft0_8;
    float ft0_9;
    if (in.v0.x < fc.c[0].x)
    {
        float ft0_3;
        float ft0_4;
        float ft0_5;
        if (in.v0.y < fc.c[0].x)
        {
            float ft0;
            float ft0_1;
            float ft0_2;
            if (in.v0.x < fc.c[0].y)
            {
                bool test = in.v0.y < fc.c[0].y;
                ft0 = test ? fc.c[0].w : fc.c[1].x;
                ft0_1 = test ? fc.c[1].y : fc.c[0].w;
                ft0_2 = fc.c[1].z;
            }
            else
            {
                ft0 = fc.c[1].x;
                ft0_1 = fc.c[1].y;
                ft0_2 = fc.c[0].w;
            }
            ft0_3 = ft0;
            ft0_4 = ft0_1;
            ft0_5 = ft0_2;
        }
        else
        {
            bool test_1 = in.v0.y > fc.c[0].z;
            ft0_3 = test_1 ? fc.c[0].w : fc.c[1].x;
            ft0_4 = fc.c[0].w;
            ft0_5 = test_1 ? fc.c[1].z : fc.c[0].w;
        }
        ft0_7 = ft0_3;
        ft0_8 = ft0_4;
        ft0_9 = ft0_5;
    }
    else
    {
        bool test_2 = in.v0.y > in.v0.x;
        float2 ft0_6 = test_2 ? fc.c[0].ww : fc.c[0].xx;
        ft0_7 = ft0_6.x;
        ft0_8 = test_2 ? fc.c[1].y : fc.c[0].x;
        ft0_9 = ft0_6.y;
    }
    out.oc = float4(ft0_7, ft0_8, ft0_9, fc.c[1].w);
    return out;
}

