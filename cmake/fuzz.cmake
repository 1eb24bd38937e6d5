# One libFuzzer program a file tests/fuzz/<target>_fuzz.cpp; `./dev fuzz` configures this with clang.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "HEXAD_FUZZ needs clang++ (libFuzzer): cmake --preset fuzz")
endif()

include(${PROJECT_SOURCE_DIR}/tests/fuzz/targets.cmake)
foreach(source IN LISTS HEXAD_FUZZ_SOURCES)
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "_fuzz$" "" target ${name})
  hexad_fuzz_target(${name} ${target})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endforeach()
