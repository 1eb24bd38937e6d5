# The tests of src/os that mean the same on both systems; tests/windows/windows.py runs them.
add_executable(os_test ${PROJECT_SOURCE_DIR}/src/os/both_systems_test.cpp)
target_link_libraries(os_test PRIVATE hexad_os)
hexad_test_program(os_test)
