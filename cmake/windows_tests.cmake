# Unit tests of the layers as Windows programs; tests/windows/windows.py runs them all. A test that asks for Linux's own
# headers, its environment, rapidcheck (which is not built here) or for a count of what is allocated (aligned_alloc is
# not there) is left out by what its source says. Of src/os the tests are those that mean the same on both systems.
set(HEXAD_WINDOWS_TESTED base model kinematics lifecycle motion cueing plant wire net store text words protocols host config
  engine operation)
set(HEXAD_NOT_ON_WINDOWS "<unistd\\.h>|<sys/|<rapidcheck|setenv|mkdtemp|testing/counting_new")
set(HEXAD_TESTS_APART csfi_presets_test.cpp engine_test.cpp presets_test.cpp tuning_test.cpp)
add_custom_target(windows_tests)

function(hexad_windows_tests name)
  cmake_parse_arguments(test "" "" "SOURCES;LINK;APART" ${ARGN})
  set(sources)
  foreach(source IN LISTS test_SOURCES)
    file(STRINGS ${source} found REGEX "${HEXAD_NOT_ON_WINDOWS}" LIMIT_COUNT 1)
    if(NOT found)
      list(APPEND sources ${source})
    endif()
  endforeach()
  add_executable(${name} EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(${name} PRIVATE ${test_LINK})
  hexad_test_program(${name} ${HEXAD_TESTS_APART} ${test_APART})
  add_dependencies(windows_tests ${name})
endfunction()

foreach(layer IN LISTS HEXAD_WINDOWS_TESTED)
  get_property(tests GLOBAL PROPERTY HEXAD_TESTS_${layer})
  get_property(links GLOBAL PROPERTY HEXAD_TESTS_LINK_${layer})
  list(REMOVE_ITEM links hexad_base_testing)
  hexad_windows_tests(${layer}_test SOURCES ${tests} LINK hexad_${layer} ${links} nlohmann_json::nlohmann_json)
endforeach()
hexad_windows_tests(os_test SOURCES ${PROJECT_SOURCE_DIR}/src/os/both_systems_test.cpp LINK hexad_os)

# The core with the simulated drives, as tests/core/CMakeLists.txt has it.
file(GLOB core CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/core/*.cpp)
hexad_windows_tests(core_test SOURCES ${core} LINK hexad_drill hexad_config hexad_controller hexad_plant
  APART prepared_test.cpp programs_test.cpp)

# A window to start a program in, to interrupt it and to close.
add_executable(terminal EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/windows/terminal.cpp)
target_link_libraries(terminal PRIVATE hexad_flags)
target_link_options(terminal PRIVATE -municode) # wmain
add_dependencies(windows_tests terminal)
