// An empty source file for the shared library, which consists of static libraries. CMake requires a source file.
