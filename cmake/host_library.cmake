# A sanitizer's own library cannot be inside a shared library that must need nothing; a DLL is not made yet.
if(HEXAD_SANITIZE OR HEXAD_FUZZ OR WIN32)
  return()
endif()

# libhexad_host.so: the C interface of src/host_c with the codecs and sockets behind it, compiled anew for a shared
# library, as one. Only what its header names is visible; the C++ runtime is inside; what no host needs is left out.
file(GLOB host_library_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/host_c/*.cpp ${PROJECT_SOURCE_DIR}/src/host/*.cpp
  ${PROJECT_SOURCE_DIR}/src/net/*.cpp ${PROJECT_SOURCE_DIR}/src/wire/*.cpp ${PROJECT_SOURCE_DIR}/src/protocols/*.cpp
  ${PROJECT_SOURCE_DIR}/src/protocols/*/*.cpp ${PROJECT_SOURCE_DIR}/src/os/file_descriptor_*.cpp
  ${PROJECT_SOURCE_DIR}/src/os/udp_socket_*.cpp ${PROJECT_SOURCE_DIR}/src/os/source_filter_*.cpp
  ${PROJECT_SOURCE_DIR}/src/os/wait_*.cpp)
list(FILTER host_library_sources EXCLUDE REGEX "${HEXAD_OTHER_SYSTEM}")
list(FILTER host_library_sources EXCLUDE REGEX
  "_test\\.cpp$|/(session|commands|programs|peers|films|view|unit_guard|machine_groups|check|level_client)\\.cpp$")
list(FILTER host_library_sources EXCLUDE REGEX "/(beamng|dirt|f1|flightgear|forza|generic|outsim|telemetry|xplane)/")
add_library(hexad_host_shared SHARED ${host_library_sources})
if(HEXAD_UNITY)
  set_target_properties(hexad_host_shared PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
endif()
set_target_properties(hexad_host_shared PROPERTIES
  OUTPUT_NAME hexad_host EXPORT_NAME hexad_host VERSION 0.${PROJECT_VERSION_MINOR}.${PROJECT_VERSION_PATCH} SOVERSION 0
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON PUBLIC_HEADER ${PROJECT_SOURCE_DIR}/src/host_c/hexad_host.h)
target_compile_definitions(hexad_host_shared PRIVATE HEXAD_VERSION="${PROJECT_VERSION}")
target_compile_options(hexad_host_shared PRIVATE -ffunction-sections -fdata-sections $<$<CONFIG:Release>:-O2>)
target_include_directories(hexad_host_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(hexad_host_shared PRIVATE ${PROJECT_SOURCE_DIR}/src)
# Without Eigen: a codec that drags the controller's model in does not compile here.
target_link_libraries(hexad_host_shared PRIVATE $<BUILD_INTERFACE:hexad_flags>)
target_link_options(hexad_host_shared PRIVATE -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL -Wl,--as-needed
  -Wl,--gc-sections -Wl,--no-undefined
  -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/host_c/hexad_host.map)
set_target_properties(hexad_host_shared PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/host_c/hexad_host.map)

include(CMakePackageConfigHelpers)
set(host_package ${CMAKE_INSTALL_LIBDIR}/cmake/hexad_host)
install(TARGETS hexad_host_shared EXPORT hexad_host
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT host NAMELINK_COMPONENT host_dev
  PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT host_dev)
install(EXPORT hexad_host NAMESPACE hexad:: FILE hexad_hostConfig.cmake DESTINATION ${host_package} COMPONENT host_dev)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/hexad_hostConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/hexad_hostConfigVersion.cmake DESTINATION ${host_package} COMPONENT host_dev)
# Wherever it is installed, or moved to: the prefix is found from the file itself.
file(RELATIVE_PATH host_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/hexad_host.pc @ONLY CONTENT [[
prefix=${pcfiledir}/@host_prefix@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: hexad_host
Description: hosts of motion platforms over UDP
Version: @PROJECT_VERSION@
Libs: -L${libdir} -lhexad_host
Cflags: -I${includedir}
]])
install(FILES ${CMAKE_BINARY_DIR}/hexad_host.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT host_dev)
