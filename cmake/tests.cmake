# Tests: one gtest program a layer, found by name; system tests and checks of the source tree below tests/.

if(HEXAD_FUZZ)
  include(cmake/fuzz.cmake)
  return()
endif()

if(WIN32)
  include(cmake/windows_tests.cmake)
  return()
endif()

find_package(benchmark REQUIRED)
find_package(Simbody QUIET)

# What `./dev test` builds and runs with the sanitizers, by the second compiler: what meets bytes from outside, with the
# fuzz corpora; what every tick runs is compiled only. Every other test under the sanitizers is part of `./dev soak`.
set(HEXAD_SANITIZED wire protocols capture net os store)
add_custom_target(sanitized_tests DEPENDS hexad_controller hexad_plant)

# What has threads that meet: `./dev soak` builds and runs these with ThreadSanitizer. Nothing of that tree serves
# anything else, and it takes more than two minutes to build.
set(HEXAD_THREADED net os web engine operation recorder daemon)
add_custom_target(threaded_tests)

# Tests with names of their own that a neighbour has, too (hexad_compile_together).
set(HEXAD_TESTS_APART csfi_presets_test.cpp engine_test.cpp presets_test.cpp tuning_test.cpp)

# Layers whose tests open sockets or start threads that wait for each other: real time passes.
set(HEXAD_SYSTEM_LAYERS os web daemon)

get_property(layers GLOBAL PROPERTY HEXAD_LAYERS)
foreach(layer IN LISTS layers)
  get_property(sources GLOBAL PROPERTY HEXAD_TESTS_${layer})
  if(sources)
    add_executable(${layer}_test ${sources})
    get_property(links GLOBAL PROPERTY HEXAD_TESTS_LINK_${layer})
    target_link_libraries(${layer}_test PRIVATE hexad_${layer} ${links} nlohmann_json::nlohmann_json)
    hexad_test_program(${layer}_test ${HEXAD_TESTS_APART})
    if(layer IN_LIST HEXAD_SYSTEM_LAYERS)
      hexad_tests(${layer}_test ${layer} system)
    else()
      hexad_tests(${layer}_test ${layer} unit)
    endif()
    if(layer IN_LIST HEXAD_SANITIZED)
      add_dependencies(sanitized_tests ${layer}_test)
    endif()
    if(layer IN_LIST HEXAD_THREADED)
      add_dependencies(threaded_tests ${layer}_test)
    endif()
  endif()
endforeach()

# Suites that need more than their layer: tests/<suite>/CMakeLists.txt says what.
file(GLOB suites CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/CMakeLists.txt)
foreach(suite IN LISTS suites)
  get_filename_component(folder ${suite} DIRECTORY)
  get_filename_component(name ${folder} NAME)
  add_subdirectory(${folder} ${CMAKE_BINARY_DIR}/tests_${name})
endforeach()

# The same lives in every run, and those of the day. A failure prints the command that repeats it on any day.
add_test(NAME drill.lives COMMAND hexad drill --platform all --seed 1 --seeds 30)
add_test(NAME drill.today COMMAND hexad drill --platform all --seed today --seeds 25)
set_tests_properties(drill.lives drill.today PROPERTIES LABELS unit TIMEOUT 1200 PROCESSORS 2)

# The whole program: the same lives in every run, those of the day, and every hardship in every state.
add_test(NAME drill.stack COMMAND hexad drill --stack --platform all --seed 1 --seeds 6)
add_test(NAME drill.stack_today COMMAND hexad drill --stack --platform all --seed today --seeds 4)
add_test(NAME drill.scenarios COMMAND hexad drill --scenario all)
set_tests_properties(drill.stack drill.stack_today drill.scenarios PROPERTIES LABELS unit TIMEOUT 1200)
# The bugs that tests plant are in no program but theirs.
add_test(NAME drill.no_bugs_in_the_product
         COMMAND sh -c "! grep -qaE 'TamperedSession|FaultyDisk|FaultyDrives' \"$1\" && grep -qaE 'TamperedSession|FaultyDisk|FaultyDrives' \"$2\"" sh
                 $<TARGET_FILE:hexad> $<TARGET_FILE:stack_test>)
set_tests_properties(drill.no_bugs_in_the_product PROPERTIES LABELS check)
