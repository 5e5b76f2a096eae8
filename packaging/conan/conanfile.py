"""A recipe for Conan 2, of these sources:  conan create packaging/conan --build=missing

Without SPIRV-Tools and SPIRV-Cross: GLSL, GLSL ES, WGSL, MSL and HLSL by agalc's own writer, and SPIR-V that is not validated.
"""
import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir


class AgalConan(ConanFile):
    name = "agal"
    description = "Cross-compiler for AGAL, the shader bytecode of Stage3D"
    license = "Apache-2.0"
    topics = ("agal", "stage3d", "shader", "spirv", "glsl", "wgsl")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"fPIC": [True, False], "unpackers": [True, False], "libarchive": [True, False]}
    default_options = {"fPIC": True, "unpackers": True, "libarchive": False}
    implements = ["auto_shared_fpic"]

    def _root(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        # That of the project.
        text = load(self, os.path.join(self._root(), "CMakeLists.txt"))
        self.version = text.split("project(agal VERSION ", 1)[1].split(" ", 1)[0]

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md",
                        "cmake/*", "docs/*", "examples/*", "include/*", "src/*"):
            copy(self, pattern, self._root(), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)

    def requirements(self):
        self.requires("fmt/[>=9 <12]")
        self.requires("spirv-headers/[>=1.3]")
        self.requires("xxhash/[>=0.8]")
        if self.options.unpackers:
            self.requires("zlib/[>=1.2.11 <2]")
            self.requires("xz_utils/[>=5.4]")
            self.requires("minizip/[>=1.2 <2]")
        if self.options.libarchive:
            self.requires("libarchive/[>=3.6]")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["AGAL_BUILD_TOOLS"] = False
        toolchain.cache_variables["AGAL_BUILD_TESTS"] = False
        toolchain.cache_variables["AGAL_BUILD_SHARED"] = False
        toolchain.cache_variables["AGAL_WITH_KHRONOS"] = False
        toolchain.cache_variables["AGAL_WITH_UNPACKERS"] = bool(self.options.unpackers)
        toolchain.cache_variables["AGAL_WITH_LIBARCHIVE"] = bool(self.options.libarchive)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # CMakeDeps writes the files for users that replace these.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "agal")
        self.cpp_info.set_property("pkg_config_name", "agal")
        core = self.cpp_info.components["core"]
        core.set_property("cmake_target_name", "agal::core")
        core.libs = ["agal-core"]
        core.requires = ["fmt::fmt", "spirv-headers::spirv-headers"]
        agal = self.cpp_info.components["agal"]
        agal.set_property("cmake_target_name", "agal::agal")
        agal.libs = ["agal-compiler"]
        agal.requires = ["core"]
        prove = self.cpp_info.components["prove"]
        prove.set_property("cmake_target_name", "agal::prove")
        prove.libs = ["agal-prove"]
        prove.requires = ["core"]
        games = self.cpp_info.components["games"]
        games.set_property("cmake_target_name", "agal::games")
        games.libs = ["agal-games"]
        games.requires = ["core", "xxhash::xxhash"]
        if self.options.unpackers:
            games.requires += ["zlib::zlib", "xz_utils::xz_utils", "minizip::minizip"]
        if self.options.libarchive:
            games.requires.append("libarchive::libarchive")
        c = self.cpp_info.components["c"]
        c.set_property("cmake_target_name", "agal::c")
        c.libs = ["agal"]
        c.requires = ["agal", "prove", "games"]
        if self.settings.os in ("Linux", "FreeBSD"):
            core.system_libs = ["m"]
            agal.system_libs = ["pthread"]
