// The shared library consists of the static ones; CMake wants a source file of it.
