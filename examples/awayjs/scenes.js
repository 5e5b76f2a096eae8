// The scenes of the example: the engine's torus, and squares over the whole picture, drawn with AwayJS's Stage3D. `own`
// describes the result of AwayJS's own converter.

// Corners of va0. The first three form one triangle, the last three the other.
const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
const colors = [[0.9, 0.2, 0.1], [0.9, 0.8, 0.2], [0.2, 0.6, 0.3], [0.1, 0.3, 0.7]];

export const scenes = [
  {
    name: "torus",
    about: "AwayJS's renderer with a material of its own: it writes the AGAL while it runs.",
  },
  {
    name: "turned",
    about: "m33 with the same register as source and destination: all rows read what was there before.",
    own: "has written the first component when it computes the second one",
    vertex: `
      mov op, va0
      mov vt1, va1
      m33 vt1.xyz, vt1, vc4
      mov v0, vt1`,
    fragment: "mov oc, v0",
    attributes: [corners, colors],
    vertexConstants: [[], [], [], [], [0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]],
  },
  {
    name: "palette",
    about: "Relative addressing: each corner has the number of a color.",
    own: "uses a name that it does not declare",
    vertex: `
      mov op, va0
      mov v0, vc[va1.x+1]`,
    fragment: "mov oc, v0",
    attributes: [corners, [[3], [0], [2], [1]]],
    vertexConstants: [[], ...colors.map((color) => [...color, 1])],
  },
  {
    name: "branch",
    about: "AGAL 2: a temporary register with its first value inside of a branch.",
    own: "declares the register there, and cannot use it afterwards",
    version: 2,
    vertex: `
      mov op, va0
      mov v0, va0`,
    fragment: `
      mul ft0, v0, v0
      add ft1.x, ft0.x, ft0.y
      ifl ft1.x, fc0.x
        mov ft2, fc1
      els
        mul ft2, ft0.xyxw, fc2
      eif
      mov oc, ft2`,
    attributes: [corners],
    fragmentConstants: [[0.55, 0, 0, 0], [0.9, 0.7, 0.2, 1], [0.3, 0.6, 0.9, 1]],
  },
];
