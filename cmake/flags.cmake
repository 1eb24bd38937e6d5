# Flags every target of the project shares, as one interface target.

option(HEXAD_TESTS "build the tests" ON)
option(HEXAD_FUZZ "build the fuzz targets instead of the tests (clang only)" OFF)
option(HEXAD_WERROR "warnings are errors" ON)
option(HEXAD_UNITY "compile neighbouring sources as one, to build everything sooner" OFF)
set(HEXAD_SANITIZE "" CACHE STRING "sanitizers, e.g. address,undefined or thread")

add_library(hexad_flags INTERFACE)
target_compile_options(hexad_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  -Wduplicated-cond -Wlogical-op
  -ffp-contract=off -fstack-protector-strong)
# Eigen would multiply and add in one step on arm64, as no compiler may here (-ffp-contract=off): without that a life has
# the bits of x86-64. For everything: a function of a header is linked from whichever source the linker meets first.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
  target_compile_options(hexad_flags INTERFACE -U__ARM_FEATURE_FMA -Wno-builtin-macro-redefined)
endif()
# Sanitizers rewrite expressions, and gcc then warns about what nobody wrote: the plain build is the judge.
if(HEXAD_WERROR AND NOT (HEXAD_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU))
  target_compile_options(hexad_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # gcc 12 sees Eigen's blocks overrun that do not, where Eigen was precompiled: clang and AddressSanitizer judge that.
  target_compile_options(hexad_flags INTERFACE
    $<$<NOT:$<CONFIG:Debug>>:-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict>)
  target_compile_options(hexad_flags INTERFACE -fpch-preprocess) # or ccache does not keep what has precompiled headers
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(hexad_flags INTERFACE -Wno-unknown-warning-option)
endif()
if(HEXAD_SANITIZE)
  target_compile_options(hexad_flags INTERFACE -fsanitize=${HEXAD_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(hexad_flags INTERFACE -fsanitize=${HEXAD_SANITIZE})
  if(HEXAD_SANITIZE MATCHES undefined)
    # Checks of every single pointer access double the time to compile Eigen; AddressSanitizer sees the same faults.
    target_compile_options(hexad_flags INTERFACE
      -fno-sanitize=null,alignment,object-size,vptr,nonnull-attribute,returns-nonnull-attribute
      -fno-sanitize-recover=undefined)
  endif()
else()
  # Not for tests, which are compiled without optimisation.
  target_compile_options(hexad_flags INTERFACE
    $<$<NOT:$<OR:$<CONFIG:Debug>,$<BOOL:$<TARGET_PROPERTY:HEXAD_TEST>>>>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>)
  if(NOT WIN32)
    target_link_options(hexad_flags INTERFACE -Wl,-z,relro,-z,now)
  endif()
endif()
find_program(HEXAD_LLD ld.lld)
if(HEXAD_LLD AND NOT CMAKE_CROSSCOMPILING)
  target_link_options(hexad_flags INTERFACE -fuse-ld=lld) # five times as fast as GNU's
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
