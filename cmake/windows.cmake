# What the program for Windows is made of: libraries that packaging/windows/libraries.sh has built, by the names they
# have on Linux. No TLS, no capture files.
set(HEXAD_WINDOWS_LIBRARIES ${PROJECT_SOURCE_DIR}/build/windows/deps CACHE PATH "what libraries.sh has made")

function(hexad_windows_library name)
  cmake_parse_arguments(library "" "" "LINK;INCLUDE" ${ARGN})
  add_library(${name} INTERFACE IMPORTED)
  set_target_properties(${name} PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${HEXAD_WINDOWS_LIBRARIES}/include;${library_INCLUDE}"
    INTERFACE_LINK_LIBRARIES "${library_LINK}")
endfunction()

set(here ${HEXAD_WINDOWS_LIBRARIES}/lib)
hexad_windows_library(Eigen3::Eigen INCLUDE ${HEXAD_WINDOWS_LIBRARIES}/include/eigen3)
hexad_windows_library(fmt::fmt LINK ${here}/libfmt.a)
hexad_windows_library(nlohmann_json::nlohmann_json)
hexad_windows_library(Threads::Threads)
hexad_windows_library(PkgConfig::tomlplusplus)
hexad_windows_library(PkgConfig::muparser LINK ${here}/libmuparser.a)
set_target_properties(PkgConfig::muparser PROPERTIES INTERFACE_COMPILE_DEFINITIONS MUPARSER_STATIC)
hexad_windows_library(PkgConfig::websockets LINK ${here}/libwebsockets_static.a ws2_32)
hexad_windows_library(PkgConfig::xlsxwriter LINK ${here}/libxlsxwriter.a /usr/x86_64-w64-mingw32/lib/libz.a)
hexad_windows_library(PkgConfig::nlopt LINK ${here}/libnlopt_cxx.a)
hexad_windows_library(PkgConfig::openssl)
hexad_windows_library(PkgConfig::pcap)
hexad_windows_library(GTest::gtest LINK ${here}/libgtest.a)
hexad_windows_library(GTest::gtest_main LINK ${here}/libgtest_main.a ${here}/libgtest.a)

# Windows 10: exact timers, UTF-8 as the code page. Without what windows.h calls min, max and ERROR.
target_compile_definitions(hexad_flags INTERFACE
  _WIN32_WINNT=0x0A00 WIN32_LEAN_AND_MEAN NOMINMAX NOGDI _POSIX_C_SOURCE=200809L)
target_compile_options(hexad_flags INTERFACE -Wa,-mbig-obj)
target_link_options(hexad_flags INTERFACE -static -fstack-protector-strong)
target_link_libraries(hexad_flags INTERFACE ws2_32 iphlpapi bcrypt winmm shell32 ole32)

add_library(hexad_utf8 STATIC packaging/windows/utf8.cpp)
target_link_libraries(hexad_flags INTERFACE hexad_utf8)
target_link_options(hexad_flags INTERFACE -Wl,--wrap=mbrtowc -Wl,-u,__wrap_mbrtowc)
