# Tests: one gtest program a layer, found by name; system tests and checks of the source tree below tests/.

if(HEXAD_FUZZ)
  include(cmake/fuzz.cmake)
  return()
endif()

find_package(benchmark REQUIRED)
find_package(Simbody QUIET)
pkg_check_modules(nlopt QUIET IMPORTED_TARGET nlopt)

# Random tests draw the same values in every run. What the caller sets (RC_PARAMS=max_success=5000) is kept.
set(HEXAD_RANDOM_SEED "RC_PARAMS=string_append: seed=20260115")

# What `./dev test` builds and runs with the sanitizers: what meets bytes from outside, with the fuzz corpora. Every other
# test under the sanitizers is part of `./dev soak`.
set(HEXAD_SANITIZED wire protocols capture net store)
add_custom_target(sanitized_tests)

# Tests with names of their own that a neighbour has, too (hexad_compile_together).
set(HEXAD_TESTS_APART csfi_presets_test.cpp engine_test.cpp presets_test.cpp tuning_test.cpp)

get_property(layers GLOBAL PROPERTY HEXAD_LAYERS)
foreach(layer IN LISTS layers)
  get_property(sources GLOBAL PROPERTY HEXAD_TESTS_${layer})
  if(sources)
    add_executable(${layer}_test ${sources})
    target_link_libraries(${layer}_test PRIVATE hexad_${layer})
    hexad_test_program(${layer}_test ${HEXAD_TESTS_APART})
    add_test(NAME ${layer} COMMAND ${layer}_test)
    set_tests_properties(${layer} PROPERTIES LABELS unit ENVIRONMENT_MODIFICATION "${HEXAD_RANDOM_SEED}")
    if(layer IN_LIST HEXAD_SANITIZED)
      add_dependencies(sanitized_tests ${layer}_test)
    endif()
  endif()
endforeach()

# Suites that need more than their layer: tests/<suite>/CMakeLists.txt says what.
# (tests/faults is a part of the program too, `hexad drill`: the top CMakeLists.txt has it.)
file(GLOB suites CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/CMakeLists.txt)
list(FILTER suites EXCLUDE REGEX "/tests/faults/")
foreach(suite IN LISTS suites)
  get_filename_component(folder ${suite} DIRECTORY)
  get_filename_component(name ${folder} NAME)
  add_subdirectory(${folder} ${CMAKE_BINARY_DIR}/tests_${name})
endforeach()
