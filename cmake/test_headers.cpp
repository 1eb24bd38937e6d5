// Holds the precompiled headers of all test programs: cmake/test_base.cmake.
