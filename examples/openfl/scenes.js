// The scenes of the example. `own` describes the result of OpenFL's own converter.

// A square over the whole picture: corners of va0, and two triangles.
const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
const square = { indices: [0, 1, 2, 1, 3, 2] };
const passThrough = "mov op, va0\nmov v0, va1";

// A picture of four colors, RGBA.
const texture = {
  size: [2, 2],
  texels: [230, 60, 40, 255, 250, 200, 60, 255, 60, 160, 90, 255, 40, 70, 180, 255],
};

export const scenes = [
  box(),
  {
    name: "normals",
    about: "nrm with the mask .xy: the third component counts, too.",
    own: "normalizes what is written, two components",
    ...square,
    vertex: passThrough,
    fragment: `
      mov ft0, fc0
      nrm ft0.xy, v0
      mul ft0.xy, ft0.xy, fc1.xx
      add ft0.xy, ft0.xy, fc1.xx
      mov oc, ft0`,
    attributes: [corners, corners.map(([x, y]) => [3 * x, 3 * y, 1])],
    fragmentConstants: [[0, 0, 0.5, 1], [0.5, 0, 0, 0]],
  },
  {
    name: "wrap",
    about: "A texture that repeats to the sides, and is clamped above and below.",
    own: "throws an error",
    ...square,
    vertex: passThrough,
    fragment: `
      tex ft0, v0, fs0 <2d, nearest, repeat_u_clamp_v, mipnone>
      mov oc, ft0`,
    attributes: [corners, corners.map(([x, y]) => [1.5 * x + 0.5, 1.5 * y + 0.5])],
    texture,
  },
  {
    name: "near",
    about: "A surface that comes through the near plane of clip space, which is z = 0 in AGAL.",
    own: "clips at z = -w, as OpenGL does",
    ...square,
    vertex: passThrough,
    fragment: "mov oc, v0",
    attributes: [
      corners.map(([x, y]) => [x, y, 0.8 * x + 0.3 * y]),
      corners.map(([x, y]) => [(x + 1) / 2, 0.6, (y + 1) / 2]),
    ],
  },
  {
    name: "branch",
    about: "AGAL 2: a branch.",
    own: "throws an error",
    version: 2,
    ...square,
    vertex: passThrough,
    fragment: `
      mul ft0, v0, v0
      add ft1.x, ft0.x, ft0.y
      ifl ft1.x, fc0.x
        mov ft2, fc1
      els
        mul ft2, ft0.xyxw, fc2
      eif
      mov oc, ft2`,
    attributes: [corners, corners],
    fragmentConstants: [[0.55, 0, 0, 0], [0.9, 0.7, 0.2, 1], [0.3, 0.6, 0.9, 1]],
  },
];

// Returns a turned box with a texture and a light.
function box() {
  const faces = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
    [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
  ].flatMap(([n, u, v]) => [[n, u, v], [n.map((c) => -c), v, u]]);
  const vertices = faces.flatMap(([n, u, v]) =>
    corners.map(([s, t]) => ({ position: n.map((c, i) => c + s * u[i] + t * v[i]), normal: n, uv: [s + 1, t + 1] })),
  );
  const turn = turned(0.6, -0.5);
  return {
    name: "box",
    about: "A box with a texture and a light.",
    vertex: `
      m44 op, va0, vc0
      m33 vt0.xyz, va1, vc4
      mov vt0.w, va1.w
      mov v0, vt0
      mov v1, va2`,
    fragment: `
      nrm ft0.xyz, v0
      dp3 ft1.x, ft0.xyz, fc0.xyz
      max ft1.x, ft1.x, fc1.x
      add ft1.x, ft1.x, fc1.y
      tex ft2, v1, fs0 <2d, linear, repeat, miplinear>
      mul ft2.xyz, ft2.xyz, ft1.xxx
      mov oc, ft2`,
    attributes: [vertices.map((v) => v.position), vertices.map((v) => v.normal), vertices.map((v) => v.uv)],
    indices: faces.flatMap((_, i) => [0, 1, 2, 1, 3, 2].map((corner) => 4 * i + corner)),
    vertexConstants: [...projected(turn), ...turn],
    fragmentConstants: [[0.36, 0.48, -0.8, 0], [0, 0.25, 0, 0]],
    texture,
  };
}

// Returns the rows of a rotation around y, then around x.
function turned(y, x) {
  const [c, s, d, t] = [Math.cos(y), Math.sin(y), Math.cos(x), Math.sin(x)];
  return [[c, 0, s, 0], [s * t, d, -c * t, 0], [-s * d, t, c * d, 0]];
}

// Returns the rows of this rotation, followed by a step away from the eye and a projection with z from 0 to w.
function projected([right, up, ahead]) {
  const [near, far, distance] = [1, 10, 5];
  const scale = far / (far - near);
  return [
    right.map((c) => 1.5 * c),
    up.map((c) => 2 * c),
    [...ahead.slice(0, 3).map((c) => scale * c), scale * (distance - near)],
    [...ahead.slice(0, 3), distance],
  ];
}
