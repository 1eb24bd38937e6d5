# What every test program shares.

find_package(GTest REQUIRED)
find_path(RAPIDCHECK_INCLUDE rapidcheck.h REQUIRED)
find_library(RAPIDCHECK_LIBRARY rapidcheck REQUIRED)

add_library(hexad_test_base INTERFACE)
target_include_directories(hexad_test_base INTERFACE ${PROJECT_SOURCE_DIR}/tests)
target_compile_definitions(hexad_test_base INTERFACE
  HEXAD_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
  HEXAD_TEST_SHARE="${PROJECT_SOURCE_DIR}/share")
target_link_libraries(hexad_test_base INTERFACE hexad_flags Eigen3::Eigen GTest::gtest GTest::gtest_main ${RAPIDCHECK_LIBRARY})

# At -O1 gcc 12 sees strings overrun that do not; the libraries and the program are compiled with these warnings.
target_compile_options(hexad_test_base INTERFACE
  $<$<CONFIG:Release>:-O1> $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread>)

if(HEXAD_SANITIZE)
  target_compile_options(hexad_test_base INTERFACE -O0)  # the libraries are what takes the time there
endif()

# Most of the time a test takes to compile is its headers, and what it tests is in the libraries: they are compiled once,
# for all programs.
add_executable(test_headers EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/test_headers.cpp)
target_link_libraries(test_headers PRIVATE hexad_test_base)
target_precompile_headers(test_headers PRIVATE
  <gtest/gtest.h> <Eigen/Geometry> <array> <cmath> <optional> <random> <string> <vector>)

function(hexad_test_program name)
  target_link_libraries(${name} PRIVATE hexad_test_base)
  target_precompile_headers(${name} REUSE_FROM test_headers)
  get_target_property(sources ${name} SOURCES)
  hexad_compile_together(${name} SOURCES ${sources} APART ${ARGN})
endfunction()
