# Training of a WebAssembly module, for ./tools/web --trained. The first build counts how often each block is executed
# (bindings/js/wasm/counts.cpp), bindings/js/wasm/train.js writes the counts of a training run, and the compiler of the second
# build reads them.
set(AGAL_WASM_COUNTS "" CACHE STRING "`write` for a module that counts what it executes, or the file of its counts, which the compiler reads")

# Without -disable-preinline, the counts belong to functions after inlining, which depends on the optimization of a file.
set(agal_counted -mllvm -disable-preinline=true)
if(AGAL_WASM_COUNTS STREQUAL "write")
  # The counts are only of blocks, and train.js reads names that are not compressed.
  list(APPEND agal_counted -Xclang -fprofile-instrument=llvm -mllvm -disable-vp=true -mllvm -enable-name-compression=false)
elseif(AGAL_WASM_COUNTS)
  # The most frequent blocks that take 95 % of the counts are hot, and are optimized for time. Blocks outside of 99 % are cold,
  # and functions without other blocks are optimized for minimum size. The inliner's analysis of costs and benefits would make
  # the module 15 % larger and 3 % faster.
  set(agal_inlining -profile-summary-cutoff-hot=950000 -profile-summary-cutoff-cold=990000
                    -inline-enable-cost-benefit-analysis=false)
  list(APPEND agal_counted -O3 "-fprofile-use=${AGAL_WASM_COUNTS}" -Wno-backend-plugin
                           -mllvm -pgo-cold-func-opt=minsize)
  foreach(option IN LISTS agal_inlining)
    list(APPEND agal_counted -mllvm ${option})
    target_link_options(agal-flags INTERFACE "LINKER:-mllvm,${option}")
  endforeach()
else()
  return()
endif()
# SHELL: keeps each -mllvm.
list(JOIN agal_counted " " agal_counted)
target_compile_options(agal-flags INTERFACE "SHELL:${agal_counted}")
