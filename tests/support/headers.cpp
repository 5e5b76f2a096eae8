// For the headers that test programs share, precompiled: tests/CMakeLists.txt names them.
