# Builds the program: cmake -B build && cmake --build build
cmake_minimum_required(VERSION 3.16)
project(draw C)
find_package(SDL3 3.4 REQUIRED CONFIG)
set(CMAKE_C_STANDARD 11)
add_executable(draw draw.c materials.c bind.c)
target_link_libraries(draw PRIVATE SDL3::SDL3)
