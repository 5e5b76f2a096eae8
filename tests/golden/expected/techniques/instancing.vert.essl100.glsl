corpus/techniques/instancing.vert.agal:9:10: error[AGAL4011]: essl100 does not support instance ids
  token 1, source 1, vertex program
   | mul vt0, iid.x, vc4.x       // four registers an instance
   |          ^^^^^
  help: pass the number in an attribute that advances once per instance, or compile for essl300
corpus/techniques/instancing.vert.agal:10:15: warning[AGAL4020]: more constant registers than the guaranteed minimum of 128 for essl100 in a vertex shader
  token 2, source 2, vertex program
   | m44 vt1, va0, vc[vt0.x+8]
   |               ^^^^^^^^^^^
  help: most devices have more; query the device first
