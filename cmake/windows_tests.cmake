# Unit tests of the layers as Windows programs; tests/windows/windows.py runs them all. A test that asks for Linux's own
# headers, its environment or rapidcheck, which is not built here, is left out by what its source says. Of src/os the
# tests are those that mean the same on both systems.
set(HEXAD_WINDOWS_TESTED base model kinematics lifecycle motion cueing plant identify wire net text words protocols)
set(HEXAD_NOT_ON_WINDOWS "<unistd\\.h>|<sys/|<rapidcheck|setenv|mkdtemp")
set(HEXAD_TESTS_APART tuning_test.cpp)
add_custom_target(windows_tests)

function(hexad_windows_tests name)
  cmake_parse_arguments(test "" "" "SOURCES;LINK" ${ARGN})
  set(sources)
  foreach(source IN LISTS test_SOURCES)
    file(STRINGS ${source} found REGEX "${HEXAD_NOT_ON_WINDOWS}" LIMIT_COUNT 1)
    if(NOT found)
      list(APPEND sources ${source})
    endif()
  endforeach()
  add_executable(${name} EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(${name} PRIVATE ${test_LINK})
  hexad_test_program(${name} ${HEXAD_TESTS_APART})
  add_dependencies(windows_tests ${name})
endfunction()

foreach(layer IN LISTS HEXAD_WINDOWS_TESTED)
  get_property(tests GLOBAL PROPERTY HEXAD_TESTS_${layer})
  get_property(links GLOBAL PROPERTY HEXAD_TESTS_LINK_${layer})
  list(REMOVE_ITEM links hexad_base_testing) # counts what is allocated by aligned_alloc, which is not there
  hexad_windows_tests(${layer}_test SOURCES ${tests} LINK hexad_${layer} ${links} nlohmann_json::nlohmann_json)
endforeach()
hexad_windows_tests(os_test SOURCES ${PROJECT_SOURCE_DIR}/src/os/both_systems_test.cpp LINK hexad_os)

# A window to start a program in, to type Ctrl-C into and to close.
add_executable(terminal EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/windows/terminal.cpp)
target_link_libraries(terminal PRIVATE hexad_flags)
target_link_options(terminal PRIVATE -municode) # wmain
add_dependencies(windows_tests terminal)
