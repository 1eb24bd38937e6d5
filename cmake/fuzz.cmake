# One libFuzzer program a file tests/fuzz/<target>_fuzz.cpp; `./dev fuzz` configures this with clang.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "HEXAD_FUZZ needs clang++ (libFuzzer): cmake --preset fuzz")
endif()

file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE hexad_protocols hexad_motion hexad_capture hexad_drives hexad_flags)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endforeach()
