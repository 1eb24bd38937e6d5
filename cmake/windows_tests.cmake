# The tests of src/os that mean the same on both systems, and what tests/windows needs.
add_executable(os_test ${PROJECT_SOURCE_DIR}/src/os/both_systems_test.cpp)
target_link_libraries(os_test PRIVATE hexad_os)
hexad_test_program(os_test)

add_executable(starter ${PROJECT_SOURCE_DIR}/tests/windows/starter.c)
target_link_options(starter PRIVATE -static)
