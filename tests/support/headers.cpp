// Precompiles the headers that test programs share; tests/CMakeLists.txt lists them.
