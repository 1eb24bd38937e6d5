# HEXAD_BUILD: which commit this is and how it was built, for `hexad --version`. A tree without git says so; who builds
# from an archive may set HEXAD_COMMIT. A new commit is noticed when CMake runs the next time.
set(HEXAD_COMMIT "" CACHE STRING "commit, where git cannot be asked")
set(commit "${HEXAD_COMMIT}")
if(NOT commit)
  execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "unknown")
  endif()
endif()
set(HEXAD_BUILD "commit ${commit}, ${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, ${CMAKE_SYSTEM_PROCESSOR}")
