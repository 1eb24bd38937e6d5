# What every test program shares.

if(NOT WIN32) # there they stand in cmake/windows.cmake
  find_package(GTest REQUIRED)
  include(GoogleTest)
  find_path(RAPIDCHECK_INCLUDE rapidcheck.h REQUIRED)
  find_library(RAPIDCHECK_LIBRARY rapidcheck REQUIRED)
endif()

add_library(hexad_test_libraries INTERFACE)
target_include_directories(hexad_test_libraries INTERFACE ${PROJECT_SOURCE_DIR}/tests)
target_compile_definitions(hexad_test_libraries INTERFACE
  HEXAD_TEST_SOURCE="${PROJECT_SOURCE_DIR}"
  HEXAD_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
  HEXAD_TEST_SHARE="${PROJECT_SOURCE_DIR}/share")
target_link_libraries(hexad_test_libraries INTERFACE hexad_flags Eigen3::Eigen GTest::gtest ${RAPIDCHECK_LIBRARY})

# What is tested is in the libraries: a test that is compiled without optimisation is compiled in half the time. What
# calculates for a test is a library of its own, in a folder `testing`.
add_library(hexad_test_base INTERFACE)
target_link_libraries(hexad_test_base INTERFACE hexad_test_libraries GTest::gtest_main)
target_compile_options(hexad_test_base INTERFACE -O0)

# Most of the time a test takes to compile is its headers, and what it tests is in the libraries: they are compiled once,
# for all programs.
add_executable(test_headers EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/test_headers.cpp)
target_link_libraries(test_headers PRIVATE hexad_test_base)
set_target_properties(test_headers PROPERTIES HEXAD_TEST ON)
target_precompile_headers(test_headers PRIVATE
  <gtest/gtest.h> <Eigen/Geometry> <array> <cmath> <optional> <random> <string> <vector>)

# Tests that calculate a million poses themselves.
set(HEXAD_OPTIMISED_TESTS kinematics_test)

function(hexad_test_program name)
  set_target_properties(${name} PROPERTIES HEXAD_TEST ON)
  if(name IN_LIST HEXAD_OPTIMISED_TESTS)
    target_link_libraries(${name} PRIVATE hexad_test_libraries GTest::gtest_main)
  else()
    target_link_libraries(${name} PRIVATE hexad_test_base)
    target_precompile_headers(${name} REUSE_FROM test_headers)
  endif()
  get_target_property(sources ${name} SOURCES)
  hexad_compile_together(${name} SOURCES ${sources} APART ${ARGN})
endfunction()

# Random tests draw the same values in every run. What the caller sets (RC_PARAMS=max_success=5000) is kept.
set(HEXAD_RANDOM_SEED "RC_PARAMS=string_append: seed=20260115")

# hexad_tests(program prefix label…): ctest sees every test of the program as prefix.Suite.Test. Labels: `unit` is one
# process in virtual time; `system` has sockets, browsers, processes, and waits for what it looks at.
function(hexad_tests program prefix)
  gtest_discover_tests(${program}
    TEST_PREFIX ${prefix}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS "${ARGN}" TIMEOUT 600 ENVIRONMENT_MODIFICATION "${HEXAD_RANDOM_SEED}")
endfunction()
